/** `GET /streams/{token}`: the messages of one subscription as server-sent events, as they come. */
import type { ServerResponse } from 'node:http'
import { composeLogged } from '../../alerts/compose.ts'
import { isWithinShare } from '../../alerts/insertion-ports.ts'
import { type FeedReading, readFeed } from '../../alerts/links.ts'
import type { LoggedMessage } from '../../alerts/outbox-ports.ts'
import type { Subscription } from '../../alerts/subscription.ts'
import { hourMs } from '../../common/time.ts'
import { readsUsual } from '../bodies.ts'
import { networksOf } from '../client-networks.ts'
import type { Routed, Router } from '../router.ts'
import {
  hasEnded,
  type OutsideDeps,
  outsideHeaders,
  quotaOf,
  type ReadMessage,
  refuse,
  tooMany,
  unknownAddress,
  watchStreams
} from './outside-routes.ts'

interface StreamDeps extends OutsideDeps {
  /** One event. Passed in, because the format belongs to the channel. */
  readonly renderEvent: (message: ReadMessage) => string
  /** The beginning of a stream, for a reader that reconnects after `retrySeconds`. */
  readonly opening: (retrySeconds: number) => string
  /** Calls the listener with the id of a subscription as soon as it is known that it was sent a message. */
  readonly whenSent: (listener: (subscriptionId: string) => void) => void
  /** How often messages sent by other processes are looked up [ms]. */
  readonly lookEveryMs: number
  /** Queries between two of them on a quiet stream. */
  readonly looksPerKeepAlive: number
  /** Keeps proxies from closing a quiet stream. */
  readonly keepAlive: string
}

/** How far back a reader that returns gets messages. */
const replayMs = 48 * hourMs
const maxReplayed = 200
const retrySeconds = 10
/** How often an open stream is recorded as read [ms]. */
const markEveryMs = hourMs
/** A reader that takes nothing is let go before it fills our memory [bytes]. */
const maxUnread = 262_144
const operation = 'stream'

export function registerStreams(router: Router, deps: StreamDeps): () => void {
  const places = createStreamPlaces()
  const open = new Set<() => void>()
  const watch = watchStreams({
    subscriptions: deps.alerts.subscriptions,
    everyMs: deps.lookEveryMs,
    looksPerKeepAlive: deps.looksPerKeepAlive
  })
  deps.whenSent(watch.wake)
  router.add({
    methods: ['GET'],
    path: '/streams/:token',
    reads: readsUsual,
    handle: (asked) => answer({ deps, places, open, watch }, asked)
  })
  return () => {
    for (const end of [...open]) end()
  }
}

interface Streams {
  readonly deps: StreamDeps
  readonly places: StreamPlaces
  readonly watch: ReturnType<typeof watchStreams>
  readonly open: Set<() => void>
}

async function answer(streams: Streams, asked: Routed): Promise<void> {
  const { deps, places } = streams
  const { request, response, params } = asked
  const client = deps.clients.of(request)
  const over = await quotaOf(deps, client)
  if (over !== null) return refuse(deps, operation, asked, over)
  const token = params['token'] ?? ''
  const since = deps.clock() - replayMs
  const reading = await readFeed(deps.alerts, token, { since, limit: maxReplayed })
  const channel = reading === null ? undefined : deps.alerts.channels.get(reading.subscription.channel)
  if (reading === null || channel?.fetchedAs !== 'events')
    return refuse(deps, operation, asked, unknownAddress)
  if (reading.subscription.endedAt !== null) return refuse(deps, operation, asked, hasEnded)
  // The client has disconnected meanwhile, so no later event would release the place.
  if (request.socket.destroyed) return
  const limit = places.take(reading.subscription.id, client)
  if (limit !== null) {
    const problem = tooMany('Too many streams are open.', limit, 60)
    return refuse(deps, operation, asked, problem)
  }
  const lastSeen = String(request.headers['last-event-id'] ?? '')
  const stream = { ...streams, token, response, subscription: reading.subscription }
  const first = { ...reading, seen: seenUntil(reading.messages, lastSeen) }
  run(stream, first, () => places.release(reading.subscription.id, client))
  deps.count(operation, 200, asked)
}

/** Messages that the reader has seen. Without a last id within the replay all are sent: readers drop duplicates. */
function seenUntil(messages: readonly LoggedMessage[], lastSeen: string): ReadonlySet<number> {
  const index = messages.findIndex((one) => one.fixed?.messageId === lastSeen)
  const last = messages[index]?.seq ?? 0
  // A slow clock can put a message recorded later before the last one: better sent twice than never.
  return new Set(messages.slice(0, index + 1).flatMap(({ seq }) => (seq <= last ? [seq] : [])))
}

interface Stream extends Streams {
  readonly token: string
  readonly response: ServerResponse
  readonly subscription: Subscription
}

interface Unwritten extends FeedReading {
  /** The log's numbers of messages that the reader has. */
  readonly seen: ReadonlySet<number>
}

function run(stream: Stream, first: Unwritten, release: () => void): void {
  const { deps, open, response, subscription, watch } = stream
  response.writeHead(200, {
    ...outsideHeaders,
    'Content-Type': 'text/event-stream; charset=utf-8',
    // nginx would hold events back until its buffer is full.
    'X-Accel-Buffering': 'no'
  })
  response.write(deps.opening(retrySeconds))
  const end = (): void => void response.end()
  const leave = watch.add({
    subscriptionId: subscription.id,
    lastSentAt: subscription.lastSentAt,
    look: looking(stream, report(stream, first)),
    keepAlive: keepingAlive(stream)
  })
  open.add(end)
  response.once('close', () => {
    leave()
    open.delete(end)
    release()
  })
}

/** A stream that stays open is read all the time, not only when it was opened. */
function keepingAlive({ deps, response, subscription }: Stream): () => void {
  let markedAt = deps.clock()
  return () => {
    write(response, deps.keepAlive)
    const now = deps.clock()
    if (now < markedAt + markEveryMs) return
    markedAt = now
    // A database that is away for a moment has it an hour later.
    void deps.alerts.subscriptions.markRead(subscription.id, now).catch(() => undefined)
  }
}

/** A waiting message is numbered before others that were sent meanwhile: its number does not say what is read. */
function looking(stream: Stream, written: ReadonlySet<number>): () => Promise<void> {
  const { deps, response, token } = stream
  let seen = written
  let wanted = false
  let isLooking = false
  const once = async (): Promise<void> => {
    const from = { since: deps.clock() - replayMs, limit: maxReplayed }
    const reading = await readFeed(deps.alerts, token, from)
    if (reading === null || reading.subscription.endedAt !== null) response.end()
    else seen = report(stream, { ...reading, seen })
  }
  return async () => {
    wanted = true
    if (isLooking) return
    isLooking = true
    try {
      while (wanted && response.writable) {
        wanted = false
        await once()
      }
    } catch {
      // A reader that reconnects with the last id misses nothing.
      response.end()
    } finally {
      isLooking = false
    }
  }
}

function write(response: ServerResponse, text: string): void {
  if (response.writable) response.write(text)
  if (response.writableLength > maxUnread) response.destroy()
}

/** Returns the log's numbers of all that were read. The subscription is just read: crop or stage may have changed. */
function report(
  { deps, response }: Stream,
  { subscription, messages, seen }: Unwritten
): ReadonlySet<number> {
  for (const { seq, fixed, run: stored } of messages) {
    if (fixed === null || seen.has(seq)) continue
    const message = composeLogged(deps.alerts, { subscription, message: fixed, run: stored })
    write(response, deps.renderEvent({ messageId: fixed.messageId, message }))
  }
  return new Set(messages.map(({ seq }) => seq))
}

interface StreamPlaces {
  /** Takes a place. Null: taken (`release` returns it); else the limit that refused it. */
  readonly take: (
    secret: string,
    client: string
  ) => ('streams-per-address' | 'streams-per-client' | 'streams-per-network' | 'streams') | null
  readonly release: (secret: string, client: string) => void
  readonly open: () => number
}

const maxPerSecret = 3
const maxPerClient = 10
/** Most open streams; each costs a socket, and a query now and then. */
const maxStreams = 2000

export function createStreamPlaces(): StreamPlaces {
  const secrets = new Map<string, number>()
  const clients = new Map<string, number>()
  const near = new Map<string, number>()
  const wide = new Map<string, number>()
  let count = 0
  const change = (secret: string, client: string, by: 1 | -1): void => {
    const networks = networksOf(client)
    add(secrets, secret, by)
    add(clients, client, by)
    if (networks !== null) add(near, networks.near, by)
    if (networks !== null) add(wide, networks.wide, by)
    count += by
  }
  const isFair = (client: string): boolean => {
    const networks = networksOf(client)
    if (networks === null) return true
    const free = maxStreams - count
    return isWithinShare({ near: near.get(networks.near) ?? 0, wide: wide.get(networks.wide) ?? 0, free })
  }
  return {
    open: () => count,
    take(secret, client) {
      if (count >= maxStreams) return 'streams'
      if ((secrets.get(secret) ?? 0) >= maxPerSecret) return 'streams-per-address'
      if ((clients.get(client) ?? 0) >= maxPerClient) return 'streams-per-client'
      if (!isFair(client)) return 'streams-per-network'
      change(secret, client, 1)
      return null
    },
    release: (secret, client) => change(secret, client, -1)
  }
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const sum = (counts.get(key) ?? 0) + by
  if (sum > 0) counts.set(key, sum)
  else counts.delete(key)
}
