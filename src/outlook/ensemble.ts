/** Ensemble members: how far apart they are at each hour enters the spread of a night's minimum. */
import type { Point } from '../forecast/point.ts'
import { type EnsembleSpread, ensembleSpread } from '../frost/spread.ts'
import type { Source } from '../sources/source.ts'
import { horizonDays } from './chain.ts'
import type { OutlookParts } from './parts.ts'
import type { KeptSpread } from './snapshot.ts'

const ensembleMs = 5000
const leastMembers = 5

/** Asks a source for its members' spread; null where it has none, may not be asked, or fails: the usual spread then holds. */
export async function fetchSpread(
  parts: OutlookParts,
  source: Source,
  point: Point,
  watched: boolean
): Promise<KeptSpread | null> {
  if (source.fetchEnsemble === undefined || !parts.wantsEnsemble(source, watched)) return null
  const request = { point, days: horizonDays, previous: null }
  // Members are charged like several calls: every tenth member counts as one more.
  if (!(await parts.budget.take(source, source.limits.costOf(request) * 4, watched))) return null
  try {
    const members = await source.fetchEnsemble(request, parts.abortAfter(ensembleMs))
    return members.members < leastMembers ? null : keptSpread(ensembleSpread(members))
  } catch (error) {
    parts.report('ensemble_failed', { source: source.credit.id, message: String(error) })
    return null
  }
}

function keptSpread({ startHour, standardDeviationC, meanC, members }: EnsembleSpread): KeptSpread {
  return {
    startHour,
    hundredthsC: Array.from(standardDeviationC, (deviation) =>
      Number.isNaN(deviation) ? -1 : Math.round(deviation * 100)
    ),
    meanHundredthsC: Array.from(meanC ?? [], (mean) => (Number.isNaN(mean) ? 0 : Math.round(mean * 100))),
    members: members.reduce((most, count) => Math.max(most, count), 0)
  }
}
