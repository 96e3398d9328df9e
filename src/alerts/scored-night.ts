/** One frost night, rounded once, in a form that a store can compare and a message can show. */
import type { FrostLevel, FrostNight, KnownNight } from '../frost/frost-night.ts'
import { levelOf, roundToTenth } from '../frost/published.ts'
import { dayMs, hourMs } from '../weather/time.ts'
import type { MessageNight } from './message-ports.ts'
import { alertRules } from './rules.ts'
import type { ScoredNight } from './store-ports.ts'

/** Levels in their order; unknown is below all, so that it never counts as a rise or as a fall. */
export const levelRanks: Readonly<Record<FrostLevel, number>> = {
  unknown: -1,
  none: 0,
  low: 1,
  moderate: 2,
  high: 3,
  severe: 4
}

/**
 * Nights that are not over, as they are stored with a run; `watched` where the coldest hour is near enough.
 */
export function scoredNights(nights: readonly FrostNight[], now: number): readonly ScoredNight[] {
  return nights
    .map((night) => scoredNight(night, now))
    .filter((night) => night.overAt > now && night.coldestAt <= now + alertRules.watchMs + dayMs)
}

/**
 * The more sensitive of two scorings of the same nights, night by night: for an old crop stage, which may or
 * may not have moved on. Known nights replace unknown ones.
 */
export function moreSensitive(
  staged: readonly FrostNight[],
  generic: readonly FrostNight[]
): readonly FrostNight[] {
  return staged.map((night) => {
    const other = generic.find((one) => one.window.date === night.window.date)
    if (other === undefined || other.state === 'unknown') return night
    if (night.state === 'unknown') return other
    return roundToTenth(other.score) > roundToTenth(night.score) ? other : night
  })
}

function scoredNight(night: FrostNight, now: number): ScoredNight {
  const known = night.state === 'known' ? night : null
  const facts = factsOf(night, known)
  const coldestAt = facts.coldestAt ?? expectedColdestAt(night)
  return {
    date: night.window.date,
    watched: known !== null && coldestAt <= now + alertRules.watchMs,
    score: facts.score,
    levelRank: levelRanks[facts.level],
    minimumTenths: tenths(facts.plantTemperatureMinC),
    p10Tenths: tenths(facts.plantTemperatureP10C),
    fromHour: known?.frostHours?.firstHour ?? null,
    coldestAt,
    overAt: facts.overAt,
    duskAt: facts.sunsetAt === null ? null : facts.sunsetAt - alertRules.beforeSunsetMs,
    facts: JSON.stringify(facts)
  }
}

function factsOf(night: FrostNight, known: KnownNight | null): Omit<MessageNight, 'standing'> {
  const score = known === null ? null : roundToTenth(known.score)
  return {
    date: night.window.date,
    score,
    level: levelOf(score),
    airTemperatureMinC: night.airTemperatureMinC === null ? null : roundToTenth(night.airTemperatureMinC),
    plantTemperatureMinC: known === null ? null : roundToTenth(known.plantTemperatureMinC),
    plantTemperatureP10C: known === null ? null : roundToTenth(known.plantTemperatureP10C),
    plantTemperatureP90C: known === null ? null : roundToTenth(known.plantTemperatureP90C),
    coldestAt: known === null ? null : known.coldestHour * hourMs,
    frostFromAt: known?.frostHours ? known.frostHours.firstHour * hourMs : null,
    frostToAt: known?.frostHours ? known.frostHours.lastHour * hourMs : null,
    sunsetAt: night.window.sunsetAt,
    sunriseAt: night.window.sunriseAt,
    overAt: night.window.overHour * hourMs,
    frostType: known?.frostType ?? null,
    appearance: known?.appearance ?? null,
    expectedDamagePercent:
      known?.expectedDamagePercent == null ? null : roundToTenth(known.expectedDamagePercent)
  }
}

/** Clear nights are coldest about sunrise, which is at the last dark hour. */
function expectedColdestAt(night: FrostNight): number {
  const { lastDarkHour, firstHour, lastHour } = night.window
  return (lastDarkHour ?? Math.floor((firstHour + lastHour) / 2)) * hourMs
}

function tenths(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10)
}

/** Published scores of the watched nights, by date. */
export function roundedScores(
  nights: readonly FrostNight[],
  now: number
): readonly { readonly date: string; readonly score: number }[] {
  return scoredNights(nights, now).flatMap(({ date, score, watched }) =>
    watched && score !== null ? [{ date, score }] : []
  )
}
