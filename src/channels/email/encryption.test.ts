import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { built } from '../../../test/built.ts'
import { deliveryContext, frostMessage } from '../../../test/contracts/channels/message.ts'
import { openTestDeps } from '../../../test/contracts/channels/parts.ts'
import { machineEnvironment } from '../../../test/machine-environment.ts'
import { type Certificate, makeCertificate, opensslMissing } from '../../../test/receivers/certificate.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../../../test/receivers/smtp-receiver.ts'
import type { DeliveryOutcome } from '../../alerts/ports.ts'
import { emailKind } from './channel.ts'

const login = { user: 'ayaz', password: 'marked-password' }
const notLet = {
  outcome: 'retry',
  reason: expect.stringMatching(/^The mail server does not let this service send[.:]/)
}
const missing = opensslMissing()

let server: SmtpReceiver
afterEach(() => server.close())

interface Attempt {
  readonly outcome: DeliveryOutcome
  readonly reports: readonly string[]
  readonly unavailable: string | null
}

/** Sends one mail, with the login unless told otherwise. */
async function send(environment: Readonly<Record<string, string>> = {}, withLogin = true): Promise<Attempt> {
  const test = openTestDeps()
  const user = withLogin ? `${login.user}:${login.password}@` : ''
  const opened = await emailKind
    .configure({
      SMTP_URL: `smtp://${user}127.0.0.1:${server.port}`,
      SMTP_FROM: 'frost@ayaz.example',
      ...environment
    })
    .open(test.deps)
  const { channel } = opened
  const outcome = await channel.deliver(frostMessage(), { address: 'ayse@example.org' }, deliveryContext())
  const unavailable = (await channel.unavailable?.()) ?? null
  await opened.close()
  await test.close()
  return { outcome, reports: test.reports, unavailable }
}

describe('a server that offers no encryption', () => {
  test('is told no password, and the operator hears of it', async () => {
    server = await startSmtpReceiver({ login })
    const { outcome, reports, unavailable } = await send()
    expect(outcome).toMatchObject(notLet)
    expect(server.logins).toEqual([])
    expect(server.received).toEqual([])
    expect(reports).toEqual([expect.stringContaining('SMTP_TLS')])
    expect(unavailable).toBe('The mail server does not let this service send at the moment.')
    expect(reports.join()).not.toContain(login.password)
  })

  test('is told it where the operator wants it so', async () => {
    server = await startSmtpReceiver({ login })
    const { outcome, unavailable } = await send({ SMTP_TLS: 'off' })
    expect(outcome).toMatchObject({ outcome: 'sent' })
    expect(server.logins).toEqual([{ user: 'ayaz', encrypted: false }])
    expect(unavailable).toBeNull()
  })

  test('that asks for no password is sent mail, unless encryption is required', async () => {
    server = await startSmtpReceiver()
    expect((await send({}, false)).outcome).toMatchObject({ outcome: 'sent' })
    expect((await send({ SMTP_TLS: 'required' }, false)).outcome).toMatchObject(notLet)
    expect(server.received).toHaveLength(1)
  })
})

describe.skipIf(missing !== null)(
  `a server that offers STARTTLS${missing === null ? '' : `: ${missing}`}`,
  () => {
    const certificate: Certificate | null = missing === null ? makeCertificate() : null
    const start = async () => {
      server = await startSmtpReceiver({ login, ...(certificate && { certificate }) })
    }
    afterAll(() => certificate?.remove())

    test('with a certificate nobody trusts is told no password and sent no mail', async () => {
      await start()
      const { outcome, reports } = await send()
      expect(outcome).toMatchObject(notLet)
      expect(reports).toEqual([expect.stringContaining('SMTP_TLS')])
      expect(server.logins).toEqual([])
      expect(server.received).toEqual([])
    })

    test('is upgraded to where any certificate will do; everything said is encrypted', async () => {
      await start()
      expect((await send({ SMTP_TLS: 'unverified' })).outcome).toMatchObject({ outcome: 'sent' })
      expect(server.logins).toEqual([{ user: 'ayaz', encrypted: true }])
      expect(server.received).toMatchObject([{ encrypted: true, to: ['ayse@example.org'] }])
    })

    test('is upgraded to where the operator’s own authority is trusted', async () => {
      await start()
      const dataDir = mkdtempSync(join(tmpdir(), 'ayaz-mail-'))
      const words = [await built('main'), 'test-channel', 'email', 'ayse@example.org', '--json']
      const migrated = [await built('main'), 'migrate']
      const env = {
        ...machineEnvironment(),
        DATA_DIR: dataDir,
        SOURCES: 'demo',
        SMTP_URL: `smtp://ayaz:${login.password}@127.0.0.1:${server.port}`,
        SMTP_FROM: 'frost@ayaz.example',
        NODE_EXTRA_CA_CERTS: certificate?.certFile ?? ''
      }
      try {
        await promisify(execFile)(process.execPath, migrated, { env })
        const { stdout } = await promisify(execFile)(process.execPath, words, { env })
        expect(JSON.parse(stdout)).toMatchObject({ outcome: 'sent' })
        expect(server.logins).toEqual([{ user: 'ayaz', encrypted: true }])
        expect(server.received).toMatchObject([{ encrypted: true }])
      } finally {
        rmSync(dataDir, { recursive: true, force: true })
      }
    })
  }
)
