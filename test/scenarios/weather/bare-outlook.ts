/** The outlook as a house puts it together, over the real store, for what cannot be seen from outside. */
import { createAttempts } from '../../../src/outlook/attempts.ts'
import { createBudget, createPointAllowance } from '../../../src/outlook/budget.ts'
import { createKeptPoints } from '../../../src/outlook/kept-points.ts'
import { createOutlook, type Outlook } from '../../../src/outlook/outlook.ts'
import type { Source } from '../../../src/sources/source.ts'
import type { Store } from '../../../src/store/open.ts'
import type { Clock } from './stage.ts'

export interface BareOutlookNeeds {
  readonly clock: Clock
  readonly store: Pick<Store, 'keptForecasts' | 'budgets'>
  readonly sources: readonly Source[]
  readonly pointsPerDay?: number | null
  readonly demo?: Source | null
  /** Whether watched places ask for ensemble members; default false. */
  readonly ensemble?: boolean
}

export function bareOutlook({ clock, store, sources, ...more }: BareOutlookNeeds): Outlook {
  return createOutlook({
    sources,
    attempts: createAttempts(clock.read),
    budget: createBudget(store.budgets, clock.read),
    clock: clock.read,
    random: () => 0.5,
    report: () => undefined,
    kept: createKeptPoints(10_000_000),
    abortAfter: (milliseconds) => AbortSignal.timeout(milliseconds),
    store: store.keptForecasts,
    allowance: createPointAllowance(more.pointsPerDay ?? null, clock.read),
    onRun: () => undefined,
    wantsEnsemble: (_source, watched) => watched && more.ensemble === true,
    demo: more.demo ?? null
  })
}
