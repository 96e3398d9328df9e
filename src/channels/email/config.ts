import { domainToASCII } from 'node:url'
import Type, { type TString } from 'typebox'
import type { Operator } from '../../common/operator.ts'
import { type Note, type SettingsOf, textVariable, variable, wordVariable } from '../../config/environment.ts'
import { readServerAddress } from '../../config/server-address.ts'

/* Mail addresses as accepted here: the plain form of nearly everyone, nothing that can be read in two ways. */

interface MailAddress {
  /** The address with its domain in ASCII. */
  readonly address: string
  /** The address in lower case: equal for two spellings of one mailbox. */
  readonly folded: string
  /** The address without a tag (`+frost`): mails to unconfirmed addresses are counted by it. */
  readonly mailbox: string
  readonly domain: string
}

// RFC 5321 §4.1.2, Dot-string: no quotes, comments, routes or spaces, which could hide other recipients.
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
/** A label of a domain (RFC 1035 §2.3.1). */
const domainLabel = /^(?!-)[a-z0-9-]{1,63}$/

/** A URL ends or rewrites a host at these: `domainToASCII` would silently drop the rest. */
const notOfDomain = /[\s\p{Cc}#%/:<>?@[\\\]^|]/u

/** An address of at most 254 characters (RFC 5321 §4.5.3.1); null: no address, or no dot in its domain. */
export function readAddress(text: string): MailAddress | null {
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, at)
  const given = trimmed.slice(at + 1)
  if (notOfDomain.test(given)) return null
  if (at < 1 || trimmed.length > 254 || local.length > 64) return null
  const domain = domainToASCII(given).toLowerCase()
  if (!localPart.test(local) || !isDomainName(domain)) return null
  const folded = `${local.toLowerCase()}@${domain}`
  return { address: `${local}@${domain}`, folded, mailbox: mailboxOf(local.toLowerCase(), domain), domain }
}

function isDomainName(domain: string): boolean {
  const labels = domain.split('.')
  const areLabels = labels.every((label) => domainLabel.test(label) && !label.endsWith('-'))
  return areLabels && domain.length <= 253 && labels.length > 1 && /^[a-z]./.test(labels.at(-1) ?? '')
}

// Else one mailbox could be filled by asking for a+1@, a+2@ … Google also ignores dots and has two domains
// (support.google.com/mail/answer/7436150, /10313).
function mailboxOf(local: string, domain: string): string {
  const untagged = local.split('+')[0] || local
  const isGoogles = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGoogles ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}

const url = textVariable({
  name: 'SMTP_URL',
  description: 'Mail server: `smtp://user:password@host:587` or `smtps://…`.',
  // It usually holds a password.
  secret: true,
  allowed: { en: 'an address of smtp or smtps', tr: 'bir smtp ya da smtps adresi' },
  read: (text) =>
    readServerAddress('SMTP_URL', text, {
      start: /^smtps?:\/\/./,
      otherwise: {
        mistake: {
          en: 'SMTP_URL is not the address of a mail server.',
          tr: 'SMTP_URL bir posta sunucusunun adresi değil.'
        },
        remedy: {
          en: 'Give smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465.',
          tr: 'smtp://user:password@host:587 (STARTTLS) ya da smtps://user:password@host:465 biçiminde verin.'
        }
      }
    })
})

/**
 * What is required of the connection's encryption.
 * - `required`: encrypted with a trusted certificate before anything is sent
 * - `unverified`: encrypted, whatever the certificate: protects against listeners, not against impostors
 * - `off`: never encrypted by STARTTLS: for a server on the same machine
 */
const encryptions = ['required', 'unverified', 'off'] as const

const encryption = wordVariable(
  'SMTP_TLS',
  'Encryption of mail: `required` with a trusted certificate, `unverified` with any, or `off`. When absent: ' +
    'required where SMTP_URL holds a password, else as the server offers.',
  { default: null, of: encryptions }
)

export interface Sender {
  readonly name: string
  readonly address: MailAddress
  readonly operator?: Operator
}

const from = variable<Sender | null, TString>({
  name: 'SMTP_FROM',
  description: 'Sender of the mail.',
  default: null,
  schema: Type.String(),
  allowed: {
    en: 'an address, or a name with the address in angle brackets',
    tr: 'bir adres ya da açılı ayraç içinde adresi olan bir ad'
  },
  read: (text) => {
    const [, name = '', bracketed] = /^([^<>"\r\n]*)<([^<>]+)>$/.exec(text) ?? []
    const address = readAddress(bracketed ?? text)
    if (address !== null) return { value: { name: name.trim() || 'Ayaz', address } }
    return {
      mistake: { en: 'SMTP_FROM is not a mail address.', tr: 'SMTP_FROM bir e-posta adresi değil.' },
      remedy: {
        en: 'Give one such as frost@example.org, or: Frost alerts <frost@example.org>.',
        tr: 'frost@example.org gibi ya da şöyle verin: Don uyarısı <frost@example.org>.'
      }
    }
  }
})

export const emailEnvironment = { url, from, encryption } as const

export type EmailSettings = SettingsOf<typeof emailEnvironment>

export function hasLogin(url: string): boolean {
  const { username, password } = new URL(url)
  return username + password !== ''
}

/** Notes on encryption: before SMTP_TLS a password worked without it; now the operator must allow that. */
export function emailNotes({ url, encryption }: EmailSettings): readonly Note[] {
  if (url === null || encryption !== null || new URL(url).protocol !== 'smtp:' || !hasLogin(url)) return []
  return [
    {
      text: {
        en: 'encryption will be required: SMTP_URL holds a password, and SMTP_TLS is not set',
        tr: 'şifreleme zorunlu olacak: SMTP_URL bir parola içeriyor ve SMTP_TLS ayarlı değil'
      },
      remedy: {
        en:
          'Set SMTP_TLS=off for a server on this machine, unverified for a certificate of its own, ' +
          'or required to keep it so.',
        tr:
          'Sunucu bu makinedeyse SMTP_TLS=off, sertifikası kendi imzalıysa unverified, ' +
          'böyle kalsın istiyorsanız required yazın.'
      }
    }
  ]
}
