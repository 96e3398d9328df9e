/** A night hour by hour: the air, the plant and its 10–90 % band, and what cools or warms them. */

import type { FrostNight, KnownNight } from '../../frost/frost-night.ts'
import { bandHalfWidthC } from '../../frost/night-band.ts'
import { type HourlySeries, valueAt } from '../../weather/series.ts'
import { hourMs } from '../../weather/time.ts'
import { wetBulbC } from '../../weather/wet-bulb.ts'

/** One whole hour; NaN: unknown. */
export interface NightHour {
  /** [ms since epoch] */
  readonly at: number
  readonly airC: number
  readonly plantC: number
  readonly lowC: number
  readonly highC: number
  readonly wetBulbC: number
  readonly windSpeedMps: number
  readonly cloudCoverFraction: number
  /** 0…100, as if the plant were coldest in this hour. */
  readonly score: number
}

const hoursBeforeSunset = 2
const hoursAfterSunrise = 3

/**
 * From two hours before sunset to three after sunrise, or the whole window where the sun does not set or
 * rise. Of a night without a score the plant and the score are unknown.
 */
export function nightHours(
  night: FrostNight,
  series: HourlySeries,
  elevationM: number | null
): readonly NightHour[] {
  const { firstHour, lastHour, sunsetAt, sunriseAt } = night.window
  const from =
    sunsetAt === null ? firstHour : Math.max(firstHour, Math.floor(sunsetAt / hourMs) - hoursBeforeSunset)
  const to =
    sunriseAt === null ? lastHour : Math.min(lastHour, Math.ceil(sunriseAt / hourMs) + hoursAfterSunrise)
  const shiftC = airShiftC(night, series)
  const hours: NightHour[] = []
  for (let hour = from; hour <= to; hour++) {
    const airC = valueAt(series, 'temperature', hour) + shiftC
    hours.push({
      at: hour * hourMs,
      airC,
      ...(night.state === 'known' ? plantAt(night, hour, airC) : noPlant),
      wetBulbC: wetBulbC({
        temperatureC: airC,
        dewPointC: valueAt(series, 'dewPoint', hour),
        pressureMslHpa: valueAt(series, 'pressureMsl', hour),
        elevationM
      }),
      windSpeedMps: valueAt(series, 'windSpeed', hour),
      cloudCoverFraction: valueAt(series, 'cloudCover', hour)
    })
  }
  return hours
}

/** By how much the night's minimum was moved from the forecast's, by what was learned or measured; the whole night moves so. */
function airShiftC(night: FrostNight, series: HourlySeries): number {
  if (night.state !== 'known') return 0
  const { firstHour, lastHour } = night.window
  let rawMinC = Number.POSITIVE_INFINITY
  for (let hour = firstHour; hour <= lastHour; hour++) {
    const rawC = valueAt(series, 'temperature', hour)
    if (rawC < rawMinC) rawMinC = rawC
  }
  return night.airTemperatureMinC - rawMinC
}

type PlantHour = Pick<NightHour, 'plantC' | 'lowC' | 'highC' | 'score'>

const noPlant: PlantHour = { plantC: Number.NaN, lowC: Number.NaN, highC: Number.NaN, score: Number.NaN }

function plantAt(night: KnownNight, hour: number, airC: number): PlantHour {
  const position = hour - night.window.firstHour
  const plantC = night.plantTemperatureC[position] ?? Number.NaN
  const half = bandHalfWidthC(night, airC - plantC)
  const score = night.hourScore[position] ?? Number.NaN
  return { plantC, lowC: plantC - half, highC: plantC + half, score }
}
