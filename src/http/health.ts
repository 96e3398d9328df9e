/** What machines ask: alive, ready, and the metrics. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Metrics } from './metrics.ts'

export interface HealthParts {
  readonly metrics: Pick<Metrics, 'text'>
  /** Bearer token of /metrics; null = loopback only. */
  readonly token: string | null
  /** Upstreams do not count: their outage must not take labelled answers away. */
  readonly isReady: () => boolean
}

export function registerHealth(server: FastifyInstance, parts: HealthParts): void {
  // Balancers and watchdogs like to ask by HEAD.
  const answer = (url: string, handler: RouteHandlerMethod): void => {
    server.route({ method: ['GET', 'HEAD'], url, handler })
  }
  answer('/healthz', async (_request, reply) => {
    reply.headers(headers)
    return { status: 'ok' }
  })
  answer('/readyz', async (_request, reply) => {
    reply.headers(headers)
    if (!parts.isReady()) reply.code(503)
    return { status: parts.isReady() ? 'ready' : 'not_ready' }
  })
  answer('/metrics', async (request, reply) => {
    reply.headers(headers)
    if (!mayReadMetrics(request, parts.token)) {
      return reply
        .code(403)
        .send({ status: 'forbidden', detail: 'Loopback only, or the bearer token of METRICS_TOKEN.' })
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await parts.metrics.text())
  })
}

const headers = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'interest-cohort=()'
} as const

function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  if (token !== null) {
    const given = Buffer.from(request.headers.authorization ?? '')
    const wanted = Buffer.from(`Bearer ${token}`)
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  }
  // A forwarded request comes from loopback too, but its client does not.
  if (request.headers['x-forwarded-for'] !== undefined || request.headers['forwarded'] !== undefined)
    return false
  const address = request.socket.remoteAddress ?? ''
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}
