/** The metrics of the health checks. */
import { Counter, type Registry } from 'prom-client'
import { gauge } from '../http/metrics.ts'
import type { Health } from './health.ts'
import { buildMetric } from './running-process.ts'
import { version } from './version.ts'

export function registerHealthMetrics(registry: Registry, health: Health, schema: number): void {
  const build = { version, node: process.version, schema: String(schema) }
  gauge(
    registry,
    buildMetric,
    'Always 1: the versions of Ayaz, of Node and of the schema it works with.',
    (set) => set(build, 1)
  )
  gauge(registry, 'ayaz_ready', '1 while all work of this process goes on, 0 while a check fails.', (set) =>
    set({}, health.isWorking() ? 1 : 0)
  )
  gauge(registry, 'ayaz_check_failing', '1 while a check of /readyz fails, by check.', (set) => {
    for (const { name, isFailing } of health.checks()) set({ check: name }, isFailing ? 1 : 0)
  })
  const failures = 'Failures since the last success of what the service does by itself, by round.'
  gauge(registry, 'ayaz_round_failures_in_row', failures, (set) => {
    for (const [round, count] of health.failuresInRow()) set({ round }, count)
  })
  new Counter({
    name: 'ayaz_database_connections_lost_total',
    help: 'Connections to PostgreSQL that broke since the start.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(health.connectionsLost())
    }
  })
  const corrupt = '1 while the last check, or a statement since, found the database damaged.'
  gauge(registry, 'ayaz_database_corrupt', corrupt, (set) => set({}, health.isCorrupt() ? 1 : 0))
}
