/** The connections to the operator's mail server. */
import { hasLogin, type MailEncryption } from './config.ts'

export interface MailServer {
  readonly url: string
  readonly encryption: MailEncryption | null
  /** What the service calls itself: the domain of its sender. */
  readonly domain: string
}

/** User and password in its address. */
export function loginOf(address: string): string {
  const { username = '', password = '' } = URL.parse(address) ?? {}
  return `${username} ${password}`
}

/** How long each step may take [ms]. */
export interface MailLimits {
  /** From the look-up of the name to the server's greeting. */
  readonly connectMs: number
  /** Without a byte from the server. */
  readonly idleMs: number
}

const usualLimits: MailLimits = { connectMs: 10_000, idleMs: 30_000 }

export type Mailer = Awaited<ReturnType<typeof openMailer>>

/** Connects when it is used. The client is loaded only where there is a mail server. */
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
    // Common providers allow one account three connections at a time.
    maxConnections: 3,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: idleMs,
    disableFileAccess: true,
    disableUrlAccess: true
  })
}

/**
 * A password is never sent in clear unless the operator allows it: an attacker between the two could suppress
 * STARTTLS.
 */
function encrypted(url: string, encryption: MailEncryption | null) {
  const isWanted = encryption ?? (hasLogin(url) ? 'required' : null)
  if (isWanted === 'off') return { ignoreTLS: true }
  if (isWanted === 'unverified') return { requireTLS: true, tls: { rejectUnauthorized: false } }
  return isWanted === 'required' ? { requireTLS: true } : {}
}
