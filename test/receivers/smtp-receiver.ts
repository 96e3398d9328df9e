/** A mail server on loopback (smtp-server) that keeps what it took and reads it with postal-mime. */
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly encrypted: boolean
  /** What the sender called itself (EHLO). */
  readonly greeting: string
  /** The message as it went over the wire. */
  readonly raw: string
  readonly mail: Email
}

export interface SmtpRefusal {
  readonly code: number
  readonly message: string
}

export interface SmtpReceiver {
  readonly url: string
  readonly port: number
  readonly received: ReceivedMail[]
  /** Every login that was tried, and whether the connection was encrypted by then. */
  readonly logins: { readonly user: string; readonly encrypted: boolean }[]
  /** Refuses the next message with this reply: at RCPT TO, or after DATA. */
  readonly refuseNext: (at: 'recipient' | 'data', refusal: SmtpRefusal) => void
  readonly close: () => Promise<void>
}

export interface SmtpReceiverOptions {
  /** Where set, the server takes mail only from who brings these. */
  readonly login?: { readonly user: string; readonly password: string }
  /** Where set, the server offers STARTTLS with it. */
  readonly certificate?: { readonly key: string; readonly cert: string }
}

/** Starts a mail server on a free loopback port. */
export async function startSmtpReceiver(options: SmtpReceiverOptions = {}): Promise<SmtpReceiver> {
  const received: ReceivedMail[] = []
  const logins: SmtpReceiver['logins'] = []
  const refusals: { at: 'recipient' | 'data'; refusal: SmtpRefusal }[] = []
  const refusalAt = (at: 'recipient' | 'data') => {
    if (refusals[0]?.at !== at) return null
    const refused = refusals.shift()?.refusal
    return refused === undefined
      ? null
      : Object.assign(new Error(refused.message), { responseCode: refused.code })
  }
  const server = new SMTPServer({
    ...(options.certificate ?? { disabledCommands: ['STARTTLS'] }),
    authOptional: options.login === undefined,
    allowInsecureAuth: true,
    logger: false,
    onAuth: (auth, session, done) => {
      logins.push({ user: String(auth.username), encrypted: session.secure })
      const right = auth.username === options.login?.user && auth.password === options.login?.password
      done(right ? null : Object.assign(new Error('5.7.8 no'), { responseCode: 535 }), { user: 'ayaz' })
    },
    onRcptTo: (_address, _session, done) => done(refusalAt('recipient')),
    onData: (stream, session, done) => {
      void readMail(stream, session).then((mail) => {
        const refused = refusalAt('data')
        if (refused === null) received.push(mail)
        done(refused)
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    logins,
    refuseNext: (at, refusal) => void refusals.push({ at, refusal }),
    close: () => new Promise((resolve) => server.close(() => resolve()))
  }
}

async function readMail(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<ReceivedMail> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  const raw = Buffer.concat(chunks).toString('utf8')
  const { mailFrom, rcptTo } = session.envelope
  return {
    from: mailFrom === false ? '' : mailFrom.address,
    to: rcptTo.map(({ address }) => address),
    encrypted: session.secure,
    greeting: session.hostNameAppearsAs,
    raw,
    mail: await PostalMime.parse(raw)
  }
}
