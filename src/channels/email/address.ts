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

/** What a URL ends or rewrites a host at: `domainToASCII` would silently drop what follows. */
const notOfDomain = /[\s\p{Cc}#%/:<>?@[\\\]^|]/u

/** Reads an address of at most 254 characters (RFC 5321 §4.5.3.1); null where it is none, or has no dot in its domain. */
export function readAddress(text: string): MailAddress | null {
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, at)
  const given = trimmed.slice(at + 1)
  if (notOfDomain.test(given)) return null
  const domain = domainToASCII(given).toLowerCase()
  if (at < 1 || trimmed.length > 254 || local.length > 64) return null
  if (!localPart.test(local) || !domainName.test(domain) || domain.length > 253) return null
  const folded = `${local.toLowerCase()}@${domain}`
  return { address: `${local}@${domain}`, folded, mailbox: mailboxOf(local.toLowerCase(), domain), domain }
}

// Without this, one box could be filled by asking for a+1@, a+2@ … Google ignores dots too, and calls itself by two names
// (support.google.com/mail/answer/7436150, /10313).
function mailboxOf(local: string, domain: string): string {
  const untagged = local.split('+')[0] || local
  const isGoogles = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGoogles ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}
