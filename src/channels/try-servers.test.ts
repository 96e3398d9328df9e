import { createServer, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openTestDeps, type TestDeps } from '../../test/contracts/channels/parts.ts'
import { refusal, startBotApiServer } from '../../test/receivers/bot-api-server.ts'
import { type Certificate, makeCertificate, opensslMissing } from '../../test/receivers/certificate.ts'
import { startLoopback } from '../../test/receivers/loopback.ts'
import { type Mosquitto, mosquittoIsInstalled, startMosquitto } from '../../test/receivers/mosquitto.ts'
import { startNtfyServer } from '../../test/receivers/ntfy-server.ts'
import { startSmtpReceiver } from '../../test/receivers/smtp-receiver.ts'
import type { Note } from '../config/environment.ts'
import { configureChannels } from './registry.ts'

let parts: TestDeps
beforeAll(() => {
  parts = openTestDeps()
})
afterAll(() => parts.close())

/** The tries of what is configured, by channel; no secret stands in any. */
async function tried(
  environment: Readonly<Record<string, string>>,
  limitMs = 5_000
): Promise<Readonly<Record<string, Note | null>>> {
  const { servers, close } = await configureChannels(environment).open(parts.deps)
  try {
    const all = servers.map(async ({ channel, tryServer }) => [channel, await tryServer(limitMs)] as const)
    const notes = Object.fromEntries(await Promise.all(all))
    expect(JSON.stringify(notes)).not.toContain('marked')
    return notes
  } finally {
    await close()
  }
}

const wrong = (text: RegExp | string, remedy: RegExp | string) => ({
  text: { en: expect.stringMatching(text), tr: expect.any(String) },
  remedy: { en: expect.stringMatching(remedy), tr: expect.any(String) }
})

test('channels without a server of the operator’s, and those not configured, have no try', async () => {
  expect(await tried({})).toEqual({})
  expect(await tried({ SMTP_URL: 'smtp://127.0.0.1:9' })).toEqual({})
})

describe('the mail server', () => {
  const login = { user: 'ayaz', password: 'marked-right' }
  const environment = (port: number, password = login.password) => ({
    SMTP_URL: `smtp://ayaz:${password}@127.0.0.1:${port}`,
    SMTP_FROM: 'frost@ayaz.example'
  })
  let certificate: Certificate | null = null
  afterAll(() => certificate?.remove())

  test('is logged in to, and is sent no mail', async () => {
    const server = await startSmtpReceiver({ login })
    onTestFinished(() => server.close())
    const off = { SMTP_TLS: 'off' }
    expect(await tried({ ...environment(server.port), ...off })).toEqual({ email: null })
    expect(server.logins).toEqual([{ user: 'ayaz', encrypted: false }])
    expect(server.received).toEqual([])
    expect(await tried({ ...environment(server.port, 'marked-wrong'), ...off })).toEqual({
      email: wrong('refuses the login', 'SMTP_URL')
    })
  })

  test('is told no password without encryption', async () => {
    const server = await startSmtpReceiver({ login })
    onTestFinished(() => server.close())
    expect(await tried(environment(server.port))).toEqual({ email: wrong('no encryption', 'SMTP_TLS') })
    expect(server.logins).toEqual([])
  })

  test.skipIf(opensslMissing() !== null)('is tried by STARTTLS as for a mail', async () => {
    certificate = makeCertificate()
    const server = await startSmtpReceiver({ login, certificate })
    onTestFinished(() => server.close())
    expect(await tried(environment(server.port))).toEqual({
      email: wrong('none that is trusted', 'SMTP_TLS')
    })
    expect(await tried({ ...environment(server.port), SMTP_TLS: 'unverified' })).toEqual({ email: null })
    expect(server.logins).toEqual([{ user: 'ayaz', encrypted: true }])
  })

  test('that sends this service away is quoted', async () => {
    const server = createServer((socket) => socket.end('554 5.7.1 go away\r\n'))
    const port = await listening(server)
    expect(await tried(environment(port))).toEqual({ email: wrong(/answers 554: ".*go away"$/, 'log') })
  })
})

describe('Telegram', () => {
  const bot = async () => {
    const server = await startBotApiServer()
    onTestFinished(() => server.close())
    const environment = {
      TELEGRAM_BOT_TOKEN: server.token,
      TELEGRAM_BOT_NAME: '@Ayaz_test_bot',
      TELEGRAM_API_ROOT: server.origin
    }
    return { server, environment }
  }

  test('is asked who the bot is, and nothing else', async () => {
    const { server, environment } = await bot()
    expect(await tried(environment)).toEqual({ telegram: null })
    expect(server.requests.map(({ path }) => path)).toEqual([`/bot${server.token}/getMe`])
  })

  test.each([
    [{ TELEGRAM_BOT_TOKEN: '42:marked-other-token' }, 'does not know the token', 'TELEGRAM_BOT_TOKEN'],
    [
      { TELEGRAM_BOT_NAME: 'another_bot' },
      'that of @ayaz_test_bot, and links lead to @another_bot',
      'TELEGRAM_BOT_NAME'
    ]
  ])('%j is a mistake', async (changes, text, remedy) => {
    const { environment } = await bot()
    expect(await tried({ ...environment, ...changes })).toEqual({ telegram: wrong(text, remedy) })
  })

  test('that fails is quoted', async () => {
    const { server, environment } = await bot()
    server.answerNext('getMe', refusal(502, 'Bad Gateway'))
    expect(await tried(environment)).toEqual({
      telegram: wrong('answers 502: "Bad Gateway"', 'TELEGRAM_API_ROOT')
    })
  })
})

describe('the ntfy server', () => {
  test.each([
    [{}, null],
    [{ NTFY_TOKEN: 'tk_marked' }, null],
    [{ NTFY_TOKEN: 'tk_marked_wrong' }, wrong('refuses the token', 'NTFY_TOKEN')]
  ])('with %j', async (token, expected) => {
    const server = await startNtfyServer({ token: 'tk_marked' })
    onTestFinished(() => server.close())
    expect(await tried({ NTFY_URL: `${server.origin}/`, ...token })).toEqual({ ntfy: expected })
    expect(server.published).toEqual([])
  })

  test('is no other web server', async () => {
    const server = await startLoopback(() => ({ status: 404 }))
    onTestFinished(() => server.close())
    expect(await tried({ NTFY_URL: server.origin })).toEqual({ ntfy: wrong('answers 404', 'NTFY_URL') })
  })
})

describe.skipIf(!mosquittoIsInstalled)(
  `the broker${mosquittoIsInstalled ? '' : " (skipped: Debian's mosquitto is not installed)"}`,
  () => {
    let broker: Mosquitto
    beforeAll(async () => {
      broker = await startMosquitto({ user: 'ayaz', password: 'marked' })
    })
    afterAll(() => broker.close())

    test('is connected to, and holds nothing afterwards', async () => {
      expect(await tried({ MQTT_URL: broker.url })).toEqual({ mqtt: null })
      expect(await broker.read('#', 1, 1)).toEqual([])
    })

    test('refuses a wrong password', async () => {
      expect(await tried({ MQTT_URL: broker.url.replace('marked', 'marked-wrong') })).toEqual({
        mqtt: wrong('refuses the login', 'MQTT_URL')
      })
    })
  }
)

const everyServer = (port: number) => ({
  SMTP_URL: `smtp://ayaz:marked@127.0.0.1:${port}`,
  SMTP_FROM: 'frost@ayaz.example',
  TELEGRAM_BOT_TOKEN: '42:marked-bot-token',
  TELEGRAM_BOT_NAME: 'ayaz_test_bot',
  TELEGRAM_API_ROOT: `http://127.0.0.1:${port}`,
  NTFY_URL: `http://127.0.0.1:${port}`,
  NTFY_TOKEN: 'tk_marked',
  MQTT_URL: `mqtt://ayaz:marked@127.0.0.1:${port}`
})
const unreachable = {
  email: wrong('cannot be reached', 'SMTP_URL'),
  telegram: wrong('cannot be reached', 'network'),
  ntfy: wrong('cannot be reached', 'NTFY_URL'),
  mqtt: wrong('no connection', 'MQTT_URL')
}

describe('every server', () => {
  test('that is away', async () => {
    const server = createServer()
    const port = await listening(server)
    await new Promise((resolve) => server.close(resolve))
    expect(await tried(everyServer(port))).toEqual(unreachable)
  })

  test('that hangs is given up within the limit', async () => {
    const port = await listening(createServer(() => undefined))
    const startedAt = performance.now()
    expect(await tried(everyServer(port), 200)).toEqual(unreachable)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})

const opened: Server[] = []
afterEach(() => {
  for (const server of opened.splice(0)) server.close()
})

async function listening(server: Server): Promise<number> {
  opened.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
