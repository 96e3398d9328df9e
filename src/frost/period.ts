import { hourMs } from '../common/time.ts'
import type { BriefKnownNight, BriefNight, FrostLevel, FrostNight, UnknownNight } from './frost-night.ts'
import { levelOf, riskScore, roundToTenth } from './published.ts'

/** How many nights, from tonight on, must be known before a period may be called free of frost. */
const nightsThatMustBeKnown = 3

export interface PeriodScore {
  /** The score of the highest known night, unrounded; null where no night is known. */
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
export function nightsNotOver<Night extends BriefNight>(
  nights: readonly Night[],
  nowHour: number
): readonly Night[] {
  return nights.filter((night) => nowHour < night.window.overHour)
}

export function hasScore<Known extends BriefKnownNight>(night: Known | UnknownNight | null): night is Known {
  return night?.state === 'known' && !Number.isNaN(night.score)
}

/** A night scored for a stage of which only the first damage is known: its temperatures and odds, and no score. */
export function withoutScore(night: FrostNight): FrostNight {
  if (night.state === 'unknown') return night
  const hourScore = night.hourScore.map(() => Number.NaN)
  return { ...night, score: Number.NaN, level: 'unknown', expectedDamagePercent: null, hourScore }
}

/** Whether a night is a risk day: known, with a published score of at least 10. */
export function isRiskDay<Known extends BriefKnownNight>(night: Known | UnknownNight): night is Known {
  return night.state === 'known' && roundToTenth(night.score) >= riskScore
}

export function periodScore(nights: readonly BriefNight[]): PeriodScore {
  let worst: BriefKnownNight | null = null
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

function periodLevel(worst: BriefKnownNight | null, nights: readonly BriefNight[]): FrostLevel {
  const level = levelOf(worst === null ? null : roundToTenth(worst.score))
  const hasDataGap = nights.slice(0, nightsThatMustBeKnown).some((night) => !hasScore(night))
  return level === 'none' && hasDataGap ? 'unknown' : level
}

/** The lowest plant temperature of the hours `fromHour` ≤ h < `toHour` [°C]; null where none is known. */
export function slotPlantMinimumC(
  nights: readonly FrostNight[],
  fromHour: number,
  toHour: number
): number | null {
  let lowest = Number.POSITIVE_INFINITY
  for (const night of nights) {
    if (night.state === 'unknown') continue
    const { firstHour, lastHour } = night.window
    const last = Math.min(lastHour, toHour - 1)
    for (let hour = Math.max(firstHour, fromHour); hour <= last; hour++) {
      const plantC = night.plantTemperatureC[hour - firstHour] ?? Number.NaN
      if (plantC < lowest) lowest = plantC
    }
  }
  return lowest === Number.POSITIVE_INFINITY ? null : lowest
}

/**
 * The highest hour score of `fromHour` ≤ h < `toHour` [0…100], hours of two nights each with their own σ; null where no
 * hour has one. @param nights In order of date and without a gap, as of `frostNights`.
 */
export function slotScore(nights: readonly FrostNight[], fromHour: number, toHour: number): number | null {
  let highest = Number.NEGATIVE_INFINITY
  for (const night of nights) {
    const { firstHour, lastHour } = night.window
    if (night.state === 'unknown' || lastHour < fromHour || firstHour >= toHour) continue
    const last = Math.min(lastHour, toHour - 1)
    for (let hour = Math.max(firstHour, fromHour); hour <= last; hour++) {
      const score = night.hourScore[hour - firstHour] ?? Number.NaN
      if (score > highest) highest = score
    }
  }
  return highest === Number.NEGATIVE_INFINITY ? null : highest
}

/** Whether a night is the last one: its coldest hour is past, and the morning has begun, an hour before sunrise. */
export function isLastNight(
  { coldestAt, sunriseAt, overAt }: { coldestAt: number; sunriseAt: number | null; overAt: number },
  at: number
): boolean {
  return coldestAt <= at && at >= (sunriseAt ?? overAt) - hourMs
}
