import { dayMs, hourMs, minuteMs } from '../../common/time.ts'

/** A reading of one thermometer at 2 m; null where an element is not known. */
export interface EveningReading {
  /** When it was measured [ms since epoch]. */
  readonly at: number
  readonly temperatureC: number
  readonly dewPointC: number | null
  readonly windSpeedMps: number | null
  /** 0…1. */
  readonly cloudCoverFraction: number | null
}

/** The forecast weather of an hour at the thermometer's own point. */
export type ForecastWeather = Omit<EveningReading, 'at'>

export interface EveningState {
  readonly temperatureC: number
  /** T − Td [°C], ≥ 0. */
  readonly deficitC: number
  readonly windSpeedMps: number
  /** 0…1. */
  readonly cloudFraction: number
  /** How much warmer it was two and five hours ago [°C]. */
  readonly fallOfTwoHoursC: number
  readonly fallOfFiveHoursC: number
  /** From the reading to sunrise [h], ≥ 0. */
  readonly hoursToSunrise: number
  /** From sunset to sunrise [h]. */
  readonly nightHours: number
  /** Where in the year: an angle [rad], 0 at the turn of the year 1970. */
  readonly season: number
}

export const optionalElements = [
  'fallOfTwoHoursC',
  'fallOfFiveHoursC',
  'deficitC',
  'windSpeedMps',
  'cloudFraction'
] as const
export type OptionalElement = (typeof optionalElements)[number]

/** A state as measured: null where an element is not known. */
export type MeasuredState = Omit<EveningState, OptionalElement> & {
  readonly [Element in OptionalElement]: number | null
}

const longestGapMs = 90 * minuteMs
const daysPerYear = 365.2425

/**
 * At the newest reading; cloud or wind that the station lacks are the forecast's. Null without a reading. @param
 * readings Newest last. @param night Sunset and sunrise [ms since epoch].
 */
export function measuredState(
  readings: readonly EveningReading[],
  night: { readonly sunset: number; readonly sunrise: number },
  forecast: ForecastWeather | null
): MeasuredState | null {
  const newest = readings.at(-1)
  if (newest === undefined) return null
  const { at, temperatureC, dewPointC } = newest
  const fallOf = (hours: number) => {
    const before = temperatureAt(readings, at - hours * hourMs)
    return before === null ? null : before - temperatureC
  }
  return {
    temperatureC,
    deficitC: dewPointC === null ? null : Math.max(temperatureC - dewPointC, 0),
    windSpeedMps: newest.windSpeedMps ?? forecast?.windSpeedMps ?? null,
    cloudFraction: newest.cloudCoverFraction ?? forecast?.cloudCoverFraction ?? null,
    fallOfTwoHoursC: fallOf(2),
    fallOfFiveHoursC: fallOf(5),
    hoursToSunrise: Math.max(night.sunrise - at, 0) / hourMs,
    nightHours: (night.sunrise - night.sunset) / hourMs,
    season: (2 * Math.PI * night.sunset) / (dayMs * daysPerYear)
  }
}

/** Temperature on the line between the readings around a time [°C]; null where one of them is too far away. */
function temperatureAt(readings: readonly EveningReading[], at: number): number | null {
  const before = readings.findLast((reading) => reading.at <= at)
  const after = readings.find((reading) => reading.at >= at)
  if (before === undefined || after === undefined) return null
  if (at - before.at > longestGapMs || after.at - at > longestGapMs) return null
  if (after.at === before.at) return after.temperatureC
  const share = (at - before.at) / (after.at - before.at)
  return before.temperatureC + share * (after.temperatureC - before.temperatureC)
}
