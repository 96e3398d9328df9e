/**
 * Mail addresses as this service accepts them: the plain form that nearly everyone has, nothing that could be
 * read in two ways.
 */
import { domainToASCII } from 'node:url'

export interface MailAddress {
  /** As given, with the domain in ASCII. */
  readonly address: string
  /** The same in lower case: equal for two spellings of one mailbox. */
  readonly folded: string
  /**
   * The mailbox it most likely is, without a tag (`+frost`): mails to unconfirmed addresses are counted by
   * it.
   */
  readonly mailbox: string
  readonly domain: string
}

// RFC 5321 §4.1.2, Dot-string: no quotes, comments, routes or spaces, which could hide other recipients.
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
/** A label of a domain (RFC 1035 §2.3.1). */
const domainLabel = /^(?!-)[a-z0-9-]{1,63}$/

/** A URL ends or rewrites a host at these characters: `domainToASCII` would silently drop the rest. */
const notOfDomain = /[\s\p{Cc}#%/:<>?@[\\\]^|]/u

/**
 * Reads an address of at most 254 characters (RFC 5321 §4.5.3.1); null where it is not one, or its domain has
 * no dot.
 */
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

// Without this, one mailbox could be filled by asking for a+1@, a+2@ … Google also ignores dots and has two
// domains (support.google.com/mail/answer/7436150, /10313).
function mailboxOf(local: string, domain: string): string {
  const untagged = local.split('+')[0] || local
  const isGoogles = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGoogles ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}
