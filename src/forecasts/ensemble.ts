import { ensembleSpread } from '../frost/spread.ts'
import type { Source } from '../sources/source.ts'
import type { Point } from '../weather/point.ts'
import { askAside } from './ask-aside.ts'
import { ensembleAccount, ensembleId } from './budget-accounts.ts'
import { horizonDays } from './chain.ts'
import type { ForecastsDeps } from './deps.ts'
import { storedSpread } from './open-spread.ts'
import type { StoredSpread } from './snapshot.ts'

/** The values of the operator's setting. */
type EnsembleSetting = 'auto' | 'yes' | 'no'

/** The server for members, by default only a private one: at a public one members would cost most of the budget. */
export function ensembleChoice(setting: EnsembleSetting): (source: Source, watched: boolean) => boolean {
  if (setting === 'no') return () => false
  if (setting === 'yes') return (_source, watched) => watched
  return (source, watched) => watched && source.ensembleLimits?.isPublic === false
}

/* Ensemble members: their spread at each hour enters the spread of a night's minimum. */

const ensembleMs = 5000
const minMembers = 5

/** Fetches the spread; null where the source has no members, may not be asked, or fails: the usual spread is used. */
export async function fetchSpread(
  deps: ForecastsDeps,
  source: Source,
  point: Point,
  watched: boolean
): Promise<StoredSpread | null> {
  const account = ensembleAccount(source)
  const { fetchEnsemble } = source
  if (fetchEnsemble === undefined || account === null || !deps.wantsEnsemble(source, watched)) return null
  const request = { point, days: horizonDays, previous: null }
  const asked = await askAside(deps, {
    id: ensembleId(source),
    point,
    requester: watched ? 'watched' : 'visitor',
    pay: () => deps.budget.take(account, account.limits.costOf(request), watched),
    fetch: async () => {
      const members = await fetchEnsemble(request, deps.abortAfter(ensembleMs))
      return members.members < minMembers ? null : storedSpread(ensembleSpread(members))
    },
    failed: (error) =>
      deps.report('ensemble_failed', { source: source.credit.id, message: String(error), err: error })
  })
  return 'answer' in asked ? asked.answer : null
}

/** The cost of a forecast, and of its ensemble where the same budget pays for it, in the source's units. */
export function watchedCost(
  { wantsEnsemble }: Pick<ForecastsDeps, 'wantsEnsemble'>,
  source: Source,
  point: Point
): number {
  const request = { point, days: horizonDays, previous: null }
  const account = wantsEnsemble(source, true) ? ensembleAccount(source) : null
  const isShared = account?.credit.id === source.credit.id
  return source.limits.costOf(request) + (isShared ? account.limits.costOf(request) : 0)
}
