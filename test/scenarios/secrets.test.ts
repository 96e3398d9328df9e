/**
 * Secrets of the operator and of subscribers, each marked, while all that they are for works and then fails: nothing
 * shows one.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { doctorCommand } from '../../src/cli/doctor.ts'
import { startApp, type TestApp } from '../app.ts'
import { runCommand } from '../command.ts'
import type { Subscribed } from '../contracts/http-alerts/client.ts'
import { postgresEngine } from '../contracts/store/engines.ts'
import { printFigures } from '../drills/figures.ts'
import { patience } from '../patience.ts'
import { type BotApiServer, startBotApiServer } from '../receivers/bot-api-server.ts'
import { type LoopbackAnswer, type LoopbackServer, startLoopback } from '../receivers/loopback.ts'
import { type Mosquitto, mosquittoIsInstalled, startMosquitto } from '../receivers/mosquitto.ts'
import { type NtfyServer, startNtfyServer } from '../receivers/ntfy-server.ts'
import { type PushService, startPushService } from '../receivers/push-service.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../receivers/smtp-receiver.ts'
import { startUpstream, type Upstream } from '../upstream/upstream.ts'
import { clearNights, shifted } from '../upstream/weather.ts'

const mark = 'Marked7Secret'
/** Secrets that the service made itself, each as it is stored or was given out. */
const made = new Set<string>()
const shown: string[] = []
const ends: (() => Promise<unknown>)[] = []

let app: TestApp
let environment: Readonly<Record<string, string>>
let upstream: Upstream
let hook: LoopbackServer
let ntfy: NtfyServer
let push: PushService
let bot: BotApiServer
let mail: SmtpReceiver
let broker: Mosquitto | null = null
let isHookAway = false

beforeAll(async () => {
  upstream = await startUpstream()
  upstream.setWeather(shifted(clearNights, -4))
  hook = await startLoopback(({ path, body }): LoopbackAnswer => {
    // What receivers answer may hold what they were sent.
    if (isHookAway) return { status: 500, body: `${path} ${body}` }
    // A heartbeat has no body.
    const { data } = JSON.parse(body.toString() || '{}') as { data?: { challenge?: string } }
    return data?.challenge === undefined
      ? { status: 204 }
      : {
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ challenge: data.challenge })
        }
  })
  ntfy = await startNtfyServer({ token: `tk_${mark}ntfy` })
  push = await startPushService()
  bot = await startBotApiServer(`42:${mark}-bot-token`)
  mail = await startSmtpReceiver({ login: { user: 'ayaz', password: `${mark}-smtp` } })
  if (mosquittoIsInstalled) broker = await startMosquitto({ user: 'ayaz', password: `${mark}-mqtt` })
  environment = {
    ...upstream.environment,
    DATABASE_URL: await databaseOfMarkedUser(),
    // It does nothing any more, and is still set where it was.
    REDIS_URL: `redis://:${mark}-redis@127.0.0.1:1`,
    ...(broker && { MQTT_URL: broker.url, MQTT_OPEN: 'yes' }),
    SOURCES: 'open-meteo,met-norway,openweathermap',
    ENSEMBLE: 'no',
    OPEN_METEO_KEY: `${mark}-meteo`,
    OPENWEATHERMAP_KEY: `${mark}-owm`,
    METRICS_TOKEN: `${mark}-metrics-token`,
    NTFY_URL: ntfy.origin,
    NTFY_TOKEN: `tk_${mark}ntfy`,
    TELEGRAM_BOT_TOKEN: bot.token,
    TELEGRAM_BOT_NAME: 'ayaz_test_bot',
    TELEGRAM_API_ROOT: bot.origin,
    SMTP_URL: `smtp://ayaz:${mark}-smtp@127.0.0.1:${mail.port}`,
    SMTP_TLS: 'off',
    SMTP_FROM: 'ayaz@example.org',
    HEARTBEAT_URL: `${hook.origin}/${mark}-heartbeat`,
    WEBHOOK_ALLOW_HTTP: 'yes',
    WEBHOOK_ALLOW_CIDR: `127.0.0.1:${hook.port},127.0.0.1:${push.port}`,
    TIERS: 'free=100000/60'
  }
  app = await startApp({ environment })
  ends.push(app.close, ntfy.close, push.close, bot.close, mail.close, hook.close, upstream.close)
  await rememberOwnSecrets()
  await vi.waitFor(
    () =>
      expect(
        app
          .log()
          .filter((line) => !line.includes('"debug"'))
          .join('')
          .slice(0, 3000)
      ).toContain('"demo_ended"'),
    patience
  )
})
afterAll(async () => {
  for (const end of ends) await end()
  await broker?.close()
})

/** A database of the tests' server, entered by a user whose password is marked. */
async function databaseOfMarkedUser(): Promise<string> {
  const engine = postgresEngine()
  await engine.start()
  const url = new URL((await engine.fresh()).url ?? '')
  const client = new pg.Client(url.href)
  await client.connect()
  await client.query(`create role marked superuser login password '${mark}-database'`)
  await client.end()
  url.username = 'marked'
  url.password = `${mark}-database`
  return url.href
}

/** The server's key and the private half of the push keys. */
async function rememberOwnSecrets(): Promise<void> {
  const client = new pg.Client(environment['DATABASE_URL'])
  await client.connect()
  const { rows } = await client.query<{ value: string }>('select value from secrets')
  await client.end()
  for (const { value } of rows)
    made.add(value.startsWith('{') ? (JSON.parse(value) as { privateKey: string }).privateKey : value)
  expect(made.size).toBeGreaterThan(1)
}

/** Only whoever made it sees its destination and its secrets, in the answer. */
async function subscribe(channel: string, destination?: object): Promise<Subscribed> {
  const body = {
    location: 'malatya',
    threshold: 10,
    lang: 'en',
    channel,
    label: `${mark}-label`,
    destination
  }
  const answer = await fetch(`${app.api}/alerts/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body)
  })
  const text = await answer.text()
  expect(answer.status, text).toBe(201)
  const subscription = JSON.parse(text) as Subscribed
  expect(subscription.preview).toBe(false)
  made.add(subscription.manage.token)
  if (subscription.channel_secret !== null) made.add(subscription.channel_secret)
  // Whoever knows a topic reads along.
  if (channel === 'ntfy' || channel === 'mqtt') made.add(topicOf(subscription))
  return subscription
}

function topicOf({ channel_url }: Subscribed): string {
  const topic = new URL(channel_url ?? '').pathname.split('/').at(-1) ?? ''
  expect(topic.length).toBeGreaterThan(20)
  return topic
}

async function deliveries({
  id,
  manage
}: Subscribed): Promise<readonly { status: string; attempts: number }[]> {
  const headers = { authorization: `Bearer ${manage.token}` }
  const answer = await fetch(`${app.api}/alerts/subscriptions/${id}/deliveries`, { headers })
  return ((await answer.json()) as { deliveries: readonly { status: string; attempts: number }[] }).deliveries
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(app.origin + path, { redirect: 'manual', ...init })
  shown.push(`${path} ${answer.status} ${JSON.stringify([...answer.headers])} ${await answer.text()}`)
  return answer
}

async function askEverything(): Promise<void> {
  const headers = { authorization: `Bearer ${mark}-manage-token`, 'x-api-key': `${mark}-api-key` }
  const paths = ['/weather?location=malatya', '/alerts/subscriptions/sub_none', '/limits']
  for (const path of paths) await ask(`/api/v1${path}`, { headers })
  for (const path of [
    '/en',
    '/tr',
    '/status',
    '/preview',
    '/en/place/malatya',
    '/readyz',
    '/healthz',
    '/docs'
  ])
    await ask(path)
  for (const path of ['/metrics', '/nowhere']) await ask(path)
  const refused = {
    location: 'malatya',
    threshold: 10,
    channel: 'webhook',
    destination: { url: `ftp://${mark}` }
  }
  await ask('/api/v1/alerts/subscribe', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(refused)
  }).then(({ status }) => expect(status).toBe(422))
  const metrics = await ask('/metrics', { headers: { authorization: `Bearer ${mark}-metrics-token` } })
  expect(metrics.status).toBe(200)
  // What is asked for with a secret in its address is not found, and not repeated in the log.
  await fetch(`${app.origin}/a/${mark}-in-a-path`)
  const port = new URL(app.origin).port
  const { out, said } = await runCommand(doctorCommand, ['--json'], {
    ...{ METAR: 'off', HOST: '127.0.0.1', PORT: port, SITE_URL: 'https://ayaz.example' },
    ...environment,
    DATA_DIR: app.dataDir
  })
  expect(JSON.parse(out)).toBeTruthy()
  shown.push(out, said)
}

const found = () =>
  [...shown, ...app.log()].filter((text) => [mark, ...made].some((secret) => text.includes(secret)))

it('no page, answer, problem, metric, line of the log or finding shows a secret, whether all works or all fails', async () => {
  const subscriptions = [
    await subscribe('webhook', { url: `${hook.origin}/${mark}-hook?key=${mark}` }),
    await subscribe('ntfy'),
    await subscribe('webpush', push.subscription),
    await subscribe('email', { address: `${mark}@example.org` }),
    await subscribe('telegram')
  ]
  if (broker !== null)
    subscriptions.push(await vi.waitFor(() => subscribe('mqtt'), { timeout: 60_000, interval: 500 }))
  const [byHook, byNtfy, byPush, byMail, byBot] = subscriptions as [
    Subscribed,
    Subscribed,
    Subscribed,
    Subscribed,
    Subscribed
  ]
  const start = new URL(byBot.confirmation.url ?? '').searchParams.get('start')
  bot.say(777, `/start ${start}`)
  await vi.waitFor(() => expect(mail.received).toHaveLength(1), patience)
  for (const one of [byHook, byNtfy, byPush, byBot])
    await vi.waitFor(async () => {
      expect((await deliveries(one)).filter(({ status }) => status === 'delivered')).not.toEqual([])
    }, patience)
  await askEverything()
  expect(found()).toEqual([])

  // From now on everything fails that can.
  isHookAway = true
  await upstream.fail({ kind: 'status', status: 401 })
  await broker?.close()
  mail.refuseNext('recipient', { code: 550, message: `no ${mark}@example.org here` })
  ntfy.answerNext({ status: 500, body: byNtfy.channel_url ?? '' })
  push.answerNext({ status: 500, body: push.subscription.endpoint })
  bot.answerNext('sendMessage', { status: 401, body: JSON.stringify({ ok: false, description: bot.token }) })
  for (const { id, manage } of [byHook, byNtfy, byPush, byMail, byBot]) {
    const headers = { authorization: `Bearer ${manage.token}` }
    await fetch(`${app.api}/alerts/subscriptions/${id}/test`, { method: 'POST', headers })
  }
  for (const one of [byHook, byNtfy, byPush, byBot])
    await vi.waitFor(async () => {
      const [newest] = await deliveries(one)
      expect([newest?.status === 'delivered', (newest?.attempts ?? 0) > 0]).toEqual([false, true])
    }, patience)
  await ask('/api/v1/weather?lat=39&lon=35')
  await askEverything()
  expect(app.log().some((line) => line.includes('"source_failed"'))).toBe(true)
  expect(app.log().some((line) => line.includes('"delivery_delayed"'))).toBe(true)
  printFigures('secrets', {
    made_by_the_service: made.size,
    texts_looked_through: shown.length + app.log().length,
    showing_one: found().length
  })
  expect(found()).toEqual([])
})
