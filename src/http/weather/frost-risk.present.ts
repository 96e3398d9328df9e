/** From scored nights to the body of GET /weather/frost-risk. */
import { publish } from '../../forecast/units.ts'
import { zoneClock } from '../../forecast/zone-clock.ts'
import type { FrostNight, KnownNight } from '../../frost/frost-night.ts'
import { isRiskDay, periodScore } from '../../frost/period.ts'
import { roundToTenth } from '../../frost/published.ts'
import { levelLabel } from '../../language/frost-words.ts'
import { comingWindows, learnedHere, nightsIn, publishedScore } from '../../outlook/frost-view.ts'
import { type Basis, commonBlocks, type Notice } from './blocks.present.ts'
import { curveSettings } from './curve-settings.ts'
import { presentEstimate } from './estimated-stage.ts'
import { horizonNotice } from './forecast.present.ts'
import type { FrostRiskBody } from './frost-risk.schema.ts'
import type { FrostRiskQuestion } from './question.ts'
import { presentRiskDay } from './risk-day.present.ts'

/** Of the method as a whole: a change of any number that it publishes is a new version. */
const method = { id: 'frost-p', version: '1.0' } as const

export function presentFrostRisk(basis: Basis<FrostRiskQuestion>, siteUrl: string): FrostRiskBody {
  const { point, at, question } = basis
  const { choice, lang } = question
  const windows = comingWindows(point, at, question.days)
  const nights = nightsIn(point, windows, at, curveSettings(point, choice))
  const period = periodScore(nights)
  const learned = learnedHere(point, nights)
  // A night that is missing altogether keeps its place; those beyond the last that is known are beyond the horizon.
  const shown = nights.slice(0, 1 + nights.findLastIndex((night) => night.hoursAvailable > 0))
  const clock = zoneClock(question.point.timezone)
  const score = period.score === null ? null : roundToTenth(period.score)
  return {
    ...commonBlocks(basis, noticesOf(question, nights, shown.length)),
    frost_risk: {
      score,
      level: period.level,
      level_label: levelLabel(period.level, lang),
      worst_date: period.worstDate,
      next_risk_date: period.nextRiskDate,
      horizon_days: shown.length,
      nights_unknown: shown.filter((night) => night.state === 'unknown').length,
      crop: choice.crop,
      stage: choice.stage,
      stage_estimate: presentEstimate(choice),
      exposure: choice.exposure,
      learned_nights: learned?.nights ?? 0,
      learned_method: learned?.method ?? null,
      method: { ...method, url: `${siteUrl}/docs/science` }
    },
    risk_days: nights.filter(isRiskDay).map((night) => presentRiskDay(night, question, clock)),
    nights: shown.map((night) => presentNight(night, question))
  }
}

function presentNight(night: FrostNight, { units }: FrostRiskQuestion): FrostRiskBody['nights'][number] {
  const { score, level } = publishedScore(night)
  return {
    date: night.window.date,
    hours: night.hours,
    hours_available: night.hoursAvailable,
    partial: night.partial,
    score,
    level,
    temperature_min: publish(night.airTemperatureMinC ?? Number.NaN, 'temperature', units),
    plant_temperature_min:
      night.state === 'known' ? publish(night.plantTemperatureMinC, 'temperature', units) : null
  }
}

function noticesOf(
  { days, choice }: FrostRiskQuestion,
  nights: readonly FrostNight[],
  shown: number
): readonly Notice[] {
  const known = nights.filter((night): night is KnownNight => night.state === 'known')
  const unknown = nights.slice(0, shown).filter((night) => night.state === 'unknown').length
  const coarse = Math.max(1, ...known.map((night) => night.stepHours))
  const missing = [...new Set(known.flatMap((night) => night.inputsMissing))]
  return [
    ...horizonNotice(days, shown),
    ...when(choice.curve.kind === 'threshold_only', { code: 'threshold_only', parameters: {} }),
    ...estimateNotice(choice),
    ...when(choice.evidence === 'low', { code: 'low_evidence', parameters: {} }),
    ...when(coarse > 1, { code: 'coarse_steps', parameters: { stepHours: coarse } }),
    ...when(missing.length > 0, { code: 'inputs_missing', parameters: { inputs: missing } }),
    ...when(
      known.some((night) => night.snowCover),
      { code: 'snow_cover', parameters: {} }
    ),
    ...when(known[0]?.partial === true, { code: 'partial_night', parameters: {} }),
    ...when(unknown > 0, { code: 'nights_unknown', parameters: { count: unknown } })
  ]
}

/** An estimate is never sold as something seen. */
function estimateNotice({ estimate }: FrostRiskQuestion['choice']): readonly Notice[] {
  if (estimate === undefined || estimate === 'wanted') return []
  return estimate.state === 'estimated'
    ? [{ code: 'stage_estimated', parameters: { days: estimate.plusMinusDays } }]
    : [{ code: 'stage_unknown', parameters: { stageReason: estimate.reason } }]
}

function when(condition: boolean, notice: Notice): readonly Notice[] {
  return condition ? [notice] : []
}
