/** `GET /feeds/{token}.atom`: the messages of one subscription for a feed reader. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { composeLogged } from '../../alerts/compose.ts'
import { readFeed } from '../../alerts/links.ts'
import { linkedPlaceName, placeUrlOf } from '../../alerts/message-place.ts'
import { dayMs } from '../../common/time.ts'
import type { Threshold } from '../../frost/temperature-threshold.ts'
import type { Language } from '../../language/language.ts'
import { matches } from '../response-writer.ts'
import { etagOf } from '../serialized-body.ts'
import { traceOf } from '../trace.ts'
import {
  hasEnded,
  nothingThere,
  type OutsideDeps,
  outsideHeaders,
  quotaOf,
  type ReadMessage,
  refuse
} from './outside-routes.ts'

/** The content of a feed. */
export interface FeedContent {
  readonly subscriptionId: string
  readonly feedUrl: string
  readonly placeUrl: string
  readonly placeName: string
  readonly language: Language
  readonly threshold: Threshold
  readonly crop: string
  readonly stage: string | null
  readonly createdAt: number
  /** Newest first. */
  readonly entries: readonly ReadMessage[]
}

export interface FeedDeps extends OutsideDeps {
  /** Writes the document. Passed in, because the format belongs to the channel. */
  readonly renderFeed: (content: FeedContent) => string
}

/** A reader that comes once a month misses nothing. */
const storedMs = 30 * dayMs
const mostEntries = 50
const operation = 'feed'

export function registerFeeds(server: FastifyInstance, deps: FeedDeps): void {
  server.route({
    method: ['GET', 'HEAD'],
    url: '/feeds/:file',
    handler: (request, reply) => answer(deps, request, reply)
  })
}

async function answer(deps: FeedDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const over = await quotaOf(deps, deps.clients.of(request.raw))
  if (over !== null) return refuse(deps, operation, { request, reply }, over)
  const { file = '' } = request.params as { readonly file?: string }
  const token = /^([\w-]{1,100})\.atom$/.exec(file)?.[1] ?? ''
  const since = deps.clock() - storedMs
  const reading = await readFeed(deps.alerts, token, { since, limit: mostEntries })
  const channel = reading === null ? undefined : deps.alerts.channels.get(reading.subscription.channel)
  if (reading === null || channel?.fetchedAs !== 'atom')
    return refuse(deps, operation, { request, reply }, nothingThere)
  if (reading.subscription.endedAt !== null) return refuse(deps, operation, { request, reply }, hasEnded)
  write(deps, request, reply, contentOf(deps, token, reading))
}

type Reading = NonNullable<Awaited<ReturnType<typeof readFeed>>>

function contentOf(deps: FeedDeps, token: string, { subscription, messages }: Reading): FeedContent {
  const { alerts, siteUrl } = deps
  const { id, language, threshold, crop, stage, createdAt } = subscription
  const entries = messages.flatMap(({ fixed, run }) =>
    fixed === null
      ? []
      : [
          {
            messageId: fixed.messageId,
            message: composeLogged(alerts, { subscription, message: fixed, run })
          }
        ]
  )
  return {
    subscriptionId: id,
    feedUrl: `${siteUrl}/feeds/${token}.atom`,
    placeUrl: placeUrlOf(alerts, subscription, true),
    placeName: linkedPlaceName(alerts, subscription, subscription.preview),
    language,
    threshold,
    crop,
    stage,
    createdAt,
    entries: entries.toReversed()
  }
}

function write(deps: FeedDeps, request: FastifyRequest, reply: FastifyReply, content: FeedContent): void {
  const body = Buffer.from(deps.renderFeed(content))
  const etag = etagOf(body)
  const headers = { ...outsideHeaders, ETag: etag }
  reply.hijack()
  const isKnown = matches(request.headers['if-none-match'], etag)
  const status = isKnown ? 304 : 200
  if (isKnown) reply.raw.writeHead(304, headers).end()
  else {
    const type = 'application/atom+xml; charset=utf-8'
    reply.raw.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': body.length })
    reply.raw.end(request.method === 'HEAD' ? undefined : body)
  }
  deps.count(operation, status, traceOf(request.raw))
}
