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

function archiveId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} archive`
}

/** Whose limits such a request counts for: as of `ensembleAccount`. */
export function archiveAccount(source: BudgetAccount & Required<Pick<Source, 'archive'>>): BudgetAccount {
  return sharedAccount(source, { id: archiveId(source), limits: source.archive.limits })
}

/** Its own where both servers are the provider's public ones, else one with its own limits. */
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

/** What watched places would take of a day if no one else did. */
export function watchedWantId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} watched want`
}

/** What models at places that decide tonight still want of a day. */
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
