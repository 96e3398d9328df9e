import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { readsUsual } from './bodies.ts'
import type { Metrics } from './metrics.ts'
import type { Routed, Router } from './router.ts'

interface HealthDeps {
  readonly metrics: Pick<Metrics, 'text'>
  /** Bearer token of /metrics; null: only this machine, by a loopback name. */
  readonly token: string | null
  /** False while it starts or stops. Sources do not count: labelled answers remain when they fail. */
  readonly isReady: () => boolean
  /** `since`: when it last started or ceased to fail [ms since epoch]. */
  readonly checks: () => readonly {
    readonly name: string
    readonly isFailing: boolean
    readonly since: number
  }[]
}

export function registerHealth(router: Router, deps: HealthDeps): void {
  // Load balancers and watchdogs often use HEAD.
  const answer = (path: string, handle: (asked: Routed) => unknown): void =>
    router.add({ methods: ['GET', 'HEAD'], path, reads: readsUsual, handle })
  answer('/healthz', (asked) => writeStatus(asked, 200, { status: 'ok' }))
  answer('/readyz', (asked) => {
    const { searchParams } = new URL(asked.request.url ?? '', 'http://ready')
    const { code, ...body } = readiness(deps, searchParams.getAll('for'))
    writeStatus(asked, code, body)
  })
  answer('/metrics', async (asked) => {
    if (mayReadMetrics(asked.request, deps.token))
      write(asked, 200, 'text/plain; version=0.0.4; charset=utf-8', await deps.metrics.text())
    else writeStatus(asked, 403, { status: 'forbidden', detail })
  })
}

function writeStatus(asked: Routed, status: number, body: object): void {
  write(asked, status, 'application/json; charset=utf-8', JSON.stringify(body))
}

function write({ request, response }: Routed, status: number, type: string, text: string): void {
  const length = Buffer.byteLength(text)
  response.writeHead(status, { ...headers, 'Content-Type': type, 'Content-Length': length })
  response.end(request.method === 'HEAD' ? undefined : text)
}

interface Readiness {
  readonly code: number
  readonly status: string
  readonly detail?: string
  readonly checks?: Readonly<Record<string, { readonly status: string; readonly since: string }>>
}

/** `for=http`: whether requests are answered. They are while alerts fail, so a balancer keeps sending them. */
function readiness({ isReady, checks }: HealthDeps, purposes: readonly string[]): Readiness {
  const [purpose] = purposes
  if (purposes.length > 1 || (purpose !== undefined && purpose !== 'http')) {
    const detail =
      'The query parameter "for" may be given once, as "http"; leave it out to ask for all the work.'
    return { code: 400, status: 'bad_request', detail }
  }
  // In a process that stops, the checks of background work do not matter.
  const all = purpose === 'http' || !isReady() ? [] : checks()
  const isWell = isReady() && all.every(({ isFailing }) => !isFailing)
  const named = all.map(({ name, isFailing, since }): [string, { status: string; since: string }] => [
    name,
    { status: isFailing ? 'failing' : 'ok', since: new Date(since).toISOString() }
  ])
  return {
    code: isWell ? 200 : 503,
    status: isWell ? 'ready' : 'not_ready',
    ...(named.length > 0 && { checks: Object.fromEntries(named) })
  }
}

const detail =
  'Send the bearer token of METRICS_TOKEN; without one set, ask from this machine, directly and by a loopback ' +
  'name such as localhost.'

const headers = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'interest-cohort=()'
} as const

/** Headers that proxies add; with one of them the peer is not the client. */
const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'] as const

/** Names by which only this machine reaches itself; a plain proxy forwards the name that its clients used. */
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

function mayReadMetrics({ headers, socket }: IncomingMessage, token: string | null): boolean {
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
