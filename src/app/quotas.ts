/** The limiter of this process: of its own memory, or shared with other processes through Redis or PostgreSQL. */
import { randomBytes } from 'node:crypto'
import type { Configuration } from '../config/configuration.ts'
import type { Report } from '../forecasts/ports.ts'
import { createLimiter, type Limiter } from '../http/limiter.ts'
import { gauge, type Metrics } from '../http/metrics.ts'
import type { SharedQuotas } from '../http/quota-ports.ts'
import { createSharedLimiter } from '../http/shared-limiter.ts'
import { redisQuotas } from '../redis/client-quotas.ts'
import { openRedis } from '../redis/connection.ts'
import { postgresQuotas } from '../store/client-quotas.ts'
import type { Store } from '../store/open.ts'

export interface QuotaDeps {
  readonly configuration: Pick<Configuration, 'redisUrl'>
  readonly store: Pick<Store, 'engine' | 'database'>
  readonly clock: () => number
  readonly report: Report
  readonly metrics: Metrics
}

export interface OpenedLimiter {
  readonly limiter: Limiter
  readonly close: () => Promise<void>
}

const mostClients = 100_000

/**
 * Redis where the configuration names one, else PostgreSQL; a process on SQLite is the only one.
 * @throws {Error} where Redis does not answer.
 */
export async function openLimiter(deps: QuotaDeps): Promise<OpenedLimiter> {
  const { configuration, store } = deps
  if (configuration.redisUrl !== null) {
    const redis = await openRedis(configuration.redisUrl)
    const close = async (): Promise<void> => redis.disconnect()
    return { limiter: sharedLimiter(deps, redisQuotas(redis), 'Redis'), close }
  }
  const close = async (): Promise<void> => undefined
  return store.engine === 'postgresql'
    ? { limiter: sharedLimiter(deps, postgresQuotas(store.database), 'PostgreSQL'), close }
    : { limiter: createLimiter(mostClients), close }
}

function sharedLimiter({ clock, report, metrics }: QuotaDeps, quotas: SharedQuotas, engine: string): Limiter {
  const limiter = createSharedLimiter({
    quotas,
    process: randomBytes(9).toString('base64url'),
    local: createLimiter(mostClients),
    clock,
    changed: (reason) =>
      reason === null
        ? report('quotas_shared_again', { engine })
        : report('quotas_not_shared', { engine, message: reason, processes: limiter.processes() })
  })
  const { registry } = metrics
  const shared =
    '1 while quotas are counted together with those of other processes, 0 while the engine is away.'
  gauge(registry, 'ayaz_quotas_shared', shared, (set) => set({}, limiter.isShared() ? 1 : 0))
  const processes = 'Serving processes that share quotas, as last known.'
  gauge(registry, 'ayaz_serving_processes', processes, (set) => set({}, limiter.processes()))
  return limiter
}
