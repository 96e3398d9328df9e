/** Several nights in one sentence: the period's score and the nights to look at. */
import type { FrostLevel, FrostNight, KnownNight } from './frost-night.ts'
import { levelOf, riskScore, roundToTenth } from './published.ts'

/** So many nights, tonight the first, must be known before a period may be called free of frost. */
const nightsThatMustBeKnown = 3

export interface PeriodScore {
  /** The highest known night's, unrounded; null where no night is known. */
  readonly score: number | null
  /** Never `none` while tonight or one of the two nights after it is unknown. */
  readonly level: FrostLevel
  /** The night with the highest published score, ties: the earliest; null where no night is known. */
  readonly worstDate: string | null
  /** The first risk day (published score ≥ 10), or null. */
  readonly nextRiskDate: string | null
  readonly nightsUnknown: number
}

/** The nights that are not over at a whole hour, in order; the first of them is "tonight". */
export function nightsNotOver(nights: readonly FrostNight[], nowHour: number): readonly FrostNight[] {
  return nights.filter((night) => nowHour < night.window.overHour)
}

/** Whether a night is known and was asked for with a curve that has a score. */
export function hasScore(night: FrostNight | null): night is KnownNight {
  return night?.state === 'known' && !Number.isNaN(night.score)
}

/** A night scored for a stage of which only the first damage is known: its temperatures and odds, and no score. */
export function withoutScore(night: FrostNight): FrostNight {
  if (night.state === 'unknown') return night
  const hourScore = night.hourScore.map(() => Number.NaN)
  return { ...night, score: Number.NaN, level: 'unknown', expectedDamagePercent: null, hourScore }
}

/** Whether a night is a risk day: known, with a published score of at least 10. */
export function isRiskDay(night: FrostNight): night is KnownNight {
  return night.state === 'known' && roundToTenth(night.score) >= riskScore
}

/** The score of a period; `nights` are those not over, in order of date. */
export function periodScore(nights: readonly FrostNight[]): PeriodScore {
  let worst: KnownNight | null = null
  for (const night of nights) {
    if (!hasScore(night)) continue
    if (worst === null || roundToTenth(night.score) > roundToTenth(worst.score)) worst = night
  }
  return {
    score: worst?.score ?? null,
    level: periodLevel(worst, nights),
    worstDate: worst?.window.date ?? null,
    nextRiskDate: nights.find(isRiskDay)?.window.date ?? null,
    nightsUnknown: nights.filter((night) => !hasScore(night)).length
  }
}

function periodLevel(worst: KnownNight | null, nights: readonly FrostNight[]): FrostLevel {
  const level = levelOf(worst === null ? null : roundToTenth(worst.score))
  const hasDataGap = nights.slice(0, nightsThatMustBeKnown).some((night) => !hasScore(night))
  return level === 'none' && hasDataGap ? 'unknown' : level
}
