/** `/ingest/…`: uploads of stations. Each gets its protocol's answer, a good one for what was stored or counted. */
import { BoundedMap } from '../../common/bounded-map.ts'
import { minuteMs, minuteSeconds, secondMs } from '../../common/time.ts'
import type { Intake } from '../../observations/intake-ports.ts'
import { hashOfSecret, secretLength } from '../../observations/owned-intakes.ts'
import { protocolAt } from '../../stations/registry.ts'
import { maxBytes, type Protocol, refusal, type StationRequest, type Upload } from '../../stations/upload.ts'
import { wu, wuPassword, wuScripts } from '../../stations/wu/protocol.ts'
import { readsBytes } from '../bodies.ts'
import type { ClientKeys } from '../client-key.ts'
import { networksOf } from '../client-networks.ts'
import type { Limiter, Tier } from '../limiter.ts'
import { type Problem, problemDocument, problemStatus, quotaExceeded } from '../problem.ts'
import type { Routed, Router } from '../router.ts'
import type { CountAnswer } from '../trace.ts'

export interface IngestDeps {
  readonly limiter: Limiter
  readonly clients: ClientKeys
  readonly siteUrl: string
  readonly clock: () => number
  readonly count: CountAnswer
  /** Stations at public addresses may send without TLS. */
  readonly isHttpOpen: boolean
  readonly intakeOf: (secretHash: string) => Promise<Intake | null>
  readonly take: (intake: Intake, upload: Upload) => Promise<void>
  readonly reportFault: (error: unknown, requestId: string) => Problem
}

/** A station sends every few seconds at most, and an application of many devices no faster than this. */
const intakeTier: Tier = { name: 'intake', quota: 1200, windowSeconds: minuteSeconds }
const guessTier: Tier = { name: 'intake-secrets', quota: 60, windowSeconds: minuteSeconds }
/** Hashes of known secrets, and clients that have guessed too often. */
const maxRemembered = 20_000
/** What is read of a body, so that it can be answered and counted; a larger one is cut off [bytes]. */
const readBytes = 16 * maxBytes
const operation = 'ingest'

export function registerIngest(router: Router, deps: IngestDeps): void {
  const guesses: Guesses = { known: new BoundedMap(maxRemembered), until: new BoundedMap(maxRemembered) }
  for (const path of ['/ingest/*', '/weatherstation/:script']) {
    router.add({
      methods: ['GET', 'POST'],
      path,
      // Stations name any content type, or none.
      reads: readsBytes,
      bodyBytes: readBytes,
      takesSlash: true,
      handle: (asked) => answer({ ...deps, guesses }, asked)
    })
  }
}

interface Sent extends StationRequest {
  readonly protocol: Protocol
  readonly secret: string
}

interface Guesses {
  readonly known: Map<string, true>
  /** Until when no unknown secret of a client is looked up [ms since epoch]. */
  readonly until: Map<string, number>
}

async function answer(deps: IngestDeps & { readonly guesses: Guesses }, asked: Routed): Promise<void> {
  const body = Buffer.isBuffer(asked.body) ? asked.body : Buffer.alloc(0)
  const sent = sentIn(asked.request.url ?? '', body.subarray(0, maxBytes).toString())
  try {
    const intake = sent === null ? null : await intakeOf(deps, asked, sent.secret)
    if (intake === 'too_many') return write(deps, asked, tooMany(minuteSeconds, guessTier))
    if (sent === null || intake === null) return write(deps, asked, nothingHere)
    if (isPlainFromOutside(deps, asked)) return write(deps, asked, tlsRequired)
    const verdict = await deps.limiter.take(`intake ${intake.seq}`, intakeTier, deps.clock())
    if (!verdict.allowed) return write(deps, asked, tooMany(verdict.resetSeconds))
    const upload =
      body.length > maxBytes
        ? refusal('too_large', `A body of ${body.length} bytes was sent; ${maxBytes} are read.`)
        : sent.protocol.read(sent, intake)
    await deps.take(intake, upload)
    write(deps, asked, sent.protocol.success)
  } catch (error) {
    deps.reportFault(error, asked.requestId)
    // Whatever it is, the reading is not stored: the station sends it again.
    write(deps, asked, notStored)
  }
}

/** Protocol, secret and fields of a request target; null where it has none. */
function sentIn(url: string, body: string): Sent | null {
  const mark = url.indexOf('?')
  const [path, query] = mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
  const script = wuScripts.exec(path)
  if (script !== null) {
    const secret =
      new URLSearchParams(query).get(wuPassword) ?? new URLSearchParams(body).get(wuPassword) ?? ''
    return { protocol: wu, secret, query, body }
  }
  const [, name = '', rest = ''] = /^\/ingest\/([a-z]+)\/(.*)$/s.exec(path) ?? []
  const protocol = protocolAt.get(name)
  if (protocol === undefined) return null
  // Some consoles write their fields behind the path without a question mark.
  const after = rest
    .slice(secretLength)
    .replace(wuScripts, '')
    .replace(/^[/&]+/, '')
  const fields = after.includes('=') ? [after, query].join('&') : query
  return { protocol, secret: rest.slice(0, secretLength), query: fields, body }
}

/** Null where there is none. Only wrong secrets count: after a start many stations of one address come at once. */
async function intakeOf(
  { guesses, limiter, clients, clock, intakeOf: find }: Parameters<typeof answer>[0],
  { request }: Routed,
  secret: string
): Promise<Intake | null | 'too_many'> {
  if (secret.length !== secretLength) return null
  const hash = hashOfSecret(secret)
  const client = `intake secrets of ${clients.of(request)}`
  const left = (guesses.until.get(client) ?? 0) - clock()
  // Longer where the clock was set back.
  if (!guesses.known.has(hash) && left > 0 && left <= minuteMs) return 'too_many'
  const intake = await find(hash)
  if (intake !== null) {
    guesses.known.set(hash, true)
    return intake
  }
  guesses.known.delete(hash)
  const { allowed, resetSeconds } = await limiter.take(client, guessTier, clock())
  if (!allowed) guesses.until.set(client, clock() + resetSeconds * secondMs)
  return null
}

/** Whether a secret came unencrypted over the internet, where others can read it. */
function isPlainFromOutside({ clients, isHttpOpen }: IngestDeps, { request }: Routed): boolean {
  if (isHttpOpen || networksOf(clients.of(request)) === null) return false
  const isFromProxy = clients.ofPeer(request.socket.remoteAddress ?? '') === null
  const scheme = request.headers['x-forwarded-proto']
  return !isFromProxy || (scheme !== undefined && String(scheme).split(',')[0]?.trim() !== 'https')
}

const nothingHere: Problem = { code: 'route_not_found', detail: 'There is nothing at this address.' }
const tlsRequired: Problem = {
  code: 'tls_required',
  detail: 'Send to the https address. The operator may open this one with INGEST_HTTP=yes.'
}
const notStored: Problem = {
  code: 'storage_unavailable',
  detail: 'Nothing was stored. Send it again.',
  headers: { 'Retry-After': '10' }
}

function tooMany(waitSeconds: number, { quota, name }: Tier = intakeTier): Problem {
  const detail = `More than ${quota} uploads in a minute${name === guessTier.name ? ' had no known secret' : ''}.`
  return quotaExceeded(name, detail, Math.max(1, waitSeconds))
}

/** @param outcome the answer of a protocol, or a problem */
function write(
  { siteUrl, count }: IngestDeps,
  { response, ...trace }: Routed,
  outcome: string | Problem
): void {
  const isProblem = typeof outcome !== 'string'
  const body = isProblem ? problemDocument(outcome, siteUrl) : Buffer.from(outcome)
  const status = isProblem ? problemStatus(outcome) : 200
  const type = isProblem ? 'application/problem+json' : 'text/plain; charset=utf-8'
  response.writeHead(status, {
    ...(isProblem ? outcome.headers : {}),
    'Content-Type': type,
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer'
  })
  response.end(body)
  count(operation, status, trace)
}
