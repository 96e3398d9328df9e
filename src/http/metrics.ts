import { setTimeout as wait } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { lazy } from '../common/lazy.ts'
import { secondMs } from '../common/time.ts'
import { requestIds } from '../forecasts/budget-accounts.ts'
import type { ForecastCache } from '../forecasts/forecast-cache.ts'
import type { SourceCircuits } from '../forecasts/source-circuits.ts'
import { type ClosedBy, closedBy } from './connection-limits.ts'

interface MetricsDeps {
  readonly sources: readonly Parameters<typeof requestIds>[0][]
  readonly circuits: SourceCircuits
  readonly cache: ForecastCache
}

export interface Metrics {
  /** `seconds`: from the request to the end of its answer; null where that is not known. */
  readonly countRequest: (operation: string, status: number, seconds: number | null) => void
  readonly countClosed: (reason: ClosedBy) => void
  readonly registry: Registry
  readonly text: () => Promise<string>
}

/** Created once: the observer of garbage collections never ends, and would hold the app that created it. */
const processRegistry = lazy(() => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
})

export function createMetrics(deps: MetricsDeps): Metrics {
  const registry = new Registry()
  const process = processRegistry()
  // A label's look-up and the library's counter cost a microsecond each; a whole fast answer costs twenty.
  const children = new Map<string, Map<number, { count: number; readonly series: DurationSeries }>>()
  new Counter({
    name: 'ayaz_http_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [operation, byStatus] of children) {
        for (const [status, { count }] of byStatus) this.inc({ operation, status }, count)
      }
    }
  })
  const closed = new Counter({
    name: 'ayaz_http_connections_closed_total',
    help: 'Connections closed by a limit: of their address, of all connections, or of unread answers.',
    labelNames: ['reason'],
    registers: [registry]
  })
  for (const reason of closedBy) closed.inc({ reason }, 0)
  registerGauges(registry, deps)
  const durations = new Map<string, DurationSeries>()
  const seriesOf = (operation: string, status: number): DurationSeries => {
    const series = durationSeries(operation, status)
    const known = durations.get(series.labels) ?? series
    durations.set(series.labels, known)
    return known
  }
  return {
    registry,
    text: async () =>
      `${await process.metrics()}\n${await registry.metrics()}${durationsText(durations.values())}`,
    countClosed: (reason) => closed.inc({ reason }),
    countRequest(operation, status, seconds) {
      let byStatus = children.get(operation)
      if (byStatus === undefined) {
        byStatus = new Map()
        children.set(operation, byStatus)
      }
      let child = byStatus.get(status)
      if (child === undefined) {
        child = { count: 0, series: seriesOf(operation, status) }
        byStatus.set(status, child)
      }
      child.count++
      if (seconds !== null) addDuration(child.series, seconds)
    }
  }
}

function registerGauges(registry: Registry, { sources, circuits, cache }: MetricsDeps): void {
  const ids = sources.flatMap(requestIds)
  gauge(registry, 'ayaz_cached_points', 'Points whose forecast is in memory.', (set) => set({}, cache.size()))
  gauge(
    registry,
    'ayaz_source_failures',
    'Failures in a row of each source, its ensemble and its seasons.',
    (set) => {
      for (const source of ids) set({ source }, circuits.stateOf(source).failures)
    }
  )
  gauge(
    registry,
    'ayaz_source_last_answer_timestamp_seconds',
    'When each source, its ensemble and its seasons last answered; without a value before the first answer.',
    (set) => {
      for (const source of ids) {
        const { lastAnswerAt } = circuits.stateOf(source)
        if (lastAnswerAt !== null) set({ source }, lastAnswerAt / secondMs)
      }
    }
  )
}

/** A scrape has ten seconds; a gauge waiting for an unresponsive database must not make others fail. */
const gaugeMs = 5000

export function gauge(
  registry: Registry,
  name: string,
  help: string,
  read: (set: (labels: Record<string, string>, value: number) => void) => void | Promise<void>
): void {
  new Gauge({
    name,
    help,
    labelNames: ['source', 'requester', 'state', 'channel', 'outcome', 'round', 'check'].concat(
      'version',
      'node',
      'schema',
      'reason'
    ),
    registers: [registry],
    async collect() {
      this.reset()
      const values: [Record<string, string>, number][] = []
      const reading = Promise.resolve().then(() => read((labels, value) => void values.push([labels, value])))
      const isRead = await Promise.race([
        reading.then(
          () => true,
          () => false
        ),
        wait(gaugeMs, false, { ref: false })
      ])
      if (isRead) for (const [labels, value] of values) this.set(labels, value)
    }
  })
}

/** Upper bounds of the buckets [s]; the last one has none. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const
const name = 'ayaz_http_request_duration_seconds'

interface DurationSeries {
  readonly labels: string
  /** Answers by bucket, not cumulative; the last are those beyond every bound. */
  readonly counts: Float64Array
  /** [s]. */
  sum: number
}

function durationSeries(operation: string, status: number): DurationSeries {
  const labels = `operation="${operation}",status="${Math.floor(status / 100)}xx"`
  return { labels, counts: new Float64Array(bounds.length + 1), sum: 0 }
}

function addDuration(series: DurationSeries, seconds: number): void {
  let bucket = 0
  while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket++
  series.counts[bucket] = (series.counts[bucket] ?? 0) + 1
  series.sum += seconds
}

function durationsText(all: Iterable<DurationSeries>): string {
  const help =
    'Time from a request to the end of its answer (for a stream: to its beginning), by operation and status class.'
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`]
  for (const { labels, counts, sum } of all) {
    let below = 0
    counts.forEach((count, bucket) => {
      below += count
      lines.push(`${name}_bucket{le="${bounds[bucket] ?? '+Inf'}",${labels}} ${below}`)
    })
    lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${below}`)
  }
  return `${lines.join('\n')}\n`
}
