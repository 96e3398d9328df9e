/** `GET /streams/{token}`: the messages of one subscription as server-sent events, from the delivery log, as they come. */
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compose } from '../../alerts/compose.ts'
import { readFeed } from '../../alerts/links.ts'
import type { LoggedMessage } from '../../alerts/outbox-ports.ts'
import type { Subscription } from '../../alerts/subscription.ts'
import {
  hasEnded,
  nothingThere,
  type OutsideParts,
  outsideHeaders,
  quotaOf,
  type ReadMessage,
  refuse,
  tooMany
} from './outside-routes.ts'
import { createStreamPlaces, type StreamPlaces } from './stream-places.ts'

export interface StreamParts extends OutsideParts {
  /** One event; a channel's own business, so it is handed in. */
  readonly renderEvent: (message: ReadMessage) => string
  /** What a stream begins with, for a reader that connects again after so many seconds. */
  readonly opening: (retrySeconds: number) => string
  /** Keeps proxies from closing a quiet stream. */
  readonly keepAlive: string
}

/** How far back a reader that comes again is told. */
const replayMs = 48 * 3_600_000
const mostReplayed = 200
const lookEveryMs = 2000
const keepAliveEvery = 10
const retrySeconds = 10
/** A reader that takes nothing is let go before it fills our memory [bytes]. */
const mostUnread = 262_144
const operation = 'stream'

export function registerStreams(server: FastifyInstance, parts: StreamParts): void {
  const places = createStreamPlaces()
  const open = new Set<() => void>()
  server.route({
    method: 'GET',
    url: '/streams/:token',
    handler: (request, reply) => answer({ parts, places, open }, request, reply)
  })
  server.addHook('preClose', (done) => {
    for (const end of [...open]) end()
    done()
  })
}

interface Streams {
  readonly parts: StreamParts
  readonly places: StreamPlaces
  readonly open: Set<() => void>
}

async function answer(streams: Streams, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { parts, places } = streams
  const client = parts.clients.of(request.raw)
  const over = quotaOf(parts, client)
  if (over !== null) return refuse(parts, operation, { request, reply }, over)
  const { token = '' } = request.params as { readonly token?: string }
  const since = parts.clock() - replayMs
  const reading = await readFeed(parts.alerts, token, { after: 0, since, limit: mostReplayed })
  const kind = reading === null ? null : parts.alerts.channels.get(reading.subscription.channel)?.kind
  if (reading === null || kind !== 'sse') return refuse(parts, operation, { request, reply }, nothingThere)
  if (reading.subscription.endedAt !== null) return refuse(parts, operation, { request, reply }, hasEnded)
  // Who has gone meanwhile has told so already: nobody would ever give the place back.
  if (request.raw.socket.destroyed) {
    reply.hijack()
    return
  }
  const limit = places.take(reading.subscription.id, client)
  if (limit !== null) {
    const problem = tooMany('Too many streams are open.', limit, 60)
    return refuse(parts, operation, { request, reply }, problem)
  }
  reply.hijack()
  const lastSeen = String(request.headers['last-event-id'] ?? '')
  const stream = { ...streams, token, response: reply.raw, subscription: reading.subscription }
  run(stream, unseen(reading.messages, lastSeen), () => places.release(reading.subscription.id, client))
  parts.count(operation, 200)
}

/** Without a last id, or with one older than what is told again, everything is: ids let a reader drop what it knows. */
function unseen(messages: readonly LoggedMessage[], lastSeen: string): readonly LoggedMessage[] {
  const index = messages.findIndex((one) => one.fixed?.messageId === lastSeen)
  return messages.slice(index + 1)
}

interface Stream extends Streams {
  readonly token: string
  readonly response: ServerResponse
  readonly subscription: Subscription
}

function run(stream: Stream, first: readonly LoggedMessage[], release: () => void): void {
  const { parts, open, response } = stream
  response.writeHead(200, {
    ...outsideHeaders,
    'Content-Type': 'text/event-stream; charset=utf-8',
    // nginx would hold events back until its buffer is full.
    'X-Accel-Buffering': 'no'
  })
  response.write(parts.opening(retrySeconds))
  let after = tell(stream, first, 0)
  let quietLooks = 0
  let isLooking = false
  const look = async (): Promise<void> => {
    const from = { after, since: parts.clock() - replayMs, limit: mostReplayed }
    const reading = await readFeed(parts.alerts, stream.token, from)
    if (reading === null || reading.subscription.endedAt !== null) return end()
    after = tell(stream, reading.messages, after)
    quietLooks = reading.messages.length > 0 ? 0 : quietLooks + 1
    if (quietLooks >= keepAliveEvery) {
      response.write(parts.keepAlive)
      quietLooks = 0
    }
    if (response.writableLength > mostUnread) response.destroy()
  }
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    look()
      .catch(() => end())
      .finally(() => {
        isLooking = false
      })
  }, lookEveryMs)
  const end = (): void => {
    clearInterval(timer)
    if (!response.writableEnded) response.end()
  }
  open.add(end)
  response.once('close', () => {
    clearInterval(timer)
    open.delete(end)
    release()
  })
}

/** Writes messages; answers the log's number of the last one. */
function tell(
  { parts, response, subscription }: Stream,
  messages: readonly LoggedMessage[],
  after: number
): number {
  let last = after
  for (const { seq, fixed, run: kept } of messages) {
    last = Math.max(last, seq)
    if (fixed === null) continue
    const message = compose(parts.alerts, { subscription, stageIsOld: false, message: fixed, run: kept })
    response.write(parts.renderEvent({ messageId: fixed.messageId, message }))
  }
  return last
}
