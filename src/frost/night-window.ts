/** Which hours make up which night: from solar noon to solar noon, named by the date of the morning. */
import { BoundedMap } from '../common/bounded-map.ts'
import { hourMs } from '../common/time.ts'
import type { Position } from '../weather/point.ts'
import { solarNoonAt, sunAltitudeDegrees, sunTimesAround } from '../weather/sun.ts'
import type { NightWindow } from './frost-night.ts'

const hoursPerDay = 24
/** Below this apparent altitude of the sun a surface loses more to the sky than it gets [°]; docs/science.md [9]. */
const darkBelowDegrees = 3
/** Beyond this latitude zones meet in a point and the zone is taken from the longitude [°]. */
const zonesEndAtLatitude = 89
/** A zone whose noon is farther from the sun's than this is not the place's own [h]; inhabited places stay below 4. */
const farthestZoneHours = 8
/** 2026-01-01T00:00Z. */
const zoneJudgedAt = 1_767_225_600_000

type Site = Pick<Position, 'lat' | 'lon' | 'timezone'>

/**
 * All nights that touch `fromHour` ≤ h < `toHour`, in order, without gap or overlap. Dear (some 25 µs a night): keep
 * the answer, it depends on nothing but its arguments. @throws {RangeError} for an unknown time zone.
 */
export function nightWindows(site: Site, fromHour: number, toHour: number): readonly NightWindow[] {
  const windows: NightWindow[] = []
  if (!(toHour > fromHour)) return windows
  const dateOf = civilDates(site)
  let day = Math.floor(fromHour / hoursPerDay) - 1
  for (; ; day++) {
    const span = spanEndingOn(site, day)
    if (span.firstHour >= toHour) return windows
    if (span.lastHour >= fromHour) windows.push(nightOf(site, span, dateOf))
  }
}

/** From solar noon to solar noon [ms since epoch], and the hours in between. */
interface NoonSpan {
  readonly eveningNoonAt: number
  readonly noonAt: number
  readonly firstHour: number
  readonly lastHour: number
}

function spanEndingOn(site: Site, epochDay: number): NoonSpan {
  const eveningNoonAt = solarNoonAt(epochDay - 1, site.lon)
  const noonAt = solarNoonAt(epochDay, site.lon)
  const firstHour = Math.floor(eveningNoonAt / hourMs) + 1
  return { eveningNoonAt, noonAt, firstHour, lastHour: Math.floor(noonAt / hourMs) }
}

function nightOf(site: Site, span: NoonSpan, dateOf: (at: number) => string): NightWindow {
  const { eveningNoonAt, noonAt, firstHour, lastHour } = span
  const dark = darkness(site, firstHour, lastHour)
  const firstDark = dark.indexOf(true)
  const lastDark = dark.lastIndexOf(true)
  return {
    date: dateOf(noonAt),
    firstHour,
    lastHour,
    dark,
    firstDarkHour: firstDark < 0 ? null : firstHour + firstDark,
    lastDarkHour: lastDark < 0 ? null : firstHour + lastDark,
    sunsetAt: inside(sunTimesAround(eveningNoonAt, site.lat, site.lon).sunsetAt, eveningNoonAt, noonAt),
    sunriseAt: inside(sunTimesAround(noonAt, site.lat, site.lon).sunriseAt, eveningNoonAt, noonAt),
    overHour: lastDark < 0 ? Math.ceil(noonAt / hourMs) : firstHour + lastDark + 1,
    midnightHour: Math.ceil((eveningNoonAt + noonAt) / 2 / hourMs)
  }
}

const maxDarkPatterns = 5000
// Neighbouring nights and places share patterns: an array each would be a quarter of a cached point.
const darkPatterns = new BoundedMap<string, readonly boolean[]>(maxDarkPatterns)

function shared(dark: readonly boolean[]): readonly boolean[] {
  const key = dark.map((one) => (one ? '1' : '0')).join('')
  return darkPatterns.getOrInsertComputed(key, () => dark)
}

function darkness(site: Site, firstHour: number, lastHour: number): readonly boolean[] {
  const dark: boolean[] = []
  for (let hour = firstHour; hour <= lastHour; hour++) {
    dark.push(sunAltitudeDegrees(hour * hourMs, site.lat, site.lon) < darkBelowDegrees)
  }
  return shared(dark)
}

function inside(at: number | null, after: number, until: number): number | null {
  return at !== null && at > after && at <= until ? at : null
}

function civilDates(site: Site): (at: number) => string {
  const solarOffsetMs = Math.round(site.lon / 15) * hourMs
  if (isZoneUsable(site)) {
    return (at) => instantOf(at).toZonedDateTimeISO(site.timezone).toPlainDate().toString()
  }
  return (at) =>
    instantOf(at + solarOffsetMs)
      .toString()
      .slice(0, 10)
}

/**
 * Whether the zone fits the sun; inland Antarctica keeps the time of a far coast. Where solar noon falls near civil
 * midnight, dates would repeat and be skipped. Judged at one fixed instant, so that no change of clocks moves it.
 */
function isZoneUsable(site: Site): boolean {
  const zoned = instantOf(zoneJudgedAt).toZonedDateTimeISO(site.timezone)
  const apart = zoned.offsetNanoseconds / 3.6e12 - site.lon / 15
  const apartOnTheClock = apart - hoursPerDay * Math.round(apart / hoursPerDay)
  return Math.abs(site.lat) <= zonesEndAtLatitude && Math.abs(apartOnTheClock) <= farthestZoneHours
}

function instantOf(at: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(Math.round(at))
}
