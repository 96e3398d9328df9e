/**
 * Hours of steps of one, three or six: states linear, direction by vector, sums spread evenly, and an interval's own
 * minimum where a night is coldest.
 */
import type { HourSetAside } from './absurd-hours.ts'
import { column, emptySeries, type HourlySeries, type SeriesVariable } from './series.ts'

/** What holds at one instant. A variable that is absent or NaN is missing there. */
export interface StepStates {
  /** Whole hours since the epoch. */
  readonly hour: number
  readonly states: Readonly<Partial<Record<StateVariable, number>>>
}

export type StateVariable = Exclude<SeriesVariable, SpreadVariable | HeldVariable>
type SpreadVariable = 'precipitation' | 'snowfall'
/** Variables of an interval as a whole, which hold for each of its hours. */
type HeldVariable = 'weatherCode' | 'precipitationProbability'

/** What holds for the hours after `fromHour` up to and including `toHour`. */
export interface StepInterval {
  readonly fromHour: number
  readonly toHour: number
  readonly sums: Readonly<Partial<Record<SpreadVariable, number>>>
  readonly held: Readonly<Partial<Record<HeldVariable, number>>>
  /** The lowest temperature within the interval [°C], where the source gives it; else null. */
  readonly temperatureMinC: number | null
}

interface CoarseForecast {
  /** Ascending; two further apart than `longestStepHours` leave a gap between them. */
  readonly steps: readonly StepStates[]
  readonly intervals: readonly StepInterval[]
  /** Sunrises of the span in hours since the epoch, fractions included; none in polar day or night. */
  readonly sunriseHours: readonly number[]
}

/** The longest step that is filled; frost.md knows corrections for 3 and 6 hours only. */
const longestStepHours = 6

/** No forecast reaches farther [h]: anything beyond is of another time. */
const longestReachHours = 20 * 24
/** Where more than this share of the steps has no time among the others, the order is unknown. */
const maxOutOfOrder = 1 / 8

/** The steps without those far from all others in time, whose time must be wrong. Null: too many. */
export function inOrder<Step extends Pick<StepStates, 'hour'>>(
  steps: readonly Step[]
): readonly Step[] | null {
  const middle = steps.map(({ hour }) => hour).sort((a, b) => a - b)[steps.length >> 1] ?? Number.NaN
  const near = steps.filter(({ hour }) => Math.abs(hour - middle) <= longestReachHours)
  const ascending = withoutLoneEnds(longestAscent(near))
  return steps.length - ascending.length > Math.max(1, steps.length * maxOutOfOrder) ? null : ascending
}

/** The steps without a first or last one that fills no hours: its time may be wrong though it ascends. */
function withoutLoneEnds<Step extends Pick<StepStates, 'hour'>>(steps: readonly Step[]): readonly Step[] {
  const isLone = (end: number, beside: number): boolean =>
    Math.abs((steps.at(end)?.hour ?? 0) - (steps.at(beside)?.hour ?? 0)) > longestStepHours
  return steps.length < 3 ? steps : steps.slice(isLone(0, 1) ? 1 : 0, isLone(-1, -2) ? -1 : undefined)
}

function longestAscent<Step extends Pick<StepStates, 'hour'>>(steps: readonly Step[]): readonly Step[] {
  interface Link {
    readonly step: Step
    readonly before: Link | null
  }
  /** For each length, the row that ends lowest. */
  const ends: Link[] = []
  for (const step of steps) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const half = (low + high) >> 1
      if ((ends[half]?.step.hour ?? 0) < step.hour) low = half + 1
      else high = half
    }
    ends[low] = { step, before: ends[low - 1] ?? null }
  }
  const row: Step[] = []
  for (let link = ends.at(-1) ?? null; link !== null; link = link.before) row.push(link.step)
  return row.reverse()
}

/** No weather departs so far to one side of the steps around it within three and six hours [°C]. */
const farthestC = (hours: number): number => (hours <= 3 ? 15 : 25)
/** No minimum is so far below both ends of its interval [°C]. */
export const farthestMinimumC = 15

/** The steps whose temperature is not beyond all weather, and the hours of the others. */
export function withoutAbsurdSteps(steps: readonly StepStates[]): {
  readonly steps: readonly StepStates[]
  readonly setAside: readonly HourSetAside[]
} {
  const setAside: HourSetAside[] = []
  const usable = steps.filter(({ hour }, index) => {
    // At an end the two steps next to it are the right ones.
    const isEnd = index === 0 || index === steps.length - 1
    const inward = index === 0 ? 1 : -1
    const around = isEnd ? [index + inward, index + 2 * inward] : [index - 1, index + 1]
    const sides = [-1, 1].filter((side) => around.every((at) => isFarAbove(steps, { index, at, side })))
    if (sides.length !== 1) return true
    setAside.push({ hour, isCold: sides[0] === -1 })
    return false
  })
  return { steps: usable, setAside }
}

function isFarAbove(
  steps: readonly StepStates[],
  { index, at, side }: { index: number; at: number; side: number }
): boolean {
  const [one, other] = [steps[index], steps[at]]
  const byC = (one?.states.temperature ?? Number.NaN) - (other?.states.temperature ?? Number.NaN)
  return side * byC > farthestC(Math.abs((one?.hour ?? 0) - (other?.hour ?? 0)))
}

/** Hours from the first stamp that anything is said about to the last. An empty forecast gives an empty series. */
export function hoursFromSteps(forecast: CoarseForecast): HourlySeries {
  const first = Math.min(
    forecast.steps[0]?.hour ?? Number.POSITIVE_INFINITY,
    ...forecast.intervals.map((interval) => interval.fromHour + 1)
  )
  const last = Math.max(
    forecast.steps.at(-1)?.hour ?? Number.NEGATIVE_INFINITY,
    ...forecast.intervals.map((interval) => interval.toHour)
  )
  const series = emptySeries(
    Number.isFinite(first) ? first : 0,
    Number.isFinite(first) ? last - first + 1 : 0
  )
  layStates(series, forecast.steps)
  for (const interval of forecast.intervals) layInterval(series, interval)
  for (const interval of forecast.intervals) plantMinimum(series, interval, forecast.sunriseHours)
  markCoarse(series, forecast)
  return series
}

function layStates(series: HourlySeries, steps: readonly StepStates[]): void {
  steps.forEach((step, index) => {
    const next = steps[index + 1]
    const hours = next === undefined ? 0 : next.hour - step.hour
    const variables = Object.keys({ ...step.states, ...next?.states }) as StateVariable[]
    for (const variable of variables) {
      const values = column(series, variable)
      const at = step.hour - series.startHour
      values[at] = step.states[variable] ?? Number.NaN
      if (next === undefined || hours > longestStepHours) continue
      for (let passed = 1; passed < hours; passed++) {
        values[at + passed] = between(variable, { from: step.states, to: next.states, share: passed / hours })
      }
    }
  })
}

type States = StepStates['states']

/** Two steps and how much of the way between them has passed, 0…1. */
interface Way {
  readonly from: States
  readonly to: States
  readonly share: number
}

function between(variable: StateVariable, { from, to, share }: Way): number {
  if (variable === 'windDirection') return directionBetween({ from, to, share })
  return linear(from[variable] ?? Number.NaN, to[variable] ?? Number.NaN, share)
}

/** The direction of the linearly changing wind vector [°]; the nearer end's where the vector vanishes. */
function directionBetween({ from, to, share }: Way): number {
  const fromDirection = from.windDirection ?? Number.NaN
  const toDirection = to.windDirection ?? Number.NaN
  const east = linear(eastward(from, fromDirection), eastward(to, toDirection), share)
  const north = linear(northward(from, fromDirection), northward(to, toDirection), share)
  if (Math.hypot(east, north) < 1e-6) return share < 0.5 ? fromDirection : toDirection
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
}

/** Without a speed the direction counts as one of 1 m/s. */
function eastward(states: States, direction: number): number {
  return speedOf(states) * Math.sin((direction * Math.PI) / 180)
}

function northward(states: States, direction: number): number {
  return speedOf(states) * Math.cos((direction * Math.PI) / 180)
}

function speedOf({ windSpeed = Number.NaN }: States): number {
  return Number.isNaN(windSpeed) ? 1 : windSpeed
}

function linear(from: number, to: number, share: number): number {
  return from + (to - from) * share
}

function layInterval(series: HourlySeries, interval: StepInterval): void {
  const hours = interval.toHour - interval.fromHour
  const from = interval.fromHour + 1 - series.startHour
  for (const [variable, total] of Object.entries(interval.sums)) {
    column(series, variable as SpreadVariable).fill(total / hours, from, from + hours)
  }
  for (const [variable, value] of Object.entries(interval.held)) {
    column(series, variable as HeldVariable).fill(value, from, from + hours)
  }
}

/**
 * An interval's minimum as a corner below its ends: at the inner hour nearest sunrise, else next to the colder end: no
 * afternoon is coldest in its first hour.
 */
function plantMinimum(series: HourlySeries, interval: StepInterval, sunriseHours: readonly number[]): void {
  const { fromHour, toHour, temperatureMinC } = interval
  if (temperatureMinC === null || toHour - fromHour < 2) return
  const temperatures = column(series, 'temperature')
  const at = (hour: number): number => temperatures[hour - series.startHour] ?? Number.NaN
  const [fromC, toC] = [at(fromHour), at(toHour)]
  if (!(temperatureMinC < Math.min(fromC, toC))) return
  const sunrise = sunriseHours.find((hour) => hour >= fromHour - 1 && hour <= toHour + 1)
  const wanted = sunrise === undefined ? (fromC < toC ? fromHour : toHour) : Math.round(sunrise)
  const coldestHour = Math.min(Math.max(wanted, fromHour + 1), toHour - 1)
  for (let hour = fromHour + 1; hour < toHour; hour++) {
    temperatures[hour - series.startHour] =
      hour <= coldestHour
        ? linear(fromC, temperatureMinC, (hour - fromHour) / (coldestHour - fromHour))
        : linear(temperatureMinC, toC, (hour - coldestHour) / (toHour - coldestHour))
  }
}

/** Marks the hours whose minimum may have been missed, the ends of their steps included. */
function markCoarse(series: HourlySeries, { steps, intervals }: CoarseForecast): void {
  const known = new Set(
    intervals
      .filter((interval) => interval.temperatureMinC !== null)
      .map((interval) => `${interval.fromHour}-${interval.toHour}`)
  )
  steps.forEach((step, index) => {
    const next = steps[index + 1]
    if (next === undefined || known.has(`${step.hour}-${next.hour}`)) return
    const hours = next.hour - step.hour
    if (hours < 2 || hours > longestStepHours) return
    for (let hour = step.hour; hour <= next.hour; hour++) {
      const at = hour - series.startHour
      series.stepHours[at] = Math.max(series.stepHours[at] ?? 1, hours)
    }
  })
}
