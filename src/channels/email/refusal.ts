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
    reply: String(from('response') ?? '')
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

/** Whether the operator has to act: a login or a sender that is refused, an encryption that cannot be trusted. */
export function isOperatorsFault({ trouble, command }: Refusal): boolean {
  return ['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS'].includes(trouble) || /^(AUTH|MAIL FROM)/.test(command)
}

/** What the operator is told of it. */
export function operatorsTask({ trouble }: Refusal): string {
  return trouble === 'ETLS'
    ? 'The mail server offers no encryption, or none that is trusted, and nothing was said to it: see SMTP_TLS.'
    : 'The mail server refuses the login or the sender: see SMTP_URL, SMTP_FROM.'
}

// RFC 3463: 5.1.x speaks of the address, 5.2.1 of a mailbox that takes nothing more. Without such a code, 550, 551 and 553 are what
// RFC 5321 §4.2.3 has for a mailbox that does not exist.
function isBadAddress({ code, reply }: Refusal): boolean {
  const [, status] = /\b5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(reply) ?? []
  if (status !== undefined) return /^5\.(1\.\d+|2\.1)$/.test(status)
  return code === 550 || code === 551 || code === 553
}
