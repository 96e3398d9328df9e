/** The kinds of requests to a source besides forecasts. Each has its own name, pauses and failures. */
import type { Source } from '../sources/source.ts'

export function ensembleId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} ensemble`
}

/** Also the name under which seasons are stored and their share of the budget is counted. */
export function seasonId({ credit }: Pick<Source, 'credit'>): string {
  return `${credit.id} season`
}

/**
 * The names under which attempts at a source are counted: its forecasts, then its ensemble and its seasons
 * where it has them.
 */
export function requestIds(source: Pick<Source, 'credit' | 'fetchEnsemble' | 'season'>): readonly string[] {
  return [
    source.credit.id,
    ...(source.fetchEnsemble === undefined ? [] : [ensembleId(source)]),
    ...(source.season === undefined ? [] : [seasonId(source)])
  ]
}
