/** What machines ask: alive, ready, and the metrics. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Metrics } from './metrics.ts'

export interface HealthParts {
  readonly metrics: Pick<Metrics, 'text'>
  /** Bearer token of /metrics; null = only this machine by a loopback name. */
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
      return reply.code(403).send({ status: 'forbidden', detail })
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await parts.metrics.text())
  })
}

const detail =
  'Send the bearer token of METRICS_TOKEN; without one set, ask from this machine, directly and by a loopback name such as localhost.'

const headers = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'interest-cohort=()'
} as const

/** What proxies add; one of them means that the client is somebody else than the peer. */
const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'] as const

/** Names under which only this machine reaches itself; a proxy that adds no header still hands on the name its clients used. */
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

function mayReadMetrics({ headers, socket }: FastifyRequest, token: string | null): boolean {
  if (token !== null) {
    const given = Buffer.from(headers.authorization ?? '')
    const wanted = Buffer.from(`Bearer ${token}`)
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  }
  if (forwardingHeaders.some((name) => headers[name] !== undefined)) return false
  if (!loopbackHost.test(headers.host ?? '')) return false
  const address = socket.remoteAddress ?? ''
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}
