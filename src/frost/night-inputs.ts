/** One hour of a series as the radiation formula wants it, with defaults for what is missing. */
import { saturationVapourPressureKpa } from '../weather/moist-air.ts'
import type { FrostColumns } from './frost-columns.ts'
import type { MissingInput, NightWindow } from './frost-night.ts'
import type { SkyAndAir } from './radiation.ts'

/** Values that replace missing inputs; docs/science.md [9]. */
const defaults = { cloudCoverFraction: 0.5, windSpeedMps: 2 }
/** The humidity assumed where neither dew point nor humidity is known; docs/science.md [9]. */
export const usualRelativeHumidityFraction = 0.9
/** From this sum in the hour that begins, precipitation closes the sky as full cloud does [mm]. */
const minPrecipitationMm = 0.1
/** An input missing in more than this share of the dark hours is reported and widens the spread. */
const toleratedMissingShare = 0.25

export function skyAndAirAt(columns: FrostColumns, index: number): SkyAndAir {
  const temperatureC = columns.temperatureC[index] ?? Number.NaN
  const cloud = cloudCoverAt(columns, index)
  const wind = columns.windSpeedMps[index] ?? Number.NaN
  return {
    temperatureC,
    vapourPressureKpa: vapourPressureAt(columns, index, temperatureC),
    windSpeedMps: Number.isNaN(wind) ? defaults.windSpeedMps : wind,
    cloudCoverFraction: Number.isNaN(cloud) ? defaults.cloudCoverFraction : cloud
  }
}

/** Cloud cover 0…1 as the sky radiates: fog and precipitation count as overcast; NaN where nothing is known. */
export function cloudCoverAt(columns: FrostColumns, index: number): number {
  if (isWet(columns, index)) return 1
  const cloud = columns.cloudCoverFraction[index] ?? Number.NaN
  return Math.min(Math.max(cloud, 0), 1)
}

/** Inputs replaced in more than a quarter of the dark hours (of all hours where nothing is dark). */
export function missingInputs(columns: FrostColumns, window: NightWindow): readonly MissingInput[] {
  let hours = 0
  let cloudMissing = 0
  let dewMissing = 0
  let windMissing = 0
  for (let hour = window.firstHour; hour <= window.lastHour; hour++) {
    const index = hour - columns.startHour
    if (window.firstDarkHour !== null && window.dark[hour - window.firstHour] !== true) continue
    if (Number.isNaN(columns.temperatureC[index] ?? Number.NaN)) continue
    hours += 1
    if (Number.isNaN(cloudCoverAt(columns, index))) cloudMissing += 1
    if (isHumidityMissing(columns, index)) dewMissing += 1
    if (Number.isNaN(columns.windSpeedMps[index] ?? Number.NaN)) windMissing += 1
  }
  const tolerated = toleratedMissingShare * hours
  if (cloudMissing <= tolerated && dewMissing <= tolerated && windMissing <= tolerated) return nothingMissing
  const missing: MissingInput[] = []
  if (cloudMissing > tolerated) missing.push('cloud_cover')
  if (dewMissing > tolerated) missing.push('dew_point')
  if (windMissing > tolerated) missing.push('wind_speed')
  return missing
}

const nothingMissing: readonly MissingInput[] = Object.freeze([])

/** e_a from the dew point, else from the humidity, else from RH 90 %; never above saturation. */
function vapourPressureAt(columns: FrostColumns, index: number, temperatureC: number): number {
  const saturationKpa = saturationVapourPressureKpa(temperatureC)
  const dewPoint = columns.dewPointC[index] ?? Number.NaN
  if (!Number.isNaN(dewPoint)) return Math.min(saturationVapourPressureKpa(dewPoint), saturationKpa)
  const humidity = columns.relativeHumidityFraction[index] ?? Number.NaN
  if (Number.isNaN(humidity)) return usualRelativeHumidityFraction * saturationKpa
  return Math.min(Math.max(humidity, 0), 1) * saturationKpa
}

function isHumidityMissing(columns: FrostColumns, index: number): boolean {
  return (
    Number.isNaN(columns.dewPointC[index] ?? Number.NaN) &&
    Number.isNaN(columns.relativeHumidityFraction[index] ?? Number.NaN)
  )
}

/** Fog at the stamp, or precipitation in the hour that begins there: the sum of that hour is at the next stamp. */
function isWet(columns: FrostColumns, index: number): boolean {
  const precipitationMm = columns.precipitationMm[index + 1] ?? 0
  return precipitationMm >= minPrecipitationMm || isFogOrRain(columns.weatherCode[index] ?? Number.NaN)
}

/** WMO codes 45, 48 (fog), 51–67 (drizzle, rain), 80–82 (showers), 95–99 (thunder). */
function isFogOrRain(code: number): boolean {
  if (code < 51) return code === 45 || code === 48
  return code <= 67 || (code >= 80 && code <= 82) || (code >= 95 && code <= 99)
}
