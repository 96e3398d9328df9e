/** The limiter of this process: of its own memory, or shared with other processes through Redis or PostgreSQL. */
import { randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Configuration } from '../config/configuration.ts'
import type { Report } from '../forecasts/ports.ts'
import { createLimiter, type Limiter } from '../http/limiter.ts'
import { gauge, type Metrics } from '../http/metrics.ts'
import { announceEveryMs } from '../http/quota-engine.ts'
import type { SharedQuotas } from '../http/quota-ports.ts'
import { createSharedLimiter } from '../http/shared-limiter.ts'
import { redisQuotas } from '../redis/client-quotas.ts'
import { postgresQuotas } from '../store/client-quotas.ts'
import type { Store } from '../store/open.ts'

export interface QuotaDeps {
  readonly configuration: Pick<Configuration, 'role'>
  /** Null without Redis. */
  readonly redis: Redis | null
  readonly store: Pick<Store, 'engine' | 'database'>
  readonly clock: () => number
  readonly report: Report
  readonly metrics: Pick<Metrics, 'registry'>
}

/** A limiter, and the end of what it tells other processes; close it before the engine. */
export interface OpenLimiter extends Limiter {
  /** How many processes share the quotas, as last known. */
  readonly processes: () => number
  readonly close: () => void
}

const mostClients = 100_000

/**
 * Redis where there is one, else PostgreSQL; a process on SQLite is the only one, and a worker serves no
 * clients.
 */
export async function openLimiter(deps: QuotaDeps): Promise<OpenLimiter> {
  const { configuration, redis, store } = deps
  const alone = (): OpenLimiter => ({
    ...createLimiter(mostClients),
    processes: () => 1,
    close: () => undefined
  })
  if (configuration.role === 'worker') return alone()
  if (redis !== null) return sharedLimiter(deps, redisQuotas(redis), 'Redis')
  return store.engine === 'postgresql'
    ? sharedLimiter(deps, postgresQuotas(store.database), 'PostgreSQL')
    : alone()
}

async function sharedLimiter(
  { clock, report, metrics }: QuotaDeps,
  quotas: SharedQuotas,
  engine: string
): Promise<OpenLimiter> {
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
  await limiter.announce()
  const announcing = setInterval(() => void limiter.announce(), announceEveryMs).unref()
  return { ...limiter, close: () => clearInterval(announcing) }
}
