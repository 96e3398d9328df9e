/** Metrics: requests by operation and status, sources, memory. */
import { setTimeout as wait } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { ForecastCache } from '../forecasts/forecast-cache.ts'
import { requestIds } from '../forecasts/request-kinds.ts'
import type { SourceCircuits } from '../forecasts/source-circuits.ts'
import { type ClosedBy, closedBy } from './connection-limits.ts'

export interface MetricsDeps {
  readonly sources: readonly Parameters<typeof requestIds>[0][]
  readonly circuits: SourceCircuits
  readonly cache: ForecastCache
}

export interface Metrics {
  readonly countRequest: (operation: string, status: number) => void
  readonly countClosed: (reason: ClosedBy) => void
  /** For gauges of other rooms. */
  readonly registry: Registry
  /** The text in the Prometheus exposition format. */
  readonly text: () => Promise<string>
}

export function createMetrics(deps: MetricsDeps): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'ayaz_http_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry]
  })
  const closed = new Counter({
    name: 'ayaz_http_connections_closed_total',
    help: 'Connections closed by a limit: of their address, of all connections, or of unread answers.',
    labelNames: ['reason'],
    registers: [registry]
  })
  for (const reason of closedBy) closed.inc({ reason }, 0)
  registerGauges(registry, deps)
  // Looking up a label costs a microsecond; a whole answer of the fast path costs twenty.
  const children = new Map<string, { inc: () => void }>()
  return {
    registry,
    text: () => registry.metrics(),
    countClosed: (reason) => closed.inc({ reason }),
    countRequest(operation, status) {
      const key = `${operation} ${status}`
      let child = children.get(key)
      if (child === undefined) {
        child = requests.labels(operation, String(status))
        children.set(key, child)
      }
      child.inc()
    }
  }
}

function registerGauges(registry: Registry, { sources, circuits, cache }: MetricsDeps): void {
  const ids = sources.flatMap(requestIds)
  gauge(registry, 'ayaz_kept_points', 'Points whose forecast is in memory.', (set) => set({}, cache.size()))
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
    'ayaz_source_last_answer_seconds',
    'When each source, its ensemble and its seasons last answered [s since epoch], 0 = never: some are asked only when wanted.',
    (set) => {
      for (const source of ids) set({ source }, (circuits.stateOf(source).lastAnswerAt ?? 0) / 1000)
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
    labelNames: ['source', 'requester', 'state', 'channel', 'outcome', 'round', 'check'],
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
