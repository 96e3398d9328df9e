/** The limiter of this process: in its own memory, or shared with other processes through PostgreSQL. */
import type { Configuration } from '../config/configuration.ts'
import type { Report } from '../forecasts/ports.ts'
import { createLimiter, type Limiter } from '../http/limiter.ts'
import { gauge, type Metrics } from '../http/metrics.ts'
import type { Store } from '../store/open.ts'
import { announceEveryMs, SharedLimiter } from '../store/shared-limiter.ts'

export interface QuotaDeps {
  readonly configuration: Pick<Configuration, 'role'>
  readonly store: Pick<Store, 'engine' | 'database'>
  readonly clock: () => number
  readonly report: Report
  readonly metrics: Pick<Metrics, 'registry'>
}

/** A limiter, and the end of what other processes hear of it; close it before the database. */
export interface OpenLimiter extends Limiter {
  /** How many processes share the quotas, as last known. */
  readonly processes: () => number
  readonly close: () => void
}

const mostClients = 100_000

/** A process on SQLite is the only one, and a worker serves no clients. */
export async function openLimiter({ configuration, store, ...deps }: QuotaDeps): Promise<OpenLimiter> {
  const local = createLimiter(mostClients)
  if (configuration.role === 'worker' || store.engine !== 'postgresql')
    return { ...local, processes: () => 1, close: () => undefined }
  const { clock, report } = deps
  const engine = 'PostgreSQL'
  const limiter: SharedLimiter = new SharedLimiter({
    database: store.database,
    local,
    clock,
    changed: (message) =>
      message === null
        ? report('quotas_shared_again', { engine })
        : report('quotas_not_shared', { engine, message, processes: limiter.processes() })
  })
  showSharing(limiter, deps.metrics)
  await limiter.announce()
  const announcing = setInterval(() => void limiter.announce(), announceEveryMs).unref()
  const { take, clients, processes } = limiter
  return { take, clients, processes, close: () => clearInterval(announcing) }
}

function showSharing(limiter: SharedLimiter, { registry }: QuotaDeps['metrics']): void {
  const shared =
    '1 while quotas are counted together with those of other processes, 0 while PostgreSQL is away.'
  gauge(registry, 'ayaz_quotas_shared', shared, (set) => set({}, limiter.isShared() ? 1 : 0))
  const processes = 'Serving processes that share quotas, as last known.'
  gauge(registry, 'ayaz_serving_processes', processes, (set) => set({}, limiter.processes()))
}
