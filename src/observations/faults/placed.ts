/** Readings of air that is not the place's: in the sun, indoors, in the soil, at another height, or drifting. */
import { meanOf } from '../../common/mean.ts'
import { hourMs, minuteMs } from '../../common/time.ts'
import { warmStepAt } from '../../frost/evening/doubts.ts'
import {
  type ForecastC,
  gainOf,
  type Hour,
  lastHours,
  rangeOf,
  resolutionC,
  spreadOf,
  type TimedReading
} from './hours.ts'
import type { FaultReason } from './sensor-fault.ts'

/** An hour with the height of the sun [°]. */
export interface LitHour extends Hour {
  readonly sunDegrees: number
}

/**
 * Hours of day and night; twilight is neither [°]. The sun warms by `heightC` were it overhead, on both days and not by
 * night [°C].
 */
const sun = {
  dayDegrees: 12,
  nightDegrees: -4,
  hours: 5,
  eachDay: 3,
  heightC: 4.5,
  dayC: 1.5,
  moreC: 3.5,
  nightC: 2,
  coverC: 6
}
/** A room or the soil follows the air by less than this share, on days that move by at least this [°C]. */
const damped = { share: 0.5, movesC: 6, hours: 20, allHours: 44, roomC: 5 }
/**
 * Deviations larger than forecast errors [°C] over a number of hours, on the mean or by day. Neighbours show most of
 * such errors, so a smaller share is enough against them, and of the departure from the forecast. A drift leaves at
 * most a share of the variance that two levels leave.
 */
const apart = { byC: 6.3, inFirstDaysC: 4.4, firstHours: 47, hours: 42 }
const drifting = { byC: 4.4, atLastC: 6.6, hours: 40, share: 0.8 }
const shares = { forecast: 1, forecast_near_others: 0.4, neighbours: 0.8 }
/**
 * Off [°C] on the mean of the last hours, and of the half hour after the step (the sun sets less suddenly), or of two
 * reports, for it is found one late. A colder one is so at last: before, it may have read a room, or the forecast was
 * wrong.
 */
const moved = {
  warmer: { byC: 1.2, ms: 4 * hourMs, atOnceC: 0, offC: null },
  inWholeDegrees: { byC: 2.2, ms: 4 * hourMs, atOnceC: 2.2, offC: null },
  colder: { byC: 2.5, ms: 18 * hourMs, atOnceC: 3.5, offC: 2.5 },
  /** Least change of the readings themselves [°C]: where only the forecast moves, a front is late. */
  readC: 1,
  beforeMs: 4 * hourMs,
  atOnceMs: 30 * minuteMs
}
/** Warmer as the sun rises and colder as it sets, on two days; warm by night too: in a greenhouse. */
export function sunReason(hours: readonly LitHour[]): FaultReason | null {
  const [day, night] = [byDay(hours), byNight(hours)]
  const isLit = halves(hours).every((half) => byDay(half).length >= sun.eachDay)
  if (!isLit || night.length < sun.hours) return null
  const [dayC, nightC] = [meanOf(day), meanOf(night)]
  if (dayC < sun.dayC || dayC - nightC < sun.moreC || withSunC(hours) < sun.heightC) return null
  return nightC >= sun.nightC && dayC >= sun.coverC ? 'greenhouse' : 'in_sun'
}

/** From hour to hour, because errors of a forecast last [°C]. */
function withSunC(hours: readonly LitHour[]): number {
  const lit = hours.map(({ sunDegrees }) => Math.sqrt(Math.max(0, Math.sin((sunDegrees * Math.PI) / 180))))
  const changes = hours.slice(1).map(({ deviationC }, index) => ({
    readC: deviationC - (hours[index]?.deviationC ?? deviationC),
    forecastC: (lit[index + 1] ?? 0) - (lit[index] ?? 0)
  }))
  return gainOf(changes)
}

/** A room or soil: nights and days hardly differ. */
export function dampedReason(hours: readonly LitHour[]): FaultReason | null {
  if (hours.length < damped.allHours) return null
  const isDamped = halves(hours)
    .filter((half) => half.length >= damped.hours)
    .every((half) => {
      const movesC = rangeOf(half.map(({ forecastC }) => forecastC))
      return movesC >= damped.movesC && rangeOf(half.map(({ readC }) => readC)) < damped.share * movesC
    })
  if (!isDamped) return null
  const nights = byNight(hours)
  return nights.length > 0 && meanOf(nights) >= damped.roomC ? 'indoors' : 'in_soil'
}

/** Departs from the forecast alone, or first from it and then from what its neighbours depart by. */
export type Comparison = keyof typeof shares

/** A deviation by day and night. @param usualC Its usual deviation on earlier nights [°C]; null: it has no record. */
export function apartReason(
  hours: readonly LitHour[],
  from: Comparison,
  usualC: number | null
): FaultReason | null {
  const recent = lastHours(hours, apart.hours)
  const [day, night] = [byDay(recent), byNight(recent)]
  if (recent.length < apart.hours - 2 || day.length < sun.hours || night.length < sun.hours) return null
  // A hollow is cold by night alone.
  const [dayC, byC] = [
    meanOf(day),
    usualC === null ? meanOf(recent.map(({ deviationC }) => deviationC)) : meanOf(night) - usualC
  ]
  // It hangs wrong from the beginning, or it has many days in which a forecast may err.
  const isNew = usualC === null && (hours[0]?.hour ?? 0) > (hours.at(-1)?.hour ?? 0) - apart.firstHours
  const leastC = shares[from] * (isNew ? apart.inFirstDaysC : apart.byC)
  if (Math.min(Math.sign(byC) * dayC, Math.abs(byC)) < leastC) return null
  return byC > 0 && gainOf(recent) < damped.share ? 'indoors' : 'elsewhere'
}

/** A drift: the deviation grows day after day, along a line and not by a step. */
export function driftReason(hours: readonly Hour[], from: Comparison): FaultReason | null {
  const lastC = meanOf(hours.slice(-6).map(({ deviationC }) => deviationC))
  if (hours.length < drifting.hours || Math.abs(lastC) < shares[from] * drifting.atLastC) return null
  const line = lineOf(hours)
  const isMore = Math.sign(lastC) * 24 * line.slope >= shares[from] * drifting.byC
  return isMore && line.leftC2 < drifting.share * stepC2(hours) ? 'drift' : null
}

/** Warmer all at once, and still so in the dark; or colder, and so for longer than the cold air of a thunderstorm. */
export function movedReason(
  readings: readonly TimedReading[],
  forecastC: ForecastC,
  isNight: (at: number) => boolean
): FaultReason | null {
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
  const lastAt = readings.findLast(({ at }) => at < stepAt)?.at ?? stepAt
  const atOnceMs = Math.max(moved.atOnceMs, 2 * (stepAt - lastAt))
  const atOnce = (expectedC: ForecastC): number =>
    between(stepAt, stepAt + atOnceMs, expectedC) - between(stepAt - atOnceMs, stepAt, expectedC)
  if (atOnce(() => 0) < moved.readC || (atOnceC > 0 && !(atOnce(forecastC) >= atOnceC))) return false
  const offNowC = between(now - ms, now, forecastC)
  const isOff = offC === null || Math.min(offNowC, between(now - hourMs, now, forecastC)) >= offC
  return isOff && offNowC - between(stepAt - moved.beforeMs, stepAt, forecastC) >= byC
}

/** How it moves by hours, and what the line and the best two levels leave [°C²]. */
function lineOf(hours: readonly Hour[]): { readonly slope: number; readonly leftC2: number } {
  const pairs = hours.map(({ hour, deviationC }) => ({ readC: deviationC, forecastC: hour }))
  const slope = gainOf(pairs)
  return { slope, leftC2: spreadOf(pairs.map(({ readC, forecastC }) => readC - slope * forecastC)) ** 2 }
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

function byDay(hours: readonly LitHour[]): readonly number[] {
  return hours.flatMap((one) => (one.sunDegrees >= sun.dayDegrees ? [one.deviationC] : []))
}

function byNight(hours: readonly LitHour[]): readonly number[] {
  return hours.flatMap((one) => (one.sunDegrees <= sun.nightDegrees ? [one.deviationC] : []))
}
