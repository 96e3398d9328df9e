/** A record on loopback with made nights: a real store, a real listener, a clock that the test turns. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { openRecord } from '../../../src/app/observations.ts'
import { dayMs, hourMs } from '../../../src/common/time.ts'
import { openSnapshot } from '../../../src/forecasts/derived-snapshot.ts'
import type { ForecastSnapshot } from '../../../src/forecasts/forecast-snapshot.ts'
import type { Report } from '../../../src/forecasts/ports.ts'
import type { StoredSpread } from '../../../src/forecasts/snapshot.ts'
import type { EarlierRun } from '../../../src/frost/earlier-runs.ts'
import { createClientKeys, parseTrustedProxies } from '../../../src/http/client-key.ts'
import { createKeyLookUps } from '../../../src/http/key-look-ups.ts'
import { createLimiter } from '../../../src/http/limiter.ts'
import { createListener } from '../../../src/http/listener.ts'
import { internalError } from '../../../src/http/problem.ts'
import { createResponseCache } from '../../../src/http/response-cache.ts'
import { openLearning } from '../../../src/observations/learning.ts'
import type { RecorderDeps } from '../../../src/observations/run-recorder.ts'
import type { Sharing } from '../../../src/observations/sharing.ts'
import { openGazetteer } from '../../../src/places/gazetteer.ts'
import { openStore } from '../../../src/store/open.ts'
import { type Point, pointOf } from '../../../src/weather/point.ts'
import { column, emptySeries } from '../../../src/weather/series.ts'
import { addDays } from '../../../src/weather/zone-clock.ts'
import type { FreshDatabase } from '../../contracts/store/engines.ts'
import { openTestedData } from '../../tested-data.ts'

/** Malatya, as the place table has it; its nights are dark from about 16 to 3 UTC in April. */
export const malatya: Point = pointOf({
  lat: 38.353,
  lon: 38.312,
  timezone: 'Europe/Istanbul',
  elevation: 964
})

/** The points of places of the table. */
export async function placesNamed(names: readonly string[]): Promise<readonly Point[]> {
  const gazetteer = await openGazetteer()
  return names.map((name) => {
    const place = gazetteer.find(name)
    if (place === null) throw new Error(`${name} is a place`)
    return pointOf(place)
  })
}

/** A run issued at `issuedAt` whose nights have the minimum `minimumOf(date)` at 02 UTC of their morning. */
export function syntheticRun(
  issuedAt: number,
  minimumOf: (date: string) => number,
  options: {
    readonly point?: Point
    readonly synthetic?: boolean
    /** Members' mean and spread for the night of a date [°C]; absent: none were asked for. */
    readonly membersOf?: (date: string) => { readonly meanC: number; readonly spreadC: number }
    /** What earlier runs said of the same nights; absent: none. */
    readonly earlierRuns?: readonly EarlierRun[]
    /** The mean is missing, as in snapshots of earlier versions; default false. */
    readonly withoutMean?: boolean
  } = {}
): ForecastSnapshot {
  const point = options.point ?? malatya
  const startHour = Math.floor(issuedAt / hourMs / 24) * 24 - 48
  const series = emptySeries(startHour, 48 + 16 * 24)
  const temperature = column(series, 'temperature')
  for (let index = 0; index < series.hours; index++) {
    const hour = startHour + index
    const date = morningOf(hour)
    const fromColdest = Math.min((((hour % 24) - 2 + 24) % 24) / 24, ((2 - (hour % 24) + 24) % 24) / 24)
    temperature[index] = minimumOf(date) + 20 * fromColdest
  }
  column(series, 'windSpeed').fill(2)
  column(series, 'cloudCover').fill(1)
  column(series, 'relativeHumidity').fill(0.9)
  return openSnapshot({
    source: { id: 'made', name: 'Made', license: 'none', url: 'https://made.example', attribution: 'Made' },
    synthetic: options.synthetic ?? false,
    run: `run of ${issuedAt}`,
    issuedAt,
    confirmedAt: issuedAt,
    askAgainAt: issuedAt + hourMs,
    updatePeriodSeconds: 3600,
    isFallback: false,
    validators: { etag: null, lastModified: null },
    ensemble: options.membersOf === undefined ? null : syntheticMembers(startHour, series.hours, options),
    grid: { lat: point.lat, lon: point.lon, elevation: point.elevation },
    model: null,
    earlierRuns: options.earlierRuns ?? [],
    point,
    series
  })
}

const mornings = new Map<number, string>()

/** The civil date of the morning that an hour leads to; a run of 18 days asks it of each hour. */
function morningOf(hour: number): string {
  const day = Math.floor((hour + 14) / 24)
  const date = mornings.get(day) ?? new Date(day * dayMs).toISOString().slice(0, 10)
  mornings.set(day, date)
  return date
}

function syntheticMembers(
  startHour: number,
  hours: number,
  options: NonNullable<Parameters<typeof syntheticRun>[2]>
): StoredSpread {
  const of = Array.from({ length: hours }, (_, index) => options.membersOf?.(morningOf(startHour + index)))
  const hundredthsC = of.map((members) => Math.round(100 * (members?.spreadC ?? 0)))
  const spread = { startHour, hundredthsC, members: 30 }
  if (options.withoutMean === true) return spread
  return { ...spread, meanHundredthsC: of.map((members) => Math.round(100 * (members?.meanC ?? 0))) }
}

/** Noon UTC of a date [ms since epoch]. */
export function noonOf(date: string): number {
  return Date.parse(`${date}T12:00:00Z`)
}

/** The dates from one on, one after the other. */
export function datesFrom(first: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index))
}

/** Keys that the made record knows: two ordinary ones and the operator's. */
export const keys = { grower: 'grower-key', neighbour: 'neighbour-key', operator: 'operator-key' } as const

export interface RecordOptions {
  readonly sharing?: Sharing
  readonly startAt: number
  /** The point under which one is recorded; default: itself. */
  readonly recordedAs?: RecorderDeps['recordedAs']
  /** The stored forecast of a point; default: none. */
  readonly stored?: (point: Point) => Promise<ForecastSnapshot | null>
  /** The database of another record; it is then not removed. */
  readonly data?: FreshDatabase
}

export async function startRecord({ data, ...options }: RecordOptions) {
  return data === undefined ? startOnOwnData(options) : startOn(data, options)
}

async function startOnOwnData(options: RecordOptions) {
  const data = await openTestedData()
  const started = await startOn(data, options)
  return {
    ...started,
    async close() {
      await started.close()
      await data.remove()
    }
  }
}

async function startOn(data: FreshDatabase, options: RecordOptions) {
  let now = options.startAt
  const clock = () => now
  const store = await openStore({ ...data, now })
  for (const [label, key] of Object.entries(keys)) await addKey(store, label, key, now)
  const gazetteer = await openGazetteer()
  const reports: string[] = []
  const setAside = new Map<string, number>()
  const report: Report = (event, fields) => {
    reports.push(event)
    if (event === 'airport_set_aside') setAside.set(String(fields?.['icao']), now)
  }
  const { recordedAs = async (point) => point } = options
  const learning = openLearning({ store: store.record, recordedAs, clock, report })
  const record = await openRecord({
    store,
    gazetteer,
    baseUrl: 'https://ayaz.example/api/v1',
    siteUrl: 'https://ayaz.example',
    learning,
    clock,
    report,
    sharing: options.sharing ?? 'operator',
    isSynthetic: () => false,
    // All of its points are named places: no field is among them.
    isNamed: () => true,
    stored: options.stored ?? (async () => null)
  })
  const faults: unknown[] = []
  const tier = { name: 'free', quota: 100_000, windowSeconds: 60 }
  const server = createListener({
    operations: record.operations,
    admission: {
      limiter: createLimiter(10),
      clients: createClientKeys(parseTrustedProxies('')),
      tiers: new Map([['free', tier]]),
      freeTier: tier,
      keys: createKeyLookUps(async (hash) => {
        const found = await store.apiKeys.byHash(hash)
        return found === null ? null : { id: found.id, tier: found.tier, isOperator: found.operator }
      })
    },
    answers: createResponseCache(1_000_000),
    sourceOf: () => null,
    knowledgeVersion: learning.version,
    basePath: '/api/v1',
    siteUrl: 'https://ayaz.example',
    clock,
    random: () => 0.5,
    nextRequestId: () => 'request',
    count: () => undefined,
    reportFault: (error, requestId) => {
      faults.push(error)
      return internalError(requestId)
    },
    ownField: async () => null,
    managedBy: async () => null,
    pageQuota: async () => null,
    connectionsPerAddress: 256,
    countClosed: () => undefined,
    addSite: () => undefined
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const api = `${origin}/api/v1`
  return {
    record,
    learning,
    store,
    api,
    data,
    reports,
    /** When each airport was found not to measure [ms since epoch]. */
    setAside,
    faults,
    turnClockTo: (at: number) => {
      now = at
    },
    /** GET of a path below the base; answers status and body. */
    get: (path: string, key?: string) => ask(`${api}${path}`, key),
    post: (path: string, body: unknown, key?: string) => ask(`${api}${path}`, key, body),
    ask: (method: string, path: string, body: unknown) => ask(`${api}${path}`, keys.operator, body, method),
    /** One issued run, written before this resolves. */
    issue: async (run: ForecastSnapshot) => {
      now = run.issuedAt
      record.recordRun(run)
      await record.settled()
    },
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
      await record.settled()
      await store.close()
    }
  }
}

/** What `startRecord` gives. */
export type SyntheticRecord = Awaited<ReturnType<typeof startRecord>>

async function addKey(
  store: Awaited<ReturnType<typeof openStore>>,
  label: string,
  key: string,
  createdAt: number
): Promise<void> {
  const hash = createHash('sha256').update(key).digest('hex')
  if ((await store.apiKeys.byHash(hash)) !== null) return
  await store.apiKeys.add({
    id: label,
    hash,
    tier: 'free',
    label,
    operator: label === 'operator',
    createdAt
  })
}

/** A body as JSON; tests look at members of theirs. */
// Whatever it is: a test that looks at the wrong member fails.
export type JsonBody = { readonly [member: string]: JsonBody } & readonly JsonBody[] &
  (string | number | boolean | null)

async function ask(url: string, key?: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') {
  const response = await fetch(url, {
    method,
    headers: {
      ...(key === undefined ? {} : { 'X-API-Key': key }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' })
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const answer: unknown = await response.json()
  return { status: response.status, body: answer as JsonBody }
}
