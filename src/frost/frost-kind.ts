/** What kind of frost a night brings, and how it will look. */
import { frostPointC } from '../weather/moist-air.ts'
import type { FrostColumns } from './frost-columns.ts'
import type { FrostAppearance, FrostType } from './frost-night.ts'
import { cloudCoverAt } from './night-inputs.ts'

/** Calm and clear, windy, or overcast with colder air come in; docs/science.md [9]. Untested against reports. */
const radiationBelow = { windSpeedMps: 3, cloudCoverFraction: 0.5 }
const advectionFrom = { windSpeedMps: 5, cloudCoverFraction: 0.8, coolingC: 4 }
const hoursPerDay = 24
/** Of each day compared, this many hours must be known. */
const leastHoursOfDay = 18

/**
 * The frost type from the hour of the minimum and its neighbours; null where wind or cloud is a default in one of them.
 */
export function frostTypeAt(columns: FrostColumns, coldestHour: number): FrostType | null {
  const middle = coldestHour - columns.startHour
  let windSum = 0
  let cloudSum = 0
  let hours = 0
  for (let index = middle - 1; index <= middle + 1; index++) {
    if (Number.isNaN(columns.temperatureC[index] ?? Number.NaN)) continue
    windSum += columns.windSpeedMps[index] ?? Number.NaN
    cloudSum += cloudCoverAt(columns, index)
    hours += 1
  }
  const windSpeedMps = windSum / hours
  const cloudCover = cloudSum / hours
  if (Number.isNaN(windSpeedMps) || Number.isNaN(cloudCover)) return null
  if (windSpeedMps < radiationBelow.windSpeedMps && cloudCover < radiationBelow.cloudCoverFraction)
    return 'radiation'
  if (windSpeedMps >= advectionFrom.windSpeedMps) return 'advection'
  const isCloudy = cloudCover >= advectionFrom.cloudCoverFraction
  return isCloudy && coolingC(columns, middle) >= advectionFrom.coolingC ? 'advection' : 'mixed'
}

/** White (rime) or black (no ice on the outside) where the plant freezes, else null; null too without a dew point. */
export function appearanceOf(plantTemperatureMinC: number, dewPointAtMinC: number): FrostAppearance | null {
  if (!(plantTemperatureMinC <= 0) || Number.isNaN(dewPointAtMinC)) return null
  const frostPoint = frostPointC(dewPointAtMinC)
  // Above a dew point of 0 °C there is no frost point, but dew falls long before the plant freezes and freezes with it.
  return frostPoint === null || plantTemperatureMinC <= frostPoint ? 'white' : 'black'
}

/** How much colder the day that ends at `index` is than the one before [°C]; NaN where too little is known. */
function coolingC(columns: FrostColumns, index: number): number {
  return meanOfDay(columns, index - hoursPerDay) - meanOfDay(columns, index)
}

function meanOfDay(columns: FrostColumns, lastIndex: number): number {
  let sum = 0
  let known = 0
  for (let index = lastIndex - hoursPerDay + 1; index <= lastIndex; index++) {
    const value = columns.temperatureC[index] ?? Number.NaN
    if (Number.isNaN(value)) continue
    sum += value
    known += 1
  }
  return known < leastHoursOfDay ? Number.NaN : sum / known
}
