/**
 * Brings the retained topics into line with forecasts and subscriptions. What was published is remembered for
 * one connection; behind a new one everything is published again, and what may be left over is emptied.
 */
import { createHash } from 'node:crypto'
import type { Channel, StateApi, StatedSubscription } from '../../alerts/ports.ts'
import type { ChannelDeps } from '../channel-kind.ts'
import type { Broker } from './broker.ts'
import { expirySeconds, ownPayload, placePayload, placeTopic, stateExpirySeconds } from './message.ts'

/** What a topic shall retain; null: nothing. */
type Wanted = { readonly payload: string; readonly expirySeconds: number } | null

/** Everything that is retained expires within this time. */
const longestExpiryMs = 7 * 86_400_000
/** A delivery that was under way when its subscription ended, or a state was shown, is over by then. */
const settledMs = 600_000
/** A broker that does not answer for so long does not hold the next round. */
const publishWithinMs = 30_000

/** The broker did not take a state; the next round begins where this one stopped. */
class NotShownError extends Error {
  override readonly name = 'NotShownError'
}

interface Memory {
  connection: number
  /** What each topic retains: a hash of its payload, and until when. */
  readonly shown: Map<string, { readonly hash: string; readonly until: number }>
  /** Places that were evaluated and are not yet shown. */
  readonly changed: Set<string>
  /** When the topic of an ended subscription was last emptied. */
  readonly emptied: Map<string, number>
  /** Subscriptions that ended before were all seen to. */
  endedBefore: number
}

interface Round {
  readonly api: StateApi
  readonly memory: Memory
  readonly show: (topic: string, wanted: Wanted) => Promise<void>
}

/** The rounds of one broker. */
export function openStateTopics(
  broker: Broker,
  report: ChannelDeps['report']
): NonNullable<Channel['showState']> {
  const memory: Memory = {
    connection: 0,
    shown: new Map(),
    changed: new Set(),
    emptied: new Map(),
    endedBefore: 0
  }
  return async (api, signal) => {
    for (const location of api.takeEvaluated()) memory.changed.add(location)
    if (!(await broker.isReachable()) || signal.aborted) return
    const show = (topic: string, wanted: Wanted): Promise<void> =>
      showTopic(broker, memory, { topic, wanted, now: api.now(), signal })
    try {
      await showAll({ api, memory, show }, broker.connections())
    } catch (error) {
      if (!(error instanceof NotShownError)) throw error
      if (!signal.aborted) report({ channel: 'mqtt', text: error.message })
    }
  }
}

async function showAll(round: Round, connection: number): Promise<void> {
  const { api, memory } = round
  const startedAt = api.now()
  const isNew = memory.connection !== connection
  if (isNew) {
    memory.shown.clear()
    memory.emptied.clear()
    memory.endedBefore = startedAt - longestExpiryMs
  }
  const changed = new Set(memory.changed)
  const subscriptions = await api.subscriptions(memory.endedBefore - 2 * settledMs)
  await emptyEnded(round, subscriptions)
  await showPlaces(round, changed, isNew)
  await followNights(round, subscriptions, changed)
  for (const location of changed) memory.changed.delete(location)
  memory.endedBefore = startedAt
  memory.connection = connection
}

async function showPlaces({ api, memory, show }: Round, changed: ReadonlySet<string>, isNew: boolean) {
  const wanted = new Map((await api.watched()).map((profile) => [topicOf(profile), profile]))
  const before = isNew ? (await api.unwatched(api.now() - longestExpiryMs)).map(topicOf) : []
  for (const topic of [...before, ...memory.shown.keys()]) {
    if (isOfPlace(topic) && !wanted.has(topic)) await show(topic, null)
  }
  for (const [topic, profile] of wanted) {
    if (!changed.has(profile.location) && memory.shown.has(topic)) continue
    const state = await api.stateOf(profile)
    const expiry = state === null ? 0 : stateExpirySeconds(state, api.now())
    await show(topic, state === null ? null : { payload: placePayload(state), expirySeconds: expiry })
  }
}

function topicOf({ location, ...crop }: Awaited<ReturnType<StateApi['watched']>>[number]): string {
  return placeTopic({ place: { slug: location }, crop })
}

function isOfPlace(topic: string): boolean {
  return !topic.startsWith(ownPrefix)
}

const ownPrefix = 'frost/alerts/'

/** At once, and once more when whatever was on its way has arrived. */
async function emptyEnded({ api, memory, show }: Round, subscriptions: readonly StatedSubscription[]) {
  const now = api.now()
  for (const [id, at] of memory.emptied) if (at < now - longestExpiryMs) memory.emptied.delete(id)
  for (const { id, destination, endedAt } of subscriptions) {
    const topic = destination?.['topic']
    if (endedAt === null || typeof topic !== 'string') continue
    const at = memory.emptied.get(id)
    const settledAt = endedAt + settledMs
    if (at !== undefined && (at >= settledAt || now < settledAt)) continue
    await show(topic, null)
    memory.shown.delete(topic)
    memory.emptied.set(id, now)
  }
}

/** The last message of each subscription, with the present numbers: the same id, so that nothing rings. */
async function followNights(
  { api, memory, show }: Round,
  subscriptions: readonly StatedSubscription[],
  changed: ReadonlySet<string>
) {
  const since = api.now() - settledMs
  for (const { id, location, destination, lastSentAt, endedAt } of subscriptions) {
    const topic = destination?.['topic']
    if (endedAt !== null || lastSentAt === null || typeof topic !== 'string') continue
    if (!changed.has(location) && lastSentAt < since && memory.shown.has(topic)) continue
    const sent = await api.messageOf(id)
    const expiry = sent === null ? 0 : expirySeconds(sent.message, api.now())
    if (sent === null || expiry === 0) continue
    await show(topic, { payload: ownPayload(sent.message, sent.messageId), expirySeconds: expiry })
  }
}

interface Showing {
  readonly topic: string
  readonly wanted: Wanted
  readonly now: number
  readonly signal: AbortSignal
}

/** Publishes what differs from what the topic retains. */
async function showTopic(broker: Broker, { shown }: Memory, { topic, wanted, now, signal }: Showing) {
  const payload = wanted?.payload ?? ''
  const hash = createHash('sha256').update(payload).digest('base64')
  const seconds = wanted?.expirySeconds ?? 0
  if (shown.get(topic)?.hash === hash) return
  const within = AbortSignal.any([signal, AbortSignal.timeout(publishWithinMs)])
  const published = await broker.publish({ topic, payload, expirySeconds: seconds, messageId: null }, within)
  if (published !== 'published') {
    const why = typeof published === 'string' ? published : `refused with ${published.refusedWith}`
    throw new NotShownError(`The state of ${topicGroup(topic)} was not published: ${why}.`)
  }
  shown.set(topic, { hash, until: now + seconds * 1000 })
}

/** A subscription's topic is its secret. */
function topicGroup(topic: string): string {
  return topic.startsWith(ownPrefix) ? `${ownPrefix}…` : topic
}
