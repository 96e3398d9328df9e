/** Where the sun is: solar noon, darkness, sunrise and sunset. The only door to suncalc. */
import { getPosition, getTimes, times as solvedTimes } from 'suncalc'
import { dayMs, hourMs, minuteMs } from '../common/time.ts'

// Sunrise and sunset come first; the twilights after them are five sixths of what `getTimes` costs.
solvedTimes.length = 1

const radians = Math.PI / 180
/** 2000-01-01T12:00Z [ms since epoch] and the days in a Julian century. */
const j2000Ms = 262980 * hourMs
const daysPerCentury = 36_525

/**
 * Sundial ahead of mean time [minutes], −14.3…+16.5: NOAA's equation; docs/science.md [3]. @param at [ms since epoch],
 * 1900–2100.
 */
export function equationOfTimeMinutes(at: number): number {
  const t = (at - j2000Ms) / dayMs / daysPerCentury
  const meanLongitude = radians * (280.46646 + t * (36_000.76983 + 0.0003032 * t))
  const meanAnomaly = radians * (357.52911 + t * (35_999.05029 - 0.0001537 * t))
  const eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
  const node = radians * (125.04 - 1934.136 * t)
  const obliquity = radians * (23.4392911 - 0.0130042 * t + 0.00256 * Math.cos(node))
  const y = Math.tan(obliquity / 2) ** 2
  const angle =
    y * Math.sin(2 * meanLongitude) -
    2 * eccentricity * Math.sin(meanAnomaly) +
    4 * eccentricity * y * Math.sin(meanAnomaly) * Math.cos(2 * meanLongitude) -
    0.5 * y * y * Math.sin(4 * meanLongitude) -
    1.25 * eccentricity * eccentricity * Math.sin(2 * meanAnomaly)
  return (4 * angle) / radians
}

/**
 * Solar noon for a UTC day, on it or the day before or after [ms since epoch]. @param epochDay Whole UTC days since
 * 1970.
 * @param lon Degrees east, −180…180.
 */
export function solarNoonAt(epochDay: number, lon: number): number {
  const meanNoonAt = epochDay * dayMs + (12 - lon / 15) * hourMs
  return meanNoonAt - equationOfTimeMinutes(meanNoonAt) * minuteMs
}

/** The sun's apparent (refracted) altitude [°], −90…90; `at` in ms since epoch, lat and lon in degrees. */
export function sunAltitudeDegrees(at: number, lat: number, lon: number): number {
  return getPosition(new Date(at), lat, lon).altitude
}

/** The sunrise before and the sunset after a solar noon (upper limb, standard refraction), whole milliseconds. */
export function sunTimesAround(noonAt: number, lat: number, lon: number) {
  const times = getTimes(new Date(noonAt), lat, lon)
  return {
    /** [ms since epoch]; null where the sun does not cross the horizon that day. */
    sunriseAt: wholeMs(times.sunrise),
    sunsetAt: wholeMs(times.sunset)
  }
}

function wholeMs(date: Date | null): number | null {
  return date === null ? null : date.getTime()
}
