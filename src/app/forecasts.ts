/** Builds forecasts: sources, cache, store, and the demo until a source has answered. */

import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { reportedError } from '../common/reported-error.ts'
import { type Budget, createBudget, lastingBudgets } from '../forecasts/budget.ts'
import { ensembleChoice } from '../forecasts/ensemble.ts'
import { createForecastCache, type ForecastCache } from '../forecasts/forecast-cache.ts'
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import { createForecasts, type Forecasts } from '../forecasts/forecasts.ts'
import { createGates, type Gates } from '../forecasts/gate.ts'
import { createPointAllowance, usualPointsPerDay } from '../forecasts/point-allowance.ts'
import type { LearnedAt, Neighbours, RefreshLeases, Report } from '../forecasts/ports.ts'
import { createSourceCircuits, type SourceCircuits } from '../forecasts/source-circuits.ts'
import { keyOfClient } from '../http/client-key.ts'
import type { SendRequest } from '../outgoing/request.ts'
import { createDemo } from '../sources/demo/demo.ts'
import { createSources } from '../sources/registry.ts'
import type { Source } from '../sources/source.ts'
import type { Store } from '../store/open.ts'
import type { Configuration } from './configuration.ts'

export interface ForecastsModule {
  readonly forecasts: Forecasts
  readonly sources: readonly Source[]
  readonly cache: ForecastCache
  readonly circuits: SourceCircuits
  readonly gates: Gates
  readonly budget: Budget
  /** New points that a client may open in a day at the sources in use; null: no limit. */
  readonly pointsPerDay: number | null
}

interface ForecastsModuleDeps {
  readonly configuration: Configuration
  readonly store: Pick<
    Store,
    'storedForecasts' | 'budgets' | 'openedPoints' | 'engine' | 'leases' | 'archive' | 'apiKeys'
  >
  readonly send: SendRequest
  readonly clock: () => number
  readonly random: () => number
  readonly report: Report
  /** A source has answered into this store, ever: then synthetic weather is never shown. */
  readonly hasRealData: boolean
  readonly learnedAt: LearnedAt
  readonly atOtherHeight: Neighbours['atOtherHeight']
  readonly processes?: () => number
  /** Called with each new run of a real source, after it was stored. */
  readonly onRun: (snapshot: ForecastSnapshot) => void
}

const megabyte = 1_000_000

export function openForecasts(deps: ForecastsModuleDeps): ForecastsModule {
  const { configuration, store, clock, random, report } = deps
  const sources = createSources(configuration.sources, deps.send, clock)
  const circuits = createSourceCircuits(clock)
  const gates = createGates()
  const budget = createBudget(lastingBudgets(store.budgets, report), clock, deps.processes)
  const cache = createForecastCache(configuration.seriesMegabytes * megabyte, deps.learnedAt)
  const allowed = configuration.pointsPerDay ?? usualPointsPerDay(sources)
  const pointsPerDay = allowed > 0 ? allowed : null
  const isDemoOnly = sources.every((source) => source.synthetic)
  const forecasts = createForecasts({
    sources,
    circuits,
    budget,
    gates,
    clock,
    random,
    report,
    cache,
    abortAfter: (milliseconds) => AbortSignal.timeout(milliseconds),
    store: store.storedForecasts,
    archive: store.archive,
    leases: refreshLeases(deps),
    allowance: createPointAllowance({
      limitOf: pointLimits(deps, pointsPerDay),
      store: store.openedPoints,
      clock,
      report
    }),
    atOtherHeight: deps.atOtherHeight,
    onRun: (meta) => {
      const snapshot = cache.open(meta.point.key)
      if (snapshot !== null) deps.onRun(snapshot)
    },
    wantsEnsemble: ensembleChoice(configuration.ensemble),
    demo: isDemoOnly || deps.hasRealData ? null : createDemo(clock)
  })
  return { forecasts, sources, cache, circuits, gates, budget, pointsPerDay }
}

/** By the tier of a key; while the database is away, as without a key. */
function pointLimits(
  { configuration: { tiers }, store, report }: ForecastsModuleDeps,
  usual: number | null
): (client: string) => Promise<number | null> {
  const ofTiers = new Map(tiers.map(({ name, pointsPerDay }) => [name, pointsPerDay]))
  if (tiers.every(({ pointsPerDay }) => pointsPerDay === undefined)) return async () => usual
  return async (client) => {
    const key = keyOfClient(client)
    if (key === null) return usual
    try {
      const ofTier = ofTiers.get((await store.apiKeys.tierOf(key)) ?? '')
      return ofTier === undefined ? usual : ofTier || null
    } catch (error) {
      report('store_failed', reportedError(error))
      return usual
    }
  }
}

/** A process on SQLite is the only one. */
function refreshLeases({ store, clock }: ForecastsModuleDeps): RefreshLeases | null {
  if (store.engine === 'sqlite') return null
  const holder = randomBytes(9).toString('base64url')
  // A pause is a lease that the failures themselves hold: it ends by itself, and other processes need no table for it.
  const pauseName = (sourceId: string, pointKey: string): string => `failed ${sourceId} ${pointKey}`
  return {
    take: async (pointKey, forMs) => {
      const name = `refresh ${pointKey}`
      const now = clock()
      const isHeld = await store.leases.hold({ name, holder, now, until: now + forMs })
      return isHeld ? () => store.leases.release(name, holder) : null
    },
    pause: (milliseconds) => wait(milliseconds, undefined, { ref: false }),
    sharedPauses: async (pointKey, sourceIds) => {
      const idOf = new Map(sourceIds.map((id) => [pauseName(id, pointKey), id]))
      const rows = await store.leases.named([...idOf.keys()], clock())
      return new Map(
        rows.map(({ name, holder: failures, until }) => [
          idOf.get(name) ?? '',
          { failures: Number(failures), until }
        ])
      )
    },
    sharePause: async (sourceId, pointKey, { failures, until }) => {
      const name = pauseName(sourceId, pointKey)
      await store.leases.hold({ name, holder: String(failures), now: clock(), until })
    },
    deletePause: (sourceId, pointKey, { failures }) =>
      store.leases.release(pauseName(sourceId, pointKey), String(failures))
  }
}
