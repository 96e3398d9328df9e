/** `stage=auto`: fetches the season's temperatures before an answer is computed from them. */

import type { Forecasts } from '../../forecasts/forecasts.ts'
import type { Requester } from '../../forecasts/point-allowance.ts'
import type { Prepared } from './answer.ts'
import type { WeatherQuestion } from './question.ts'

type Seasons = Forecasts['seasons']

/** Within this requester's limits; never throws for a source's fault. */
export async function prepareStage(
  question: WeatherQuestion,
  seasons: Seasons,
  requester: Requester
): Promise<Prepared> {
  const lack = question.stageFromSeason === true ? await seasons.refresh(question.point, requester) : null
  if (lack === null) return { question, goodUntil: Number.POSITIVE_INFINITY }
  const isSeasonRefused = lack.because !== 'no_answer'
  return { question: { ...question, isSeasonRefused }, goodUntil: lack.askAgainAt }
}

/** Whether the answer can be computed from what is in memory. */
export function isStagePrepared({ stageFromSeason, point }: WeatherQuestion, seasons: Seasons): boolean {
  return stageFromSeason !== true || !seasons.isDue(point)
}
