/** Below the topic of a subscription: whether tonight's warning was answered, and where a program says that it was. */
import type { ConversationApi, StateApi, StatedSubscription } from '../../alerts/ports.ts'
import { daySeconds, minuteSeconds } from '../../common/time.ts'
import type { ChannelDeps } from '../channel-kind.ts'
import { localInstant } from '../message-data.ts'

/** Retained, of every subscription. */
export function alarmTopic(own: string): string {
  return `${own}/alarm`
}

/** Whatever comes there says that the last message about tonight was seen. */
export function seenTopic(own: string): string {
  return `${own}/seen`
}

/** Every state of it; Home Assistant must know them beforehand. */
export const alarmStates = ['none', 'waiting', 'acknowledged', 'unanswered', 'cleared'] as const

/** So that a day passes before the same is published again. */
const alarmExpirySeconds = 2 * daySeconds

/** What the topic of each shall retain. */
export async function wantedAlarms(
  api: StateApi,
  subscriptions: readonly StatedSubscription[]
): Promise<readonly { readonly topic: string; readonly payload: string; readonly expirySeconds: number }[]> {
  const living = subscriptions.filter(({ endedAt }) => endedAt === null)
  const alarms = await api.alarms(living)
  return living.flatMap(({ id, destination }) => {
    const own = destination?.['topic']
    const alarm = alarms.get(id)
    if (typeof own !== 'string' || alarm === undefined) return []
    const local = (at: number | null) => (at === null ? null : localInstant(at, alarm.timezone))
    const payload = JSON.stringify({
      state: alarm.state,
      night: alarm.date,
      notified_at: local(alarm.notifiedAt),
      seen_at: local(alarm.seenAt),
      unanswered_at: local(alarm.unansweredAt)
    })
    return [{ topic: alarmTopic(own), payload, expirySeconds: alarmExpirySeconds }]
  })
}

const ownTopic = /^(frost\/alerts\/[A-Za-z0-9_-]{1,64})\/seen$/
/** What is pressed while no process listens waits at the broker this long [s]. */
const sessionSeconds = 15 * minuteSeconds

/** Listens until aborted; one process at a time. */
export async function listenForSeen(
  { url, report, save, random }: Pick<ChannelDeps, 'report' | 'save' | 'random'> & { readonly url: string },
  chat: Pick<ConversationApi, 'seenLast'>,
  signal: AbortSignal
): Promise<void> {
  const { default: mqtt } = await import('mqtt')
  const make = () => Buffer.from(random(8)).toString('hex')
  const client = mqtt.connect(url, {
    protocolVersion: 5,
    // By which the broker knows the session again, whichever process listens.
    clientId: `ayaz-seen-${await save('mqtt seen', make)}`,
    clean: false,
    properties: { sessionExpiryInterval: sessionSeconds },
    reconnectPeriod: 2000
  })
  const failed = (error?: Error | null): void => {
    if (error) report({ channel: 'mqtt', text: `What was seen is not heard of: ${error.message}` })
  }
  // Without a listener, an unreachable broker would end the process; the state topics report it.
  client.on('error', () => undefined)
  client.handleMessage = (packet, done) => {
    const own = 'topic' in packet ? ownTopic.exec(packet.topic)?.[1] : undefined
    const isRetained = 'retain' in packet && packet.retain
    if (own === undefined || isRetained) return done()
    // Acknowledged after it is stored: otherwise it comes again.
    chat.seenLast({ topic: own }).then(
      () => done(),
      (error: Error) => {
        failed(error)
        done(error)
      }
    )
  }
  // Nothing that the broker has retained: a press belongs to its instant.
  client.subscribe('frost/alerts/+/seen', { qos: 1, rh: 2 }, failed)
  if (!signal.aborted)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  await client.endAsync(true)
}
