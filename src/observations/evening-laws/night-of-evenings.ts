import { dayMs, hourMs, minuteMs } from '../../common/time.ts'
import type { EveningLaw } from '../../frost/evening/evening-law.ts'
import {
  type EveningReading,
  type MeasuredState,
  measuredState
} from '../../frost/evening/evening-reading.ts'
import {
  type EveningsLearned,
  learnedEvenings,
  type NightOfEvenings,
  type PastEvening
} from '../../frost/evening/own-law.ts'
import type { NightWindow } from '../../frost/frost-night.ts'
import { minimumOfReadings, nightSpan } from '../reading-nights.ts'

/** Some thermometers, each with what it has taught and the nights since; all as they are stored. */
export interface RefitJob {
  readonly world: EveningLaw
  readonly stations: readonly {
    readonly station: string
    readonly before: string | null
    readonly nights: readonly string[]
  }[]
}

export function refit({ world, stations }: RefitJob) {
  return stations.map(({ station, before, nights }) => {
    const known = before === null ? null : (JSON.parse(before) as EveningsLearned)
    return { station, learned: JSON.stringify(learnedEvenings(known, nights.map(readNight), world)) }
  })
}

/** Time after sunset, as in the benches of the method [ms]. */
const firstAfterSunsetMs = 2 * hourMs
/** Two later ones, at a third and two thirds of what is left of the night. */
const shares = [0, 1 / 3, 2 / 3]
/** The minimum may come this long after sunrise [ms]. */
const afterSunriseMs = hourMs
/** An evening is known by the readings of this time before it [ms], the newest of which is not older than that. */
const lookBackMs = 6.5 * hourMs
const oldestMs = 90 * minuteMs

/**
 * A night to learn from; null without the first evening or the minimum after it. @param readings By time. @param
 * likelyC The minimum most likely behind a reading [°C].
 */
export function nightOfEvenings(
  readings: readonly EveningReading[],
  { sunsetAt, sunriseAt }: Pick<NightWindow, 'sunsetAt' | 'sunriseAt'>,
  { halfResolutionC, likelyC }: { halfResolutionC: number; likelyC: (readC: number) => number }
): NightOfEvenings | null {
  if (sunsetAt === null || sunriseAt === null) return null
  const first = sunsetAt + firstAfterSunsetMs
  if (first >= sunriseAt || isFrozen(readings, sunsetAt, sunriseAt)) return null
  const evenings = shares.map((share): PastEvening | null => {
    const at = first + share * (sunriseAt - first)
    const known = readings.filter((one) => one.at <= at && one.at > at - lookBackMs)
    const newest = known.at(-1)
    if (newest === undefined || newest.at < Math.max(sunsetAt, at - oldestMs)) return null
    const state = measuredState(known, { sunset: sunsetAt, sunrise: sunriseAt }, null)
    const minimumC = minimumOfReadings(
      readings.map((one) => ({ ...one, measuredAt: one.at })),
      nightSpan({ from: newest.at, until: sunriseAt + afterSunriseMs }, sunriseAt)
    )
    return state === null || minimumC === null ? null : { state, minimumC: likelyC(minimumC) }
  })
  if (evenings[0] === null) return null
  const day = Math.floor(sunriseAt / dayMs)
  return { day, halfResolutionC, evenings: evenings.filter((one) => one !== null) }
}

/** A thermometer that shows one value from sunset to sunrise teaches that nights do not fall. */
function isFrozen(readings: readonly EveningReading[], from: number, until: number): boolean {
  const night = readings.filter(({ at }) => at >= from && at <= until)
  return night.every(({ temperatureC }) => temperatureC === night[0]?.temperatureC)
}

/** Members in the order in which they are stored. */
const stored = [
  'temperatureC',
  'deficitC',
  'windSpeedMps',
  'cloudFraction',
  'fallOfTwoHoursC',
  'fallOfFiveHoursC',
  'hoursToSunrise',
  'nightHours',
  'season'
] as const

/** Short, because two years of nights are stored for each thermometer. */
export function writtenNight({ day, halfResolutionC, evenings }: NightOfEvenings): string {
  const rows = evenings.map(({ state, minimumC }) => [...stored.map((name) => state[name]), minimumC])
  return JSON.stringify([day, halfResolutionC, rows])
}

export function readNight(text: string): NightOfEvenings {
  const [day, halfResolutionC, rows] = JSON.parse(text) as [number, number, (readonly number[])[]]
  const evenings = rows.map((row) => {
    const state = Object.fromEntries(stored.map((name, at) => [name, row[at]])) as unknown as MeasuredState
    return { state, minimumC: row[stored.length] ?? Number.NaN }
  })
  return { day, halfResolutionC, evenings }
}
