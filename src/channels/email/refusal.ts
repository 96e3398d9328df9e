/** What a mail server's refusal means for the subscription. */
import type { DeliveryOutcome } from '../../alerts/ports.ts'
import { gone, retry } from '../http-attempt.ts'

interface Refusal {
  /** The reply's three digits, null where the server never answered. */
  readonly code: number | null
  /** nodemailer's own word: EAUTH, ECONNECTION …; ETLS wherever encryption is the trouble. */
  readonly trouble: string
  /** The command that was refused: `RCPT TO`, `DATA`, `MAIL FROM`, `AUTH …`. */
  readonly command: string
  readonly reply: string
}

// nodemailer tells of a certificate that is not trusted as of any broken connection; what OpenSSL said stands beside it
// (https://nodejs.org/api/tls.html#x509-certificate-error-codes).
const untrusted = /CERT|^UNABLE_TO_VERIFY|^ERR_SSL/

/** Reads the error nodemailer throws; its own text may hold the address and the server, and is never passed on. */
export function readRefusal(error: unknown): Refusal {
  const from = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined)
  const code = from('responseCode')
  return {
    code: typeof code === 'number' ? code : null,
    trouble: untrusted.test(String(from('originalCode') ?? '')) ? 'ETLS' : String(from('code') ?? ''),
    command: String(from('command') ?? ''),
    // A server may write a megabyte; what it means stands at the beginning.
    reply: String(from('response') ?? '').slice(0, 1000)
  }
}

/**
 * The outcome of a refusal.
 * Only what is said of the address itself ends a subscription: another 5xx is most often about the sender (a block list, a quota),
 * and must not silence every grower at once.
 */
export function outcomeOf(refusal: Refusal): DeliveryOutcome {
  const { code, command } = refusal
  if (isOperatorsFault(refusal)) return retry('The mail server does not let this service send.', 600)
  if (code === null) return retry('The mail server could not be reached.')
  if (code >= 500 && command === 'RCPT TO' && isBadAddress(refusal)) {
    return gone(`The mail server refused the address (${code}).`)
  }
  return retry(`The mail server refused the message (${code}).`, code >= 500 ? 1800 : null)
}

/** Whether it is known that nobody got the mail: the server said so, or was never spoken to. */
export function reachedNoRecipient({ code, trouble, command }: Refusal): boolean {
  return code !== null || trouble === 'ETLS' || command === 'CONN'
}

/** Whether the operator has to act: a login or a sender that is refused, an encryption that cannot be trusted. */
export function isOperatorsFault({ trouble, command }: Refusal): boolean {
  return ['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS'].includes(trouble) || /^(AUTH|MAIL FROM)/.test(command)
}

/** What the operator is told of a refusal; null where it lies with the address, the message or the moment. */
export function operatorsTask(refusal: Refusal): string | null {
  if (refusal.trouble === 'ETLS') {
    return 'The mail server offers no encryption, or none that is trusted, and nothing was said to it: see SMTP_TLS.'
  }
  if (isOperatorsFault(refusal)) {
    return 'The mail server refuses the login or the sender: see SMTP_URL, SMTP_FROM.'
  }
  if (!isRefusedRight(refusal)) return null
  return 'The mail server refuses a recipient for what may be no fault of the address: its log tells whether this service may send there, and whether sender or server stand on a block list.'
}

// RFC 3463: 5.1.x speaks of the address (but 5.1.7 to 5.1.9 of the sender or the way), 5.2.1 of a mailbox that takes nothing more.
// Without such a code 550, 551 and 553 stand for a mailbox that does not exist (RFC 5321 §4.2.3), and as often for a server that may
// not be used: then the words decide.
function isBadAddress({ code, reply }: Refusal): boolean {
  const words = withoutAddresses(reply)
  const status = statusOf(reply)
  if (status !== null) return /^5\.(1\.([0-6]|\d\d+)|2\.1)$/.test(status) && !/\bsender\b/i.test(words)
  return (code === 550 || code === 551 || code === 553) && isMissing(words) && !isAboutUs.test(words)
}

/** Whether a recipient was refused, or may have been, because of who asks: a relay, a login, a sender, a list, a policy. */
function isRefusedRight(refusal: Refusal): boolean {
  const { code, command, reply } = refusal
  if (code === null || code < 500 || command !== 'RCPT TO' || isBadAddress(refusal)) return false
  const status = statusOf(reply)
  // 552 is a full mailbox, whatever the words.
  return status === null ? code !== 552 : /^5\.(1|7)\./.test(status)
}

// `550 5.1.1 no such user`; qmail and Cisco write it as `(#5.1.1)`. What goes on after the third number is an address on the internet.
function statusOf(reply: string): string | null {
  return /(?:\b5\d\d[ -]|[(#])(5\.\d{1,3}\.\d{1,3})(?!\.?\d)/.exec(reply)?.[1] ?? null
}

// An address may hold any word: spam@, list@, user@.
function withoutAddresses(reply: string): string {
  return reply.replaceAll(/[^\s<>()]+@[^\s<>()]+/g, '')
}

const isAboutUs =
  /relay|authent|authori[sz]|log ?in|sender|list|block|spam|polic|permi|denied|\b(access|client|host|ip|dns|helo|mail from|from address)\b/i

// What servers write is not documented; these are the words of Postfix, Exim, qmail, Exchange and the large providers.
function isMissing(words: string): boolean {
  const before = /\b(unknown|no such|no)( local| e?-?mail)? (mailbox|user|recipient|address|account)\b/i
  const after =
    /\b(mailbox|user|recipient|address|account)\b[^.;:]*(unknown|unavailable|(not|n.t) (be )?(exist|found|known|available))/i
  return before.test(words) || after.test(words)
}
