/**
 * Forecasts as the app builds them, over the real store and the providers on loopback, for what cannot be
 * seen from outside.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Budget, createBudget } from '../../../src/forecasts/budget.ts'
import { createForecastCache, type ForecastCache } from '../../../src/forecasts/forecast-cache.ts'
import { createForecasts, type Forecasts } from '../../../src/forecasts/forecasts.ts'
import { createGates } from '../../../src/forecasts/gate.ts'
import { createPointAllowance } from '../../../src/forecasts/point-allowance.ts'
import type { Report } from '../../../src/forecasts/ports.ts'
import type { SnapshotMeta } from '../../../src/forecasts/snapshot.ts'
import { createSourceCircuits } from '../../../src/forecasts/source-circuits.ts'
import { openOutgoing } from '../../../src/outgoing/outgoing.ts'
import type { SourceId } from '../../../src/sources/registry.ts'
import type { Source } from '../../../src/sources/source.ts'
import { openStore, type Store } from '../../../src/store/open.ts'
import { sourceFrom } from '../../contracts/sources/harness.ts'
import { placeMigrated } from '../../migrated-sqlite.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'
import { type Clock, clockAt, springNight } from './harness.ts'

export interface BareForecastsDeps {
  readonly clock: Clock
  readonly store: Pick<Store, 'storedForecasts' | 'budgets' | 'openedPoints'>
  readonly sources: readonly Source[]
  readonly pointsPerDay?: number | null
  readonly demo?: Source | null
  /** Whether watched places ask for ensemble members; default false. */
  readonly ensemble?: boolean
  /** Default: the machine's time. */
  readonly abortAfter?: (milliseconds: number) => AbortSignal
  readonly budget?: Budget
  /** Default: always a half. */
  readonly random?: () => number
  readonly cache?: ForecastCache
  /** Default: nothing is heard. */
  readonly report?: Report
  /** Told of every new run; default: nothing. */
  readonly onRun?: (meta: SnapshotMeta) => void
}

export function bareForecasts({ clock, store, sources, ...more }: BareForecastsDeps): Forecasts {
  const report = more.report ?? (() => undefined)
  return createForecasts({
    sources,
    circuits: createSourceCircuits(clock.read),
    budget: more.budget ?? createBudget(store.budgets, clock.read),
    gates: createGates(),
    clock: clock.read,
    random: more.random ?? (() => 0.5),
    report,
    cache: more.cache ?? createForecastCache(10_000_000),
    abortAfter: more.abortAfter ?? ((milliseconds) => AbortSignal.timeout(milliseconds)),
    store: store.storedForecasts,
    leases: null,
    allowance: createPointAllowance({
      limitOf: async () => more.pointsPerDay ?? null,
      store: store.openedPoints,
      clock: clock.read,
      report
    }),
    onRun: more.onRun ?? (() => undefined),
    wantsEnsemble: (_source, watched) => watched && more.ensemble === true,
    demo: more.demo ?? null
  })
}

/** What forecasts stand on: providers and an empty store of their own, under one clock. */
export interface BareStage {
  readonly clock: Clock
  readonly upstream: Upstream
  readonly store: Store
  /** A provider as a source; `environment` leads parts of it elsewhere. */
  readonly source: (id: SourceId, environment?: Readonly<Record<string, string>>) => Source
  /** Other forecasts over the same store, as another process would have. */
  readonly forecasts: (deps: Omit<BareForecastsDeps, 'clock' | 'store'>) => Forecasts
  /** Ends it, and sees that no provider was asked for anything it does not have. */
  readonly close: () => Promise<void>
}

/** Opens everything in a spring night. */
export async function openBareStage(): Promise<BareStage> {
  const clock = clockAt(springNight)
  const upstream = await startUpstream(clock.read)
  const outgoing = openOutgoing({ reach: 'operator', allowHttp: true, allow: [], connectionsPerOrigin: null })
  const dataDir = await mkdtemp(join(tmpdir(), 'ayaz-forecasts-'))
  await placeMigrated(dataDir)
  const store = await openStore({ url: null, dataDir, now: clock.read() })
  return {
    clock,
    upstream,
    store,
    source: (id, environment = {}) =>
      sourceFrom(id, { ...upstream.environment, ...environment }, outgoing.send),
    forecasts: (deps) => bareForecasts({ clock, store, ...deps }),
    async close() {
      await outgoing.close()
      await store.close()
      await upstream.close()
      await rm(dataDir, { recursive: true, force: true })
      expect(upstream.violations).toEqual([])
    }
  }
}
