/** Puts the outlook together: sources, memory, store, and the demo for a machine that no source has answered yet. */

import type { Configuration } from '../config.ts'
import { pointKey } from '../forecast/point.ts'
import type { SendRequest } from '../outgoing/request.ts'
import { type Attempts, createAttempts } from '../outlook/attempts.ts'
import { type Budget, createBudget, createPointAllowance } from '../outlook/budget.ts'
import { createGates, type Gates } from '../outlook/gate.ts'
import { createKeptPoints, type KeptPoints } from '../outlook/kept-points.ts'
import type { OpenPoint } from '../outlook/open-point.ts'
import { createOutlook, type Outlook } from '../outlook/outlook.ts'
import type { LearnedAt, Report } from '../outlook/ports.ts'
import { createDemo } from '../sources/demo/demo.ts'
import { createSources } from '../sources/registry.ts'
import type { Source } from '../sources/source.ts'
import type { Store } from '../store/open.ts'
import { lastingBudgets } from './lasting-budgets.ts'

/** Where the record puts what it has learned once it is open. */
export interface Learning {
  at: LearnedAt
  onRun: (snapshot: OpenPoint) => void
}

export interface HousedOutlook {
  readonly learning: Learning
  readonly outlook: Outlook
  readonly sources: readonly Source[]
  readonly kept: KeptPoints
  readonly attempts: Attempts
  readonly gates: Gates
  readonly budget: Budget
  /** New points a client may open in a day at the sources in use; null = no limit. */
  readonly pointsPerDay: number | null
}

interface OutlookNeeds {
  readonly configuration: Configuration
  readonly store: Pick<Store, 'keptForecasts' | 'budgets'>
  readonly send: SendRequest
  readonly clock: () => number
  readonly random: () => number
  readonly report: Report
  /** A real source has answered into this store, now or in an earlier life of the service: made weather is then never shown. */
  readonly hasRealData: boolean
}

const megabyte = 1_000_000

export function openOutlook(needs: OutlookNeeds): HousedOutlook {
  const { configuration, store, clock, random, report } = needs
  const sources = createSources(configuration.sources, needs.send, clock)
  const attempts = createAttempts(clock)
  const gates = createGates()
  const budget = createBudget(lastingBudgets(store.budgets, report), clock)
  // The record is opened over the outlook, so what it teaches is asked for by way of this.
  const learning: Learning = { at: () => null, onRun: () => undefined }
  const kept = createKeptPoints(configuration.seriesMegabytes * megabyte, (point, grid) =>
    learning.at(point, grid)
  )
  // A client is bounded only where a stranger's service would pay for the sweep.
  const isPublic = sources.some((source) => source.limits.isPublic)
  const pointsPerDay = isPublic && configuration.pointsPerDay > 0 ? configuration.pointsPerDay : null
  const isDemoOnly = sources.every((source) => source.synthetic)
  const outlook = createOutlook({
    sources,
    attempts,
    budget,
    gates,
    clock,
    random,
    report,
    kept,
    abortAfter: (milliseconds) => AbortSignal.timeout(milliseconds),
    store: store.keptForecasts,
    allowance: createPointAllowance(pointsPerDay, clock),
    onRun: (meta) => {
      const snapshot = kept.open(pointKey(meta.point))
      if (snapshot !== null) learning.onRun(snapshot)
    },
    wantsEnsemble: ensembleChoice(configuration.ensemble),
    demo: isDemoOnly || needs.hasRealData ? null : createDemo(clock)
  })
  return { outlook, sources, kept, attempts, gates, budget, pointsPerDay, learning }
}

/** On a public server members would cost more than half the budget, so they are asked for only where the server is one's own. */
function ensembleChoice(wish: Configuration['ensemble']): (source: Source, watched: boolean) => boolean {
  if (wish === 'no') return () => false
  if (wish === 'yes') return (_source, watched) => watched
  return (source, watched) => watched && !source.limits.isPublic
}
