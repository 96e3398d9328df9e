/** The operator's way to send mail. */

import type { EnvironmentVariable, Parsed, SettingsOf } from '../../config/environment.ts'
import type { Note } from '../channel-kind.ts'
import { type MailAddress, readAddress } from './address.ts'

const url: EnvironmentVariable<string | null> = {
  name: 'SMTP_URL',
  description: 'The mail server that sends for this service: smtp://user:password@host:587 or smtps://….',
  default: null,
  // It usually holds a password.
  secret: true,
  parse: (text): Parsed<string> => {
    const parsed = URL.parse(text)
    if (parsed !== null && /^smtps?:$/.test(parsed.protocol) && parsed.hostname !== '') return { value: text }
    return {
      mistake: 'SMTP_URL is not the address of a mail server.',
      remedy: 'Give smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465.'
    }
  }
}

/**
 * What is asked of the connection's encryption.
 * - `required` it is encrypted with a certificate that is trusted before anything is said
 * - `unverified` encrypted, whatever the certificate: against listeners, not against impostors
 * - `off` never encrypted by STARTTLS: for a server on the same machine
 */
export type MailEncryption = 'required' | 'unverified' | 'off'

const encryption: EnvironmentVariable<MailEncryption | null> = {
  name: 'SMTP_TLS',
  description:
    'Encryption of mail: `required` with a trusted certificate, `unverified` with any, or `off`. When absent: required where SMTP_URL holds a password, else as the server offers.',
  default: null,
  secret: false,
  parse: (text): Parsed<MailEncryption> =>
    text === 'required' || text === 'unverified' || text === 'off'
      ? { value: text }
      : {
          mistake: 'SMTP_TLS is not required, unverified or off.',
          remedy: 'Give one of the three, or leave SMTP_TLS out.'
        }
}

/** Who the mail is from. */
export interface Sender {
  readonly name: string
  readonly address: MailAddress
}

const from: EnvironmentVariable<Sender | null> = {
  name: 'SMTP_FROM',
  description: 'Who the mail is from: an address, or a name with the address in angle brackets.',
  default: null,
  secret: false,
  parse: (text): Parsed<Sender> => {
    const [, name = '', bracketed] = /^([^<>"\r\n]*)<([^<>]+)>$/.exec(text) ?? []
    const address = readAddress(bracketed ?? text)
    if (address !== null) return { value: { name: name.trim() || 'Ayaz', address } }
    return {
      mistake: 'SMTP_FROM is not a mail address.',
      remedy: 'Give one such as frost@example.org, or: Frost alerts <frost@example.org>.'
    }
  }
}

export const emailEnvironment = { url, from, encryption } as const

export type EmailSettings = SettingsOf<typeof emailEnvironment>

/** Whether the mail server is to be told a user or a password. */
export function hasLogin(url: string): boolean {
  const { username, password } = new URL(url)
  return username + password !== ''
}

/** A server without encryption worked with a password before there was SMTP_TLS: now somebody must say that it may. */
export function emailNotes({ url, encryption }: EmailSettings): readonly Note[] {
  if (url === null || encryption !== null || new URL(url).protocol !== 'smtp:' || !hasLogin(url)) return []
  return [
    {
      text: {
        en: 'encryption will be required: SMTP_URL holds a password, and SMTP_TLS is not set',
        tr: 'şifreleme zorunlu olacak: SMTP_URL bir parola içeriyor ve SMTP_TLS ayarlı değil'
      },
      remedy: {
        en: 'Set SMTP_TLS=off for a server on this machine, unverified for a certificate of its own, or required to keep it so.',
        tr: 'Sunucu bu makinedeyse SMTP_TLS=off, sertifikası kendi imzalıysa unverified, böyle kalsın istiyorsanız required yazın.'
      }
    }
  ]
}
