import type { DeliveryOutcome } from '../../alerts/ports.ts'
import type { Note } from '../../config/environment.ts'
import type { TryServer } from '../channel-kind.ts'
import { gone, retry } from '../http-attempt.ts'
import { credentials, quoted } from '../other-side.ts'
import { type EmailSettings, hasLogin } from './config.ts'

interface MailServer {
  readonly url: string
  readonly encryption: EmailSettings['encryption']
  /** The sender's domain, by which the service introduces itself. */
  readonly domain: string
}

export function loginOf(address: string): string {
  const { username = '', password = '' } = URL.parse(address) ?? {}
  return `${username} ${password}`
}

interface MailLimits {
  /** From the look-up of the name to the server's greeting. */
  readonly connectMs: number
  /** Longest time without a byte from the server [ms]. */
  readonly idleMs: number
}

const usualLimits: MailLimits = { connectMs: 10_000, idleMs: 30_000 }

/** Connects at its first use. The client is loaded only where there is a mail server. */
export async function openMailer(
  { url, encryption, domain }: MailServer,
  { connectMs, idleMs }: MailLimits = usualLimits
) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    // EHLO: an address literal such as [127.0.0.1] costs trust with spam filters.
    name: domain,
    ...encrypted(url, encryption),
    pool: true,
    // Common providers allow an account three connections.
    maxConnections: 3,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: idleMs,
    disableFileAccess: true,
    disableUrlAccess: true
  })
}

/** No password in clear unless the operator allows it: an attacker in between could suppress STARTTLS. */
function encrypted(url: string, encryption: EmailSettings['encryption']) {
  const isWanted = encryption ?? (hasLogin(url) ? 'required' : null)
  if (isWanted === 'off') return { ignoreTLS: true }
  if (isWanted === 'unverified') return { requireTLS: true, tls: { rejectUnauthorized: false } }
  return isWanted === 'required' ? { requireTLS: true } : {}
}

export function tryMailServer(server: MailServer): TryServer {
  return async (limitMs) => {
    const mailer = await openMailer(server, { connectMs: limitMs, idleMs: limitMs })
    try {
      await mailer.verify()
      return null
    } catch (error) {
      const refusal = readRefusal(error)
      return noteOf(refusal, wordsIn(refusal, credentials(loginOf(server.url))))
    } finally {
      mailer.close()
    }
  }
}

/** @param words of the server, to end a sentence with */
function noteOf(refusal: ReturnType<typeof readRefusal>, words: string): Note {
  const { code, trouble } = refusal
  if (trouble === 'ETLS') {
    return {
      text: {
        en: 'the mail server offers no encryption, or none that is trusted',
        tr: 'posta sunucusu şifreleme sunmuyor ya da sertifikasına güvenilmiyor'
      },
      remedy: {
        en:
          'See SMTP_TLS in docs/channels.md, or set NODE_EXTRA_CA_CERTS to the file of your own ' +
          'certificate authority.',
        tr:
          'docs/channels.md içinde SMTP_TLS kısmına bakın ya da NODE_EXTRA_CA_CERTS ile kendi sertifika ' +
          'otoritenizin dosyasını verin.'
      }
    }
  }
  if (isOperatorsFault(refusal)) {
    return {
      text: {
        en: `the mail server refuses the login${words}`,
        tr: `posta sunucusu girişi kabul etmiyor${words}`
      },
      remedy: {
        en: 'Correct user and password in SMTP_URL; in both, characters such as @ and / are percent-encoded.',
        tr:
          'SMTP_URL içindeki kullanıcıyı ve parolayı düzeltin; ikisinde de @ ve / gibi karakterler ' +
          'yüzde kodlamasıyla yazılır.'
      }
    }
  }
  if (code !== null) {
    return {
      text: {
        en: `the mail server answers ${code}${words}`,
        tr: `posta sunucusu ${code} yanıtını veriyor${words}`
      },
      remedy: {
        en: 'Its log says why, and whether this machine may send by it.',
        tr: 'Nedeni ve bu makinenin onunla gönderip gönderemeyeceği sunucunun günlüğündedir.'
      }
    }
  }
  return {
    text: {
      en: `the mail server cannot be reached (${trouble})`,
      tr: `posta sunucusuna ulaşılamıyor (${trouble})`
    },
    remedy: {
      en: 'Check host and port in SMTP_URL (smtp:// with 587, smtps:// with 465), the network and the firewall.',
      tr:
        'SMTP_URL içindeki sunucu adını ve bağlantı noktasını (smtp:// için 587, smtps:// için 465), ağı ' +
        've güvenlik duvarını denetleyin.'
    }
  }
}

interface Refusal {
  /** Three digits; null: the server did not answer. */
  readonly code: number | null
  /** nodemailer's code: EAUTH, ECONNECTION …; ETLS for every problem of encryption. */
  readonly trouble: string
  /** Refused: `RCPT TO`, `DATA`, `MAIL FROM`, `AUTH …`. */
  readonly command: string
  readonly reply: string
}

// nodemailer reports an untrusted certificate like any broken connection, with OpenSSL's code
// (https://nodejs.org/api/tls.html#x509-certificate-error-codes).
const untrusted = /CERT|^UNABLE_TO_VERIFY|^ERR_SSL/

/** From nodemailer's error, whose text may hold address and server and is never passed on. */
export function readRefusal(error: unknown): Refusal {
  const from = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined)
  const code = from('responseCode')
  return {
    code: typeof code === 'number' ? code : null,
    trouble: untrusted.test(String(from('originalCode') ?? '')) ? 'ETLS' : String(from('code') ?? ''),
    command: String(from('command') ?? ''),
    // A server may write a megabyte; the meaning is at the beginning.
    reply: String(from('response') ?? '').slice(0, 1000)
  }
}

/** Another 5xx is most often about the sender and must not silence every grower. @param sent see `quoted` */
export function outcomeOf(refusal: Refusal, sent: readonly string[]): DeliveryOutcome {
  const { code, command } = refusal
  const words = wordsIn(refusal, sent)
  if (isOperatorsFault(refusal)) return retry(`The mail server does not let this service send${words}.`, 600)
  if (code === null) return retry('The mail server could not be reached.')
  if (code >= 500 && command === 'RCPT TO' && isBadAddress(refusal)) {
    return gone(`The mail server refused the address (${code})${words}.`)
  }
  return retry(`The mail server refused the message (${code})${words}.`, code >= 500 ? 1800 : null)
}

/** The words of each line: of `550-5.1.1 The account`, `550 5.1.1 does not exist`. @param sent see `quoted` */
function wordsIn({ code, reply }: Refusal, sent: readonly string[]): string {
  return quoted(code === null ? '' : reply.replaceAll(/(^|\n)\d{3}[ -]/g, '$1'), sent)
}

/** Certainly not delivered: the recipient was refused, or never reached. */
export function reachedNoRecipient({ code, trouble, command }: Refusal): boolean {
  return code !== null || trouble === 'ETLS' || command === 'CONN'
}

/** The login or the sender is refused, or the encryption cannot be trusted. */
export function isOperatorsFault({ trouble, command }: Refusal): boolean {
  return ['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS'].includes(trouble) || /^(AUTH|MAIL FROM)/.test(command)
}

/** What the operator must do; null where the address, the message or the moment is the cause. */
export function operatorsTask(refusal: Refusal, sent: readonly string[]): string | null {
  const words = wordsIn(refusal, sent)
  if (refusal.trouble === 'ETLS') {
    return 'The mail server offers no encryption, or none that is trusted, and nothing was said to it: see SMTP_TLS.'
  }
  if (isOperatorsFault(refusal)) {
    return `The mail server refuses the login or the sender, see SMTP_URL and SMTP_FROM${words}.`
  }
  if (!isRefusedRight(refusal)) return null
  return `The mail server refuses a recipient for what may not be a fault of the address; its log tells whether this \
service may send there, and whether sender or server stand on a block list${words}.`
}

// RFC 3463: 5.1.x is the address (5.1.7 to 5.1.9 the sender or the way), 5.2.1 a mailbox that takes no more. Without
// such a code 550, 551 and 553 mean no such mailbox (RFC 5321 §4.2.3), as often a server that may not be used: the text
// decides.
function isBadAddress({ code, reply }: Refusal): boolean {
  const words = withoutAddresses(reply)
  const status = statusOf(reply)
  if (status !== null) return /^5\.(1\.([0-6]|\d\d+)|2\.1)$/.test(status) && !/\bsender\b/i.test(words)
  return (code === 550 || code === 551 || code === 553) && isMissing(words) && !isAboutUs.test(words)
}

/** A recipient was, or may have been, refused because of the sender: a relay, a login, a list, a policy. */
function isRefusedRight(refusal: Refusal): boolean {
  const { code, command, reply } = refusal
  if (code === null || code < 500 || command !== 'RCPT TO' || isBadAddress(refusal)) return false
  const status = statusOf(reply)
  // 552: a full mailbox, whatever the text.
  return status === null ? code !== 552 : /^5\.(1|7)\./.test(status)
}

// `550 5.1.1 no such user`; qmail and Cisco write `(#5.1.1)`. More digits would be an IP address.
function statusOf(reply: string): string | null {
  return /(?:\b5\d\d[ -]|[(#])(5\.\d{1,3}\.\d{1,3})(?!\.?\d)/.exec(reply)?.[1] ?? null
}

// An address may contain any word: spam@, list@, user@.
function withoutAddresses(reply: string): string {
  return reply.replaceAll(/[^\s<>()]+/g, (word) => (word.includes('@') ? '' : word))
}

const isAboutUs =
  /relay|authent|authori[sz]|log ?in|sender|list|block|spam|polic|permi|denied|\b(access|client|host|ip|dns|helo|mail from|from address)\b/i

// Not documented; words of Postfix, Exim, qmail, Exchange and the large providers.
function isMissing(words: string): boolean {
  const before = /\b(unknown|no such|no)( local| e?-?mail)? (mailbox|user|recipient|address|account)\b/i
  const after = /unknown|unavailable|(not|n.t) (be )?(exist|found|known|available)/i
  return before.test(words) || words.split(/[.;:]/).some((clause) => after.test(fromSubject(clause)))
}

/** From the word for a mailbox on; empty where there is none. */
function fromSubject(clause: string): string {
  const at = clause.search(/\b(mailbox|user|recipient|address|account)\b/i)
  return at < 0 ? '' : clause.slice(at)
}
