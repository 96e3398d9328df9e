import type { Alerts } from '../../alerts/alerts.ts'
import type { AlertMessage } from '../../alerts/message-ports.ts'
import { takeIncoming } from '../../alerts/seen.ts'
import type { SubscriptionStore } from '../../alerts/store-ports.ts'
import { readsBytes } from '../bodies.ts'
import type { PagesDeps } from '../pages.ts'
import { type Problem, problemDocument, problemStatus, quotaExceeded } from '../problem.ts'
import type { Routed, Router } from '../router.ts'

/* Wakes open streams: at once for what this or another process says it sent, else by one query for all of them. */

interface StreamReader {
  readonly subscriptionId: string
  /** When its subscription was last sent a message, as far as the stream knows [ms since epoch]. */
  readonly lastSentAt: number | null
  /** Never two at a time. */
  readonly look: () => Promise<void>
  /** Called where there is nothing new, so that proxies do not close a quiet stream. */
  readonly keepAlive: () => void
}

interface StreamWatching {
  readonly subscriptions: Pick<SubscriptionStore, 'activity'>
  /** Between two queries [ms]. */
  readonly everyMs: number
  /** Queries between two signs of life on a quiet stream. */
  readonly looksPerKeepAlive: number
}

/** No query while no stream is open. */
export function watchStreams({ subscriptions, everyMs, looksPerKeepAlive }: StreamWatching) {
  const watched = new Map<string, Map<StreamReader, number | null>>()
  let timer: NodeJS.Timeout | null = null
  let looks = 0

  const ask = async (): Promise<void> => {
    looks += 1
    const keepsAlive = looks % looksPerKeepAlive === 0
    const activity = await subscriptions.activity([...watched.keys()])
    for (const { id, lastSentAt, endedAt } of activity) {
      for (const [reader, notifiedOf] of watched.get(id) ?? []) {
        if (notifiedOf !== lastSentAt || endedAt !== null) report(reader, lastSentAt)
        else if (keepsAlive) reader.keepAlive()
      }
    }
  }
  const report = (reader: StreamReader, lastSentAt: number | null): void => {
    watched.get(reader.subscriptionId)?.set(reader, lastSentAt)
    void reader.look()
  }
  const again = (): void => {
    timer = null
    if (watched.size === 0) return
    // A database that is unavailable for a moment does not end a stream: the next query finds what was missed.
    const asked = ask().catch(() => undefined)
    void asked.finally(start)
  }
  const start = (): void => {
    if (timer === null && watched.size > 0) timer = setTimeout(again, everyMs).unref()
  }

  return {
    /** Returns the function that removes it. */
    add(reader: StreamReader): () => void {
      const { subscriptionId, lastSentAt } = reader
      const readers = watched.get(subscriptionId) ?? new Map<StreamReader, number | null>()
      watched.set(subscriptionId, readers.set(reader, lastSentAt))
      start()
      return () => {
        readers.delete(reader)
        if (readers.size === 0) watched.delete(subscriptionId)
      }
    },
    wake(subscriptionId: string): void {
      for (const reader of watched.get(subscriptionId)?.keys() ?? []) void reader.look()
    }
  }
}

interface GatewayDeps extends OutsideDeps {
  readonly wake: () => void
}

const maxBytes = 65_536
const operation = 'gateway'

export function registerGateways(router: Router, deps: GatewayDeps): void {
  router.add({
    methods: ['POST'],
    path: '/gateways/:channel/:secret',
    reads: readsBytes,
    bodyBytes: maxBytes,
    handle: (asked) => take(deps, asked)
  })
}

/** Takes a report of a gateway. Only a wrong address counts towards the quota: reports come in hundreds at once. */
async function take(deps: GatewayDeps, asked: Routed): Promise<void> {
  const { request, response, params } = asked
  const channel = deps.alerts.channels.get(params['channel'] ?? '')
  const receiptId = new URL(request.url ?? '', deps.siteUrl).searchParams.get('message')
  const body = asked.body instanceof Buffer ? asked.body.toString() : ''
  const incoming = channel?.receive?.(params['secret'] ?? '', body, receiptId) ?? null
  if (channel === undefined || incoming === null) {
    const over = await quotaOf(deps, deps.clients.of(request))
    return refuse(deps, operation, asked, over ?? unknownAddress)
  }
  await takeIncoming(deps.alerts, channel, incoming.events)
  deps.wake()
  const { status, type, body: answer } = incoming.reply
  response.writeHead(status, {
    ...outsideHeaders,
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(answer)
  })
  response.end(answer)
  deps.count(operation, status, asked)
}

/** The quota of the pages also applies to these routes. */
export interface OutsideDeps
  extends Pick<PagesDeps, 'limiter' | 'clients' | 'tier' | 'siteUrl' | 'clock' | 'count'> {
  readonly alerts: Alerts
}

export interface ReadMessage {
  readonly messageId: string
  readonly message: AlertMessage
}

/** On every answer here: URLs that are secrets must not be cached, passed on as a referrer, or indexed. */
export const outsideHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'interest-cohort=()',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Retry-After',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Robots-Tag': 'noindex'
}

/** Counts the request against the pages' quota; returns the problem of a refused one. */
export async function quotaOf(deps: OutsideDeps, client: string): Promise<Problem | null> {
  const { tier } = deps
  const verdict = await deps.limiter.take(`page ${client}`, tier, deps.clock())
  if (verdict.allowed) return null
  const wait = Math.max(1, verdict.resetSeconds)
  return tooMany(`More than ${tier.quota} requests in ${tier.windowSeconds} s.`, tier.name, wait)
}

export function tooMany(detail: string, policy: string, waitSeconds: number): Problem {
  return quotaExceeded(policy, `${detail} Try again in ${waitSeconds} s.`, waitSeconds)
}

export const unknownAddress: Problem = {
  code: 'subscription_not_found',
  detail: 'This address opens nothing; it may have been copied in part.'
}

export const hasEnded: Problem = {
  code: 'subscription_ended',
  detail: 'This subscription has ended; make a new one.'
}

export function refuse(
  deps: OutsideDeps,
  operation: string,
  { request, response, ...trace }: Routed,
  problem: Problem
): void {
  const body = problemDocument(problem, deps.siteUrl)
  const status = problemStatus(problem)
  response.writeHead(status, {
    ...outsideHeaders,
    ...problem.headers,
    'Content-Type': 'application/problem+json',
    'Content-Length': body.length
  })
  response.end(request.method === 'HEAD' ? undefined : body)
  deps.count(operation, status, trace)
}
