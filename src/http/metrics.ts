/** Metrics: requests by operation and status, sources, memory. */
import { setTimeout as wait } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { lazy } from '../common/lazy.ts'
import { secondMs } from '../common/time.ts'
import type { ForecastCache } from '../forecasts/forecast-cache.ts'
import { requestIds } from '../forecasts/request-kinds.ts'
import type { SourceCircuits } from '../forecasts/source-circuits.ts'
import { type ClosedBy, closedBy } from './connection-limits.ts'
import { addDuration, type DurationSeries, durationSeries, durationsText } from './durations.ts'

export interface MetricsDeps {
  readonly sources: readonly Parameters<typeof requestIds>[0][]
  readonly circuits: SourceCircuits
  readonly cache: ForecastCache
}

export interface Metrics {
  /** `seconds`: from the request to the end of its answer; null where that is not known. */
  readonly countRequest: (operation: string, status: number, seconds: number | null) => void
  readonly countClosed: (reason: ClosedBy) => void
  /** For gauges of other rooms. */
  readonly registry: Registry
  /** The text in the Prometheus exposition format. */
  readonly text: () => Promise<string>
}

/**
 * Of the process, and observed once: what observes collections of garbage never ends, and would hold the app that began
 * it.
 */
const processRegistry = lazy(() => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
})

export function createMetrics(deps: MetricsDeps): Metrics {
  const registry = new Registry()
  const process = processRegistry()
  // Looking up a label costs a microsecond, and adding to a counter of the library another one; a whole answer of the
  // fast path costs twenty.
  const children = new Map<string, Map<number, Child>>()
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

interface Child {
  count: number
  readonly series: DurationSeries
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

type SetGauge = (labels: Record<string, string>, value: number) => void

/**
 * A scrape has ten seconds; a gauge that waits for an unresponsive database must not make the others fail.
 */
const gaugeMs = 5000

/** A gauge that is read at each scrape; where that fails it has no value, and the others have theirs. */
export function gauge(
  registry: Registry,
  name: string,
  help: string,
  read: (set: SetGauge) => void | Promise<void>
): void {
  new Gauge({
    name,
    help,
    labelNames: ['source', 'requester', 'state', 'channel', 'outcome', 'round', 'check'].concat(
      'version',
      'node',
      'schema'
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
