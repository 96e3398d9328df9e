/** `stage=auto`: the stage of the crop as its season's warmth has it, or why it is not known. */
import { findCrop } from '../../frost/crops.ts'
import { estimateStage, type StageEstimate } from '../../frost/degree-days.ts'
import { genericCurve } from '../../frost/severity.ts'
import type { Asker } from '../../outlook/asker.ts'
import type { Outlook } from '../../outlook/outlook.ts'
import type { Prepared } from './answer.ts'
import type { Basis } from './blocks.present.ts'
import type { FrostRiskBody } from './frost-risk.schema.ts'
import type { CurveChoice, FrostRiskQuestion } from './question.ts'

/** The word that asks for an estimate. */
export const autoStage = 'auto'

type Seasons = Outlook['seasons']

/** Has the season at hand where it is asked for, as far as this asker's share goes; never throws for a source's fault. */
export async function prepareStage(
  question: FrostRiskQuestion,
  seasons: Seasons,
  asker: Asker
): Promise<Prepared<FrostRiskQuestion>> {
  const { choice, point } = question
  const lack = choice.estimate === 'wanted' ? await seasons.refresh(point, asker) : null
  if (lack === null) return { question, goodUntil: Number.POSITIVE_INFINITY }
  const isSeasonRefused = lack.because !== 'no_answer'
  return { question: { ...question, choice: { ...choice, isSeasonRefused } }, goodUntil: lack.askAgainAt }
}

/** Whether the answer can be made from what is at hand. */
export function isStagePrepared({ choice, point }: FrostRiskQuestion, seasons: Seasons): boolean {
  return choice.estimate !== 'wanted' || !seasons.isDue(point)
}

/** The same basis with the stage that stands at its instant; a stage that is not known is judged by the generic curve. */
export function withEstimatedStage(
  basis: Basis<FrostRiskQuestion>,
  seasons: Seasons
): Basis<FrostRiskQuestion> {
  const { question, at } = basis
  if (question.choice.estimate !== 'wanted') return basis
  return { ...basis, question: { ...question, choice: estimatedChoice(question, seasons, at) } }
}

function estimatedChoice({ choice, point }: FrostRiskQuestion, seasons: Seasons, at: number): CurveChoice {
  const crop = choice.crop === null ? null : findCrop(choice.crop)
  if (crop === null) return choice
  const season = seasons.known(point)
  const { lat, timezone } = point
  const asked = { crop: crop.id, lat, timezone, at: seasons.instantOf(point, at) }
  const estimate = asRefused(estimateStage(asked, season?.hours ?? null), choice)
  const stage =
    estimate.state === 'estimated' ? crop.stages.find(({ id }) => id === estimate.stage) : undefined
  return {
    ...choice,
    stage: stage?.id ?? null,
    curve: stage?.curve ?? genericCurve,
    evidence: stage?.evidence ?? null,
    estimate: { ...estimate, source: estimate.summedFrom === null ? null : (season?.source ?? null) }
  }
}

/** Where the temperatures are what is lacking, whoever was refused them is told so. */
function asRefused(estimate: StageEstimate, { isSeasonRefused }: CurveChoice): StageEstimate {
  const lacksSeason =
    estimate.state === 'unknown' &&
    (estimate.reason === 'season_unavailable' || estimate.reason === 'season_incomplete')
  return lacksSeason && isSeasonRefused === true ? { ...estimate, reason: 'season_share_spent' } : estimate
}

/** How the answer tells of the estimate; the same members where the stage was given. */
export function presentEstimate({ estimate }: CurveChoice): FrostRiskBody['frost_risk']['stage_estimate'] {
  const told = estimate === undefined || estimate === 'wanted' ? null : estimate
  return {
    estimated: told?.state === 'estimated',
    plus_minus_days: told?.state === 'estimated' ? told.plusMinusDays : null,
    summed_from: told?.summedFrom ?? null,
    summed_to: told?.summedTo ?? null,
    source: told?.source ?? null,
    unknown_because: told?.state === 'unknown' ? told.reason : null
  }
}
