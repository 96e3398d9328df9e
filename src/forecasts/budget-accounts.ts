import type { Source } from '../sources/source.ts'
import type { BudgetStore } from './ports.ts'

/** The share of a source's daily budget, and of its minute and hour, that only watched places may use. */
export const reservedForWatched = 0.5

interface SharedDay {
  readonly id: string
  readonly day: string
  readonly most: number
}

interface BudgetDays {
  readonly take: (day: SharedDay, each: number, count: number) => Promise<number>
  readonly takeForVisitors: (
    source: BudgetAccount,
    whole: SharedDay,
    units: { readonly each: number; readonly count: number }
  ) => Promise<number>
  /** Spends `units` of a share of the day, where `take` then grants them of the day itself. */
  readonly takeOfShare: (share: SharedDay, units: number, take: () => Promise<boolean>) => Promise<boolean>
}

export function createBudgetDays(store: BudgetStore): BudgetDays {
  // Counts first and gives back the excess: two processes that read first would both spend the last unit.
  const take: BudgetDays['take'] = async ({ id, day, most }, each, count) => {
    const sum = await store.add(id, day, each * count)
    if (sum <= most) return count
    const granted = Math.max(0, Math.min(count, Math.floor(count - (sum - most) / each + 1e-9)))
    await store.add(id, day, -each * (count - granted))
    return granted
  }
  return {
    take,
    async takeForVisitors(source, whole, { each, count }) {
      const { day } = whole
      const own = { id: visitorsId(source), day, most: whole.most * (1 - reservedForWatched) }
      const share = await take(own, each, count)
      if (share === 0) return 0
      const needed = await store.spent(watchedNeedId(source), day)
      const granted = await take({ ...whole, most: whole.most - needed }, each, share)
      if (granted < share) await store.add(own.id, day, -each * (share - granted))
      return granted
    },
    async takeOfShare(share, units, takeWhole) {
      if ((await take(share, units, 1)) === 0) return false
      if (await takeWhole()) return true
      await store.add(share.id, share.day, -units)
      return false
    }
  }
}

/** The account for whose limits a request counts; the calls are counted under the id of its credit. */
export type BudgetAccount = Pick<Source, 'credit' | 'limits'>

export function ensembleId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} ensemble`
}

/** The name under which seasons are requested and stored, and their share of the budget is counted. */
export function seasonId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} season`
}

export function modelsId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} models`
}

export function earlierRunsId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} earlier runs`
}

/** Whose limits such a request counts for: as of `ensembleAccount`. */
export function earlierRunsAccount(
  source: BudgetAccount & Required<Pick<Source, 'earlierRuns'>>
): BudgetAccount {
  return sharedAccount(source, { id: earlierRunsId(source), limits: source.earlierRuns.limits })
}

/** Whose limits such a request counts for: as of `ensembleAccount`. */
export function archiveAccount(source: BudgetAccount & Required<Pick<Source, 'archive'>>): BudgetAccount {
  return sharedAccount(source, { id: `${source.credit.id} archive`, limits: source.archive.limits })
}

/** The source's own account where both servers are the provider's public ones, else one with separate limits. */
function sharedAccount(
  { credit, limits }: BudgetAccount,
  own: { readonly id: string; readonly limits: Source['limits'] }
): BudgetAccount {
  if (limits.isPublic && own.limits.isPublic) return { credit, limits }
  return { credit: { ...credit, id: own.id }, limits: own.limits }
}

export function backfillId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} backfill`
}

export function visitorsId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} visitors`
}

/** The id for what watched places would take of a day if there were no other requests. */
export function watchedWantId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} watched want`
}

/** The id for what models at places that decide tonight still want of a day. */
export function decidingWantId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} deciding want`
}

export function watchedNeedId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} watched need`
}

/** Calls to a provider's public servers count together, any other server's apart. Null without ensembles. */
export function ensembleAccount(source: Source): BudgetAccount | null {
  const { credit, limits, ensembleLimits } = source
  if (ensembleLimits === undefined) return null
  return limits.isPublic && ensembleLimits.isPublic
    ? { credit, limits: { ...limits, costOf: ensembleLimits.costOf } }
    : { credit: { ...credit, id: ensembleId(source) }, limits: ensembleLimits }
}

export function requestIds(
  source: Pick<Source, 'credit' | 'fetchEnsemble' | 'season' | 'models' | 'earlierRuns'>
): readonly string[] {
  return [
    source.credit.id,
    ...(source.fetchEnsemble === undefined ? [] : [ensembleId(source)]),
    ...(source.season === undefined ? [] : [seasonId(source)]),
    ...(source.models === undefined ? [] : [modelsId(source)]),
    ...(source.earlierRuns === undefined ? [] : [earlierRunsId(source)])
  ]
}
