/** Every receiver that a message can go to, on loopback, and what came to each. */
import { connect, type MqttClient } from 'mqtt'
import type { OpenStream } from '../contracts/http-alerts/open-stream.ts'
import { openStream } from '../contracts/http-alerts/open-stream.ts'
import { type BotApiServer, startBotApiServer } from '../receivers/bot-api-server.ts'
import { type LoopbackAnswer, startLoopback } from '../receivers/loopback.ts'
import { type Mosquitto, mosquittoIsInstalled, startMosquitto } from '../receivers/mosquitto.ts'
import { type PushService, startPushService } from '../receivers/push-service.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../receivers/smtp-receiver.ts'

/** A night of a message. Instants [ms since epoch]. */
export interface ReceivedNight {
  readonly date: string
  readonly standing: 'raised' | 'cleared' | 'seen'
  readonly coldestAt: number | null
  readonly score: number | null
  readonly plantMinC: number | null
}

/** A message as it came. */
export interface Received {
  readonly channel: string
  /** Whose it is: the path, topic, address or chat that it came to. */
  readonly to: string
  /** The service's own clock [ms since epoch]. */
  readonly at: number
  /** The same on every repeat; null where a channel has none. */
  readonly id: string | null
  /** As in an envelope: `raised`, `updated` …; null where only words came. */
  readonly kind: string | null
  readonly title: string
  /** Of ntfy, 1…5. */
  readonly priority: number | null
  readonly nights: readonly ReceivedNight[]
}

export interface Receivers {
  readonly received: Received[]
  readonly environment: Readonly<Record<string, string>>
  readonly hookOrigin: string
  readonly bot: BotApiServer
  /** One subscription each. */
  readonly push: readonly PushService[]
  readonly mail: SmtpReceiver
  /** Null where there is no broker on this machine. */
  readonly broker: Mosquitto | null
  /** Receivers of subscribers answer 500. */
  isAway: boolean
  /** Notes what came as words alone. */
  readonly readWords: () => void
  /** Follows a stream of the service; again after each of its starts. */
  readonly follow: (to: string, url: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** Starts all. @param clock the service's [ms since epoch] */
export async function startReceivers(clock: () => number, pushServices: number): Promise<Receivers> {
  const received: Received[] = []
  const note = (one: Omit<Received, 'at'>): void => void received.push({ ...one, at: clock() })
  const away: LoopbackAnswer = { status: 500 }
  const hook = await startLoopback(({ path, body, headers }) => {
    if (receivers.isAway) return away
    const { type, data } = JSON.parse(body.toString()) as { type: string; data: EnvelopeData }
    if (data.challenge !== undefined) return answered({ challenge: data.challenge })
    note({ channel: 'webhook', to: path, id: String(headers['webhook-id']), ...ofEnvelope(type, data) })
    return { status: 204 }
  })
  const ntfy = await startLoopback(({ body }) => {
    if (body.length === 0) return answered({ healthy: true })
    if (receivers.isAway) return away
    const { topic, title, priority } = JSON.parse(body.toString()) as {
      topic: string
      title: string
      priority: number
    }
    note({ channel: 'ntfy', to: topic, id: null, kind: null, title, priority, nights: [] })
    return answered({ id: '1' })
  })
  const mail = await startSmtpReceiver()
  const bot = await startBotApiServer()
  const push = await Promise.all(Array.from({ length: pushServices }, () => startPushService()))
  const broker = mosquittoIsInstalled ? await startMosquitto() : null
  const reader = broker === null ? null : await readTopics(broker, note)
  const streams = new Map<string, OpenStream>()
  const ports = [hook.port, ...push.map(({ port }) => port)]
  const receivers: Receivers = {
    received,
    environment: {
      ...leadingTo({ ports, ntfy, mail, bot }),
      ...(broker && { MQTT_URL: broker.url, MQTT_OPEN: 'yes' })
    },
    hookOrigin: hook.origin,
    bot,
    push,
    mail,
    broker,
    isAway: false,
    readWords: wordsReader({ mail, bot, push }, note),
    follow: async (to, url) => {
      const before = streams.get(to)
      before?.close()
      streams.set(to, await openStream(url, before?.soFar().at(-1)?.id))
      for (const { data } of before?.soFar() ?? []) note({ channel: 'sse', to, ...ofStream(data) })
    },
    close: async () => {
      receivers.readWords()
      for (const [to, stream] of streams) {
        for (const { data } of stream.soFar()) note({ channel: 'sse', to, ...ofStream(data) })
        stream.close()
      }
      await reader?.endAsync(true)
      const servers = [hook, ntfy, mail, bot, ...push, ...(broker === null ? [] : [broker])]
      await Promise.all(servers.map((server) => server.close()))
    }
  }
  return receivers
}

/** The settings that lead an app to these servers; `ports` are those of subscribers. */
export const leadingTo = ({
  ports,
  ntfy,
  mail,
  bot
}: Pick<Receivers, 'mail' | 'bot'> & {
  readonly ports: readonly number[]
  readonly ntfy: { readonly origin: string }
}): Readonly<Record<string, string>> => ({
  WEBHOOK_ALLOW_HTTP: 'yes',
  WEBHOOK_ALLOW_CIDR: ports.map((port) => `127.0.0.1:${port}`).join(),
  NTFY_URL: ntfy.origin,
  SMTP_URL: mail.url,
  SMTP_TLS: 'off',
  SMTP_FROM: 'ayaz@example.org',
  TELEGRAM_BOT_TOKEN: bot.token,
  TELEGRAM_BOT_NAME: 'ayaz_test_bot',
  TELEGRAM_API_ROOT: bot.origin
})

/** Of mails, chats and pushes, which have no envelope, what came since the last look. */
function wordsReader(
  { mail, bot, push }: Pick<Receivers, 'mail' | 'bot' | 'push'>,
  note: (one: Omit<Received, 'at'>) => void
): () => void {
  const seen = new Map<object, number>()
  const fresh = <Item>(items: readonly Item[]): readonly Item[] => {
    const some = items.slice(seen.get(items) ?? 0)
    seen.set(items, items.length)
    return some
  }
  const words = (channel: string, to: string, title: string): void =>
    note({ channel, to, title, id: null, kind: null, priority: null, nights: [] })
  return () => {
    for (const { to, mail: read } of fresh(mail.received)) words('email', to[0] ?? '', read.subject ?? '')
    for (const { chatId, text } of fresh(bot.sent))
      words('telegram', String(chatId), text.split('\n')[0] ?? '')
    for (const [index, { opened }] of push.entries())
      for (const { text } of fresh(opened))
        words('webpush', `push${index}`, (JSON.parse(text) as { readonly title: string }).title)
  }
}

interface EnvelopeData {
  readonly challenge?: string
  readonly title: string
  readonly nights: readonly {
    readonly date: string
    readonly standing: ReceivedNight['standing']
    readonly coldest_at: string | null
    readonly score: number | null
    readonly plant_temperature_min: number | null
  }[]
}

type Content = Pick<Received, 'kind' | 'title' | 'priority' | 'nights'>

function ofEnvelope(type: string, { title, nights }: EnvelopeData): Content {
  return {
    kind: type.replace('frost.alert.', ''),
    title,
    priority: null,
    nights: nights.map(({ date, standing, coldest_at, score, plant_temperature_min }) => ({
      date,
      standing,
      score,
      plantMinC: plant_temperature_min,
      coldestAt: coldest_at === null ? null : Date.parse(coldest_at)
    }))
  }
}

function ofStream(event: Readonly<Record<string, unknown>>): Content & { readonly id: string } {
  const { type, data, message_id } = event as { type: string; data: EnvelopeData; message_id: string }
  return { ...ofEnvelope(type, data), id: message_id }
}

function answered(json: unknown): LoopbackAnswer {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }
}

/** A topic of a subscription is emptied when its nights are over. */
async function readTopics(broker: Mosquitto, note: (one: Omit<Received, 'at'>) => void): Promise<MqttClient> {
  const client = connect(broker.url)
  const seen = new Set<string>()
  client.on('message', (topic, payload) => {
    if (payload.length === 0) return
    const event = ofStream(JSON.parse(payload.toString()) as Readonly<Record<string, unknown>>)
    if (seen.has(event.id)) return
    seen.add(event.id)
    note({ channel: 'mqtt', to: topic, ...event })
  })
  await client.subscribeAsync('frost/alerts/+', { qos: 1 })
  return client
}
