/** Readings of air that is not the place's: in the sun, indoors, in the soil, at another height, or drifting. */
import { hourMs, minuteMs } from '../../common/time.ts'
import { warmStepAt } from '../../frost/evening/doubts.ts'
import {
  type ForecastC,
  gainOf,
  type Hour,
  lastHours,
  meanOf,
  rangeOf,
  resolutionC,
  spreadOf,
  type TimedReading
} from './hours.ts'
import type { LieReason } from './lie.ts'

/** An hour with the height of the sun [°]. */
export interface LitHour extends Hour {
  readonly sunDegrees: number
}

/** By day the sun warms what it shines on; hours of twilight say neither [°]. */
const sun = {
  dayDegrees: 12,
  nightDegrees: -4,
  hours: 5,
  allHours: 20,
  dayC: 3.8,
  oneDayC: 4.6,
  eachC: 1.8,
  moreC: 3,
  eachMoreC: 2.2,
  nightC: 2,
  coverC: 6
}
/** A room or the soil follows the air by less than this share, on days that move by at least this [°C]. */
const damped = { share: 0.5, movesC: 6, hours: 20, allHours: 44, roomC: 5 }
/** Departure by day and night together, and by each [°C], and its least hours. */
const apart = {
  known: { meanC: 5.75, partC: 4 },
  warm: { meanC: 5.1, partC: 3.8 },
  cold: { meanC: 5.5, partC: 4.4 },
  forecast_near_others: { meanC: 2.5, partC: 2 },
  neighbours: { meanC: 4.5, partC: 3.7 },
  hours: 42,
  alike: 0.42,
  farC: 6.5
}
/**
 * Off [°C] on the mean of the last hours, and of the half hour after the step (the sun sets less suddenly). A colder
 * one is so at last: before, it may have read a room, or the forecast was wrong.
 */
const moved = {
  warmer: { byC: 1.2, ms: 4 * hourMs, atOnceC: 0, offC: null },
  inWholeDegrees: { byC: 2.2, ms: 4 * hourMs, atOnceC: 0, offC: null },
  colder: { byC: 2.5, ms: 18 * hourMs, atOnceC: 3.5, offC: 2.5 },
  /** Least change of the readings themselves [°C]: where only the forecast moves, a front is late. */
  readC: 1,
  beforeMs: 4 * hourMs,
  atOnceMs: 30 * minuteMs
}
/** Further off from one day to the next, and at last [°C]. */
const drifting = { byC: 4, atLastC: 6, hours: 20, alike: 0.25 }

/** Warm by day, and by night as the air; also by night: in a greenhouse. */
export function sunBy(hours: readonly LitHour[]): LieReason | null {
  const days = halves(hours).map((half) => deviationsIn(half, (one) => one.sunDegrees >= sun.dayDegrees))
  const nights = deviationsIn(hours, (one) => one.sunDegrees <= sun.nightDegrees)
  const lit = days.filter((day) => day.length >= sun.hours)
  if (hours.length < sun.allHours || lit.length === 0 || nights.length < sun.hours) return null
  const [dayC, nightC] = [meanOf(lit.map(meanOf)), meanOf(nights)]
  const mostC = lit.length > 1 ? sun.dayC : sun.oneDayC
  if (dayC < mostC || Math.min(...lit.map(meanOf)) < sun.eachC || dayC - nightC < sun.moreC) return null
  // Errors of a forecast last: they seldom come with the sun and go with it twice.
  const dark = halves(hours).map((half) => deviationsIn(half, (one) => one.sunDegrees <= sun.nightDegrees))
  const mostAtNightC = Math.max(...dark.filter((night) => night.length >= sun.hours).map(meanOf))
  if (Math.min(...lit.map(meanOf)) - mostAtNightC < sun.eachMoreC) return null
  return nightC >= sun.nightC && dayC >= sun.coverC ? 'greenhouse' : 'in_sun'
}

/** Nights and days hardly differ. */
export function dampedBy(hours: readonly LitHour[]): LieReason | null {
  if (hours.length < damped.allHours) return null
  const isDamped = halves(hours)
    .filter((half) => half.length >= damped.hours)
    .every((half) => {
      const movesC = rangeOf(half.map(({ forecastC }) => forecastC))
      return movesC >= damped.movesC && rangeOf(half.map(({ readC }) => readC)) < damped.share * movesC
    })
  if (!isDamped) return null
  const nights = deviationsIn(hours, (one) => one.sunDegrees <= sun.nightDegrees)
  return nights.length > 0 && meanOf(nights) >= damped.roomC ? 'indoors' : 'in_soil'
}

export interface Apart {
  /** What it has shown on earlier nights [°C]; null: it has no record. */
  readonly usualC: number | null
  /** Of the departures: from the forecast alone, or first from it and then from what its neighbours depart by. */
  readonly from: 'forecast' | 'forecast_near_others' | 'neighbours'
}

export function apartBy(hours: readonly LitHour[], { usualC, from }: Apart): LieReason | null {
  const recent = lastHours(hours, apart.hours)
  const parts = [
    deviationsIn(recent, ({ sunDegrees }) => sunDegrees >= sun.dayDegrees),
    deviationsIn(recent, ({ sunDegrees }) => sunDegrees <= sun.nightDegrees)
  ]
  if (recent.length < apart.hours - 2 || parts.some((part) => part.length < sun.hours)) return null
  const deviationsC = recent.map(({ deviationC }) => deviationC)
  const [dayC = 0, nightC = 0] = parts.map(meanOf)
  // What it has shown is of nights.
  const byC = usualC === null ? meanOf(deviationsC) : nightC - usualC
  const { meanC: mostC, partC } = apart[from === 'forecast' ? aloneAs(usualC, byC) : from]
  const isApart = [dayC, nightC - (usualC ?? 0)].every((partOfC) => Math.sign(byC) * partOfC >= partC)
  if (Math.abs(byC) < mostC || !isApart) return null
  const isSteady = spreadOf(deviationsC) <= apart.alike * Math.abs(byC)
  if (!isSteady && Math.abs(byC) < apart.farC) return null
  return byC > 0 && gainOf(recent) < damped.share ? 'indoors' : 'elsewhere'
}

/** A hollow without a record is colder than its forecast, seldom warmer. */
function aloneAs(usualC: number | null, meanC: number): 'known' | 'warm' | 'cold' {
  return usualC !== null ? 'known' : meanC > 0 ? 'warm' : 'cold'
}

/** Further off today than yesterday at the same hours, along a line and not by a step. */
export function driftBy(hours: readonly Hour[]): LieReason | null {
  const of = new Map(hours.map(({ hour, deviationC }) => [hour, deviationC]))
  const changes = hours.flatMap(({ hour, deviationC }) => {
    const beforeC = of.get(hour - 24)
    return beforeC === undefined ? [] : [deviationC - beforeC]
  })
  const lastC = meanOf(hours.slice(-6).map(({ deviationC }) => deviationC))
  if (changes.length < drifting.hours || Math.abs(lastC) < drifting.atLastC) return null
  const isMore = Math.sign(lastC) * meanOf(changes) >= drifting.byC
  const isSteady = spreadOf(changes) < drifting.alike * Math.abs(meanOf(changes))
  return isMore && isSteady && lineC2(hours) < stepC2(hours) ? 'drift' : null
}

/** Warmer all at once, and still so in the dark; or colder, and so for longer than the cold air of a thunderstorm. */
export function movedBy(
  readings: readonly TimedReading[],
  forecastC: ForecastC,
  isNight: (at: number) => boolean
): LieReason | null {
  const warmer = resolutionC(readings) === 1 ? moved.inWholeDegrees : moved.warmer
  if (isNight(readings.at(-1)?.at ?? 0) && isWarmer(readings, forecastC, warmer)) return 'moved'
  const mirrored = readings.map(({ at, temperatureC }) => ({ at, temperatureC: -temperatureC }))
  const mirroredC = (at: number): number | null => {
    const airC = forecastC(at)
    return airC === null ? null : -airC
  }
  return isWarmer(mirrored, mirroredC, moved.colder) ? 'moved' : null
}

/** Whether readings rose above the forecast at once, and stayed so in the mean of the last `ms`. */
function isWarmer(
  readings: readonly TimedReading[],
  forecastC: ForecastC,
  { ms, byC, atOnceC, offC }: (typeof moved)['colder' | 'warmer']
): boolean {
  const now = readings.at(-1)?.at ?? 0
  const stepAt = warmStepAt(readings, forecastC)
  if (stepAt === null || now - stepAt < ms) return false
  const between = (from: number, until: number, expectedC: ForecastC): number =>
    meanOf(
      readings
        .filter(({ at }) => at >= from && at < until)
        .flatMap(({ at, temperatureC }) => {
          const airC = expectedC(at)
          return airC === null ? [] : [temperatureC - airC]
        })
    )
  const atOnce = (expectedC: ForecastC): number =>
    between(stepAt, stepAt + moved.atOnceMs, expectedC) - between(stepAt - moved.atOnceMs, stepAt, expectedC)
  if (atOnce(() => 0) < moved.readC || (atOnceC > 0 && !(atOnce(forecastC) >= atOnceC))) return false
  const offNowC = between(now - ms, now, forecastC)
  const isOff = offC === null || Math.min(offNowC, between(now - hourMs, now, forecastC)) >= offC
  return isOff && offNowC - between(stepAt - moved.beforeMs, stepAt, forecastC) >= byC
}

/** What deviations are off from the best line, and from the best two levels [°C²]. */
function lineC2(hours: readonly Hour[]): number {
  const pairs = hours.map(({ hour, deviationC }) => ({ readC: deviationC, forecastC: hour }))
  const slope = gainOf(pairs)
  return spreadOf(pairs.map(({ readC, forecastC }) => readC - slope * forecastC)) ** 2
}

function stepC2(hours: readonly Hour[]): number {
  const deviationsC = hours.map(({ deviationC }) => deviationC)
  const steps = deviationsC.slice(1).map((_, index) => {
    const [before, after] = [deviationsC.slice(0, index + 1), deviationsC.slice(index + 1)]
    return spreadOf(before) ** 2 * before.length + spreadOf(after) ** 2 * after.length
  })
  return Math.min(...steps) / deviationsC.length
}

/** The last day, and the one before. */
function halves<One extends Hour>(hours: readonly One[]): readonly (readonly One[])[] {
  const last = hours.at(-1)?.hour ?? 0
  return [hours.filter(({ hour }) => hour > last - 24), hours.filter(({ hour }) => hour <= last - 24)]
}

function deviationsIn(hours: readonly LitHour[], is: (one: LitHour) => boolean): readonly number[] {
  return hours.filter(is).map(({ deviationC }) => deviationC)
}
