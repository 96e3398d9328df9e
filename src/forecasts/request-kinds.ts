/** The kinds of requests to a source besides forecasts. Each has its own name, pauses and failures. */
import type { Source } from '../sources/source.ts'

/** Whose limits a request counts for; the calls are counted under the id of its credit. */
export type BudgetAccount = Pick<Source, 'credit' | 'limits'>

export function ensembleId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} ensemble`
}

/** Also the name under which seasons are stored and their share of the budget is counted. */
export function seasonId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} season`
}

/** The name of requests for the models beside the first. */
export function modelsId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} models`
}

/** The name of requests for what was forecast for past hours. */
export function earlierRunsId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} earlier runs`
}

/** Whose limits such a request counts for: as of `ensembleAccount`. */
export function earlierRunsAccount(
  source: BudgetAccount & Required<Pick<Source, 'earlierRuns'>>
): BudgetAccount {
  return sharedAccount(source, { id: earlierRunsId(source), limits: source.earlierRuns.limits })
}

/** The name of requests for years gone by. */
export function archiveId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} archive`
}

/** Whose limits such a request counts for: as of `ensembleAccount`. */
export function archiveAccount(source: BudgetAccount & Required<Pick<Source, 'archive'>>): BudgetAccount {
  return sharedAccount(source, { id: archiveId(source), limits: source.archive.limits })
}

/**
 * The source's own account where both servers are the provider's public ones, else one of that name with limits of its
 * own.
 */
function sharedAccount(
  { credit, limits }: BudgetAccount,
  own: { readonly id: string; readonly limits: Source['limits'] }
): BudgetAccount {
  if (limits.isPublic && own.limits.isPublic) return { credit, limits }
  return { credit: { ...credit, id: own.id }, limits: own.limits }
}

/** The name under which a source's part of the day for past forecasts is counted. */
export function backfillId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} backfill`
}

/** The name under which visitors' part of a source's day is counted. */
export function visitorsId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} visitors`
}

/** The name under which the store holds what watched places would take of a source's day if no one else did. */
export function watchedWantId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} watched want`
}

/** The name under which the store holds what the models at places that decide tonight still want of a source's day. */
export function decidingWantId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} deciding want`
}

/** The name under which the store holds what watched places still need of a source's day. */
export function watchedNeedId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} watched need`
}

/**
 * Who pays for ensemble members, and what they cost. A provider counts the calls to its public servers
 * together, so these share one budget; any other server has limits of its own. Null where there are none.
 */
export function ensembleAccount(source: Source): BudgetAccount | null {
  const { credit, limits, ensembleLimits } = source
  if (ensembleLimits === undefined) return null
  return limits.isPublic && ensembleLimits.isPublic
    ? { credit, limits: { ...limits, costOf: ensembleLimits.costOf } }
    : { credit: { ...credit, id: ensembleId(source) }, limits: ensembleLimits }
}

/**
 * The names under which attempts at a source are counted: its forecasts, then its ensemble, its seasons, its
 * models and its earlier runs where it has them.
 */
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
