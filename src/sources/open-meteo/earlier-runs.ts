/** What the model had said for past hours, one to seven days before (open-meteo.com/en/docs/previous-runs-api). */
import type { Answer } from '../http-json.ts'
import { requireNear, unusable } from '../json-reader.ts'
import type { EarlierRunsCapability, SourceLimits } from '../source.ts'
import { gridOf, parseEarlierRuns } from './parse.ts'
import { earlierRunsUrl } from './url.ts'

/** Two months of nights: enough for a mean error at each lead, at less than five calls. */
const pastDays = 60
/** Calls are counted in steps of two weeks and of ten variables (open-meteo.com/en/pricing). */
const daysOfOneCall = 14

export function openMeteoEarlierRuns(deps: {
  readonly url: string
  readonly limits: SourceLimits
  readonly put: (url: string, signal: AbortSignal) => Promise<Answer>
}): EarlierRunsCapability {
  return {
    limits: deps.limits,
    costUnits: (pastDays + 1) / daysOfOneCall,
    fetch: async (point, signal) => {
      const answer = await deps.put(earlierRunsUrl(deps.url, point, pastDays), signal)
      if (answer.kind === 'not_modified') throw unusable('answered 304 to an unconditional request')
      const grid = gridOf(answer.json)
      requireNear(grid, point)
      return { ...parseEarlierRuns(answer.json), grid }
    }
  }
}
