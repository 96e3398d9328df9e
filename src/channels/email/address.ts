/** Mail addresses as this service takes them: the plain form nearly everybody has, never anything that could be read two ways. */
import { domainToASCII } from 'node:url'

export interface MailAddress {
  /** As it was given, its domain in ASCII. */
  readonly address: string
  /** The same in lower case: what two spellings of one mailbox share. */
  readonly folded: string
  /** Whose letter box it most likely is, without a tag (`+frost`): what mails to strangers are counted by. */
  readonly mailbox: string
  readonly domain: string
}

// RFC 5321 §4.1.2's Dot-string: no quotes, comments, routes or white space, in which other recipients could hide.
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const domainName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/

/** Reads an address of at most 254 characters (RFC 5321 §4.5.3.1); null where it is none, or has no dot in its domain. */
export function readAddress(text: string): MailAddress | null {
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, at)
  const domain = domainToASCII(trimmed.slice(at + 1)).toLowerCase()
  if (at < 1 || trimmed.length > 254 || local.length > 64) return null
  if (!localPart.test(local) || !domainName.test(domain) || domain.length > 253) return null
  const folded = `${local.toLowerCase()}@${domain}`
  return { address: `${local}@${domain}`, folded, mailbox: `${mailboxName(local, domain)}@${domain}`, domain }
}

// Without this, one box could be filled by asking for a+1@, a+2@ … Google ignores dots too (support.google.com/mail/answer/7436150).
function mailboxName(local: string, domain: string): string {
  const untagged = local.toLowerCase().split('+')[0] || local.toLowerCase()
  return domain === 'gmail.com' || domain === 'googlemail.com' ? untagged.replaceAll('.', '') : untagged
}
