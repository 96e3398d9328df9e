/**
 * Brings retained topics into line with forecasts and subscriptions. What was published is remembered for one
 * connection while no other process watches; then all is published again, and what may be left over emptied.
 */
import { createHash } from 'node:crypto'
import type { Channel, StateApi, StatedSubscription } from '../../alerts/ports.ts'
import { dayMs, minuteMs, secondMs } from '../../common/time.ts'
import type { ChannelDeps } from '../channel-kind.ts'
import { withWords } from '../other-side.ts'
import type { Broker } from './broker.ts'
import {
  alarmTopic,
  announcesField,
  discoveryPayload,
  discoveryTopic,
  fieldDevice,
  fieldDiscoveryPayload,
  wantedAlarms
} from './discovery.ts'
import {
  expirySeconds,
  fieldTopic,
  isUsual,
  ownPayload,
  placePayload,
  placeTopic,
  stateExpirySeconds,
  thermometerPayload,
  thermometerTopic
} from './message.ts'

type Wanted = {
  readonly payload: string
  readonly expirySeconds: number
  /** When it was last sent a message, which stays until the state is shown again. */
  readonly after?: number
} | null

/** The longest expiry of retained messages. */
const longestExpiryMs = 7 * dayMs
/** A day passes before the same is published again. */
const thermometerExpirySeconds = (2 * dayMs) / secondMs
/** A delivery under way when its subscription ended, or its state was shown, is over by then. */
const settledMs = 10 * minuteMs
/** A silent broker does not hold the next round. */
const publishWithinMs = 30_000

/** The topic was not published: the remaining ones wait for the next round. */
class NotShownError extends Error {
  override readonly name = 'NotShownError'
}

interface Memory {
  connection: number
  readonly shown: Map<string, { readonly hash: string; readonly until: number }>
  term: number
  readonly changed: Set<string>
  readonly emptied: Map<string, number>
  /** Topics of subscriptions that ended before were all emptied. */
  endedBefore: number
}

interface StateSettings extends Pick<ChannelDeps, 'report' | 'siteUrl'> {
  readonly announces: boolean
  /** Includes their labels: not where anyone may subscribe. */
  readonly announcesFields: boolean
}

interface Round {
  readonly settings: StateSettings
  readonly api: StateApi
  readonly memory: Memory
  readonly show: (topic: string, wanted: Wanted) => Promise<void>
}

export function openStateTopics(broker: Broker, settings: StateSettings): NonNullable<Channel['showState']> {
  const memory: Memory = {
    connection: 0,
    shown: new Map(),
    term: 0,
    changed: new Set(),
    emptied: new Map(),
    endedBefore: 0
  }
  return async (api, signal) => {
    for (const location of api.takeEvaluated()) memory.changed.add(location)
    if (!(await broker.isReachable()) || signal.aborted) return
    const show = (topic: string, wanted: Wanted): Promise<void> =>
      showTopic({ broker, memory, settings }, { topic, wanted, now: api.now(), signal })
    try {
      await showAll({ settings, api, memory, show }, broker.connections())
    } catch (error) {
      if (!(error instanceof NotShownError)) throw error
      if (!signal.aborted) settings.report({ channel: 'mqtt', text: error.message })
    }
  }
}

async function showAll(round: Round, connection: number): Promise<void> {
  const { api, memory } = round
  const startedAt = api.now()
  const term = api.term()
  const isNew = memory.connection !== connection || memory.term !== term
  if (isNew) {
    memory.shown.clear()
    memory.emptied.clear()
    memory.endedBefore = startedAt - longestExpiryMs
  }
  const changed = new Set(memory.changed)
  const subscriptions = await api.subscriptions(memory.endedBefore - 2 * settledMs)
  await emptyEnded(round, subscriptions)
  await showPlaces(round, changed, isNew)
  await showFields(round, subscriptions, changed)
  for (const { topic, ...wanted } of await wantedAlarms(api, subscriptions)) await round.show(topic, wanted)
  await followNights(round, subscriptions, changed)
  for (const location of changed) memory.changed.delete(location)
  memory.endedBefore = startedAt
  memory.connection = connection
  memory.term = term
}

async function showPlaces(round: Round, changed: ReadonlySet<string>, isNew: boolean): Promise<void> {
  const { api, memory, show } = round
  const watched = await api.watched()
  const wanted = new Set(watched.flatMap((profile) => topicsOf(round, profile)))
  const unwatched = isNew ? await api.unwatched(api.now() - longestExpiryMs) : []
  const before = unwatched.flatMap((profile) => topicsOf(round, profile))
  for (const topic of new Set([...before, ...memory.shown.keys()])) {
    if (topic.startsWith(ownPrefix) || announcesField(topic) || wanted.has(topic)) continue
    await show(topic, null)
    memory.shown.delete(topic)
  }
  for (const profile of watched) {
    if (changed.has(profile.location) || !memory.shown.has(topicOf(profile))) await showPlace(round, profile)
  }
}

async function showPlace(round: Round, profile: Profile): Promise<void> {
  const { settings, api, show } = round
  const state = await api.stateOf(profile)
  if (state === null) return show(topicOf(profile), null)
  if (settings.announces && isUsual(state))
    await announce(round, profile.location, discoveryPayload(state, settings.siteUrl))
  const expiry = stateExpirySeconds(state, api.now())
  await show(topicOf(profile), { payload: placePayload(state), expirySeconds: expiry })
}

async function announce({ show }: Round, device: string, payload: string): Promise<void> {
  await show(discoveryTopic(device), { payload, expirySeconds: longestExpiryMs / secondMs })
}

/** Announces fields from the first round on, long before a message. */
async function showFields(
  round: Round,
  subscriptions: readonly StatedSubscription[],
  changed: ReadonlySet<string>
): Promise<void> {
  const { settings, api, memory, show } = round
  for (const subscription of subscriptions) {
    const { id, location, destination, endedAt, language } = subscription
    const name = api.fieldName(subscription)
    const own = destination?.['topic']
    if (endedAt !== null || typeof own !== 'string' || name === null) continue
    const topic = fieldTopic(own)
    if (settings.announcesFields) {
      const hasThermometer = await showThermometer(round, subscription, own)
      const device = { id: fieldDevice(id), name, topic, language, own, hasThermometer }
      await announce(round, device.id, fieldDiscoveryPayload(device, settings.siteUrl))
    }
    if (memory.shown.has(topic) && !changed.has(location)) continue
    const state = await api.fieldState(subscription)
    const wanted = state && {
      payload: placePayload(state),
      expirySeconds: stateExpirySeconds(state, api.now())
    }
    await show(topic, wanted)
  }
}

/** Where fields are announced the broker is the operator's own: elsewhere others may read what an owner measures. */
async function showThermometer(
  { api, memory, show }: Round,
  subscription: StatedSubscription,
  own: string
): Promise<boolean> {
  const read = await api.fieldThermometer(subscription)
  const topic = thermometerTopic(own)
  if (read !== null) {
    await show(topic, { payload: thermometerPayload(read), expirySeconds: thermometerExpirySeconds })
  } else if (memory.shown.delete(topic)) await show(topic, null)
  return read !== null
}

type Profile = Awaited<ReturnType<StateApi['watched']>>[number]

function topicsOf({ settings }: Round, profile: Profile): readonly string[] {
  return settings.announces ? [topicOf(profile), discoveryTopic(profile.location)] : [topicOf(profile)]
}

function topicOf({ location, ...crop }: Profile): string {
  return placeTopic({ place: { slug: location }, crop })
}

const ownPrefix = 'frost/alerts/'

/** Empties topics of ended subscriptions, once more when deliveries under way have arrived. */
async function emptyEnded({ api, memory, show }: Round, subscriptions: readonly StatedSubscription[]) {
  const now = api.now()
  for (const [id, at] of memory.emptied) if (at < now - longestExpiryMs) memory.emptied.delete(id)
  for (const subscription of subscriptions) {
    const { id, destination, endedAt } = subscription
    const topic = destination?.['topic']
    if (endedAt === null || typeof topic !== 'string') continue
    const at = memory.emptied.get(id)
    const settledAt = endedAt + settledMs
    if (at !== undefined && (at >= settledAt || now < settledAt)) continue
    const ofField =
      api.fieldName(subscription) !== null
        ? [fieldTopic(topic), thermometerTopic(topic), discoveryTopic(fieldDevice(id))]
        : []
    for (const one of [topic, alarmTopic(topic), ...ofField]) {
      await show(one, null)
      memory.shown.delete(one)
    }
    memory.emptied.set(id, now)
  }
}

/** Publishes a message again with the present numbers and the same id, so that receivers do not repeat it. */
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
    // Without a message about nights there is nothing to look for until another is sent.
    if (sent === null || expiry === 0) memory.shown.set(topic, { hash: '', until: 0 })
    else {
      const payload = ownPayload(sent.message, sent.messageId)
      await show(topic, { payload, expirySeconds: expiry, after: lastSentAt })
    }
  }
}

/** Publishes what differs, and what would expire a day sooner. */
async function showTopic(
  { broker, memory, settings }: Pick<Round, 'memory' | 'settings'> & { broker: Broker },
  { topic, wanted, now, signal }: { topic: string; wanted: Wanted; now: number; signal: AbortSignal }
): Promise<void> {
  const { payload, expirySeconds: seconds, after = 0 } = wanted ?? { payload: '', expirySeconds: 0 }
  const hash = createHash('sha256').update(`${after} ${payload}`).digest('base64')
  const until = wanted === null ? 0 : now + seconds * secondMs
  const shown = memory.shown.get(topic)
  if (shown?.hash === hash && until - shown.until < dayMs) return
  const within = AbortSignal.any([signal, AbortSignal.timeout(publishWithinMs)])
  const published = await broker.publish({ topic, payload, expirySeconds: seconds, messageId: null }, within)
  const refusal = typeof published === 'string' ? null : published
  if (published === 'unreachable' || published === 'given_up' || refusal?.refused === 'the connection')
    throw new NotShownError(`The state of ${shownTopic(topic)} was not published: the broker did not answer.`)
  if (refusal !== null) {
    const { refusedWith, said } = refusal
    const text =
      `The broker refused the state of ${shownTopic(topic)} (${refusedWith}), see its access ` +
      `rules${withWords(said, [topic])}`
    settings.report({ channel: 'mqtt', text })
  }
  // A refusal does not hold back the rest: tried again when it changes.
  memory.shown.set(topic, { hash, until })
}

/** A subscription's topic is its secret. */
function shownTopic(topic: string): string {
  return topic.startsWith(ownPrefix) ? `${ownPrefix}…` : topic
}
