/** A night hour by hour: the air, the plant and its 10–90 % band, and what cools or warms them. */

import { hourMs } from '../../common/time.ts'
import type { FrostNight, KnownNight } from '../../frost/frost-night.ts'
import { bandHalfWidthC } from '../../frost/night-odds.ts'
import type { ProtectionHour } from '../../frost/protection/cold-night.ts'
import { airAt, airShiftC, hoursOfNight } from '../../frost/shifted-air.ts'
import { type HourlySeries, valueAt } from '../../weather/series.ts'

/** One whole hour; NaN: unknown. */
export interface NightHour extends Omit<ProtectionHour, 'isFoggy'> {
  readonly lowC: number
  readonly highC: number
  readonly cloudCoverFraction: number
  /** 0…100, as if the plant were coldest in this hour. */
  readonly score: number
}

/** Without a score, plant and score are unknown. */
export function nightHours(
  night: FrostNight,
  series: HourlySeries,
  elevationM: number | null
): readonly NightHour[] {
  const { firstHour, lastHour } = hoursOfNight(night.window)
  const shiftC = airShiftC(night, series)
  const hours: NightHour[] = []
  for (let hour = firstHour; hour <= lastHour; hour++) {
    const air = airAt(series, hour, { shiftC, elevationM })
    hours.push({
      at: hour * hourMs,
      ...air,
      ...(night.state === 'known' ? plantAt(night, hour, air.airC) : noPlant),
      windSpeedMps: valueAt(series, 'windSpeed', hour),
      cloudCoverFraction: valueAt(series, 'cloudCover', hour)
    })
  }
  return hours
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
