/** The state of an evening from the readings of one thermometer. */
import { dayMs, hourMs, minuteMs } from '../../common/time.ts'
import type { EveningReading, ForecastWeather, MeasuredState } from './evening-reading.ts'

/** A reading this far from a wanted time still counts for it. */
const longestGapMs = 90 * minuteMs
const daysPerYear = 365.2425

/**
 * The state at the newest reading. Where the station reports no cloud or wind, those of the forecast are used.
 * @param readings Newest last.
 * @param night Sunset and sunrise [ms since epoch].
 * @returns Null without a reading.
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

/**
 * The temperature at a time, on the line between the readings around it [°C]; null where one of them is too far away.
 */
function temperatureAt(readings: readonly EveningReading[], at: number): number | null {
  const before = readings.findLast((reading) => reading.at <= at)
  const after = readings.find((reading) => reading.at >= at)
  if (before === undefined || after === undefined) return null
  if (at - before.at > longestGapMs || after.at - at > longestGapMs) return null
  if (after.at === before.at) return after.temperatureC
  const share = (at - before.at) / (after.at - before.at)
  return before.temperatureC + share * (after.temperatureC - before.temperatureC)
}
