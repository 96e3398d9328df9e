import type { Alerts } from '../../alerts/alerts.ts'
import type { AlertMessage } from '../../alerts/message-ports.ts'
import { takeIncoming } from '../../alerts/seen.ts'
import { readsBytes } from '../bodies.ts'
import type { ClientKeys } from '../client-key.ts'
import type { Limiter, Tier } from '../limiter.ts'
import { type Problem, problemDocument, problemStatus } from '../problem.ts'
import type { Routed, Router } from '../router.ts'
import type { CountAnswer } from '../trace.ts'

interface GatewayDeps extends OutsideDeps {
  readonly wake: () => void
}

const mostBytes = 65_536
const operation = 'gateway'

export function registerGateways(router: Router, deps: GatewayDeps): void {
  router.add({
    methods: ['POST'],
    path: '/gateways/:channel/:secret',
    reads: readsBytes,
    bodyBytes: mostBytes,
    handle: (asked) => take(deps, asked)
  })
}

/** Only a wrong address counts towards the quota: a gateway reports on hundreds of messages at once. */
async function take(deps: GatewayDeps, asked: Routed): Promise<void> {
  const { request, response, params } = asked
  const channel = deps.alerts.channels.get(params['channel'] ?? '')
  const receiptId = new URL(request.url ?? '', deps.siteUrl).searchParams.get('message')
  const body = asked.body instanceof Buffer ? asked.body.toString() : ''
  const incoming = channel?.receive?.(params['secret'] ?? '', body, receiptId) ?? null
  if (channel === undefined || incoming === null) {
    const over = await quotaOf(deps, deps.clients.of(request))
    return refuse(deps, operation, asked, over ?? nothingThere)
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

export interface OutsideDeps {
  readonly alerts: Alerts
  readonly limiter: Limiter
  readonly clients: ClientKeys
  /** The quota of the pages, which also applies to these routes. */
  readonly tier: Tier
  readonly siteUrl: string
  readonly clock: () => number
  readonly count: CountAnswer
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
  return {
    code: 'quota_exceeded',
    detail: `${detail} Try again in ${waitSeconds} s.`,
    extensions: { 'violated-policies': [policy] },
    headers: { 'Retry-After': String(waitSeconds) }
  }
}

export const nothingThere: Problem = {
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
