import {
  dewPointC,
  frostPointC,
  standardPressureHpa,
  stationPressureHpa,
  wetBulbC,
  wetBulbTemperatureC
} from '../weather/moist-air.ts'
import type { FrostColumns } from './frost-columns.ts'
import type { Confidence, FrostAppearance, FrostType, NightWindow } from './frost-night.ts'
import { cloudCoverAt, usualRelativeHumidityFraction } from './night-inputs.ts'
import { type plantNight, stepBiasC } from './plant-temperature.ts'

/** The greatest σ of high and of medium confidence [°C]: 80 % within 2 and within 4 °C; docs/science.md [9]. */
const greatestSigmaC = { high: 1.6, medium: 3.1 }
/** Snow deeper than this covers the plants [m]. */
const snowCoverFromM = 0.01

/** @param isMeasured Nights measured there, or thermometers tonight, have said how wide it is. */
export function confidenceOf(sigmaC: number, isMeasured: boolean): Confidence {
  if (isMeasured && sigmaC <= greatestSigmaC.high) return 'high'
  return sigmaC <= greatestSigmaC.medium ? 'medium' : 'low'
}

interface AirAtMinimum {
  /** Null where neither dew point nor humidity is known. */
  readonly dewPointC: number | null
  readonly wetBulbC: number | null
  /** Dew point as the method used it: with RH 90 % where nothing is known. */
  readonly assumedDewPointC: number
}

export function loweredConfidence(confidence: Confidence): Confidence {
  return confidence === 'high' ? 'medium' : 'low'
}

export function airAtMinimum(
  columns: FrostColumns,
  coldestHour: number,
  elevationM: number | null
): AirAtMinimum {
  const index = coldestHour - columns.startHour
  const temperatureC = columns.temperatureC[index] ?? Number.NaN
  const known = knownDewPointC(columns, index, temperatureC)
  if (Number.isNaN(known)) {
    return {
      dewPointC: null,
      wetBulbC: null,
      assumedDewPointC: dewPointC(temperatureC, usualRelativeHumidityFraction)
    }
  }
  const pressureMslHpa = columns.pressureMslHpa[index] ?? Number.NaN
  const pressureHpa = stationPressureHpa(
    Number.isNaN(pressureMslHpa) ? standardPressureHpa : pressureMslHpa,
    elevationM ?? 0
  )
  const wetBulbC = wetBulbTemperatureC(temperatureC, known, pressureHpa)
  return { dewPointC: known, wetBulbC, assumedDewPointC: known }
}

/** Means over the dark hours (over all hours where nothing is dark) of what is known there, null where nothing is. */
export function darkMeans(
  columns: FrostColumns,
  window: NightWindow
): {
  readonly windSpeedMps: number | null
  readonly cloudCoverFraction: number | null
  readonly snowCover: boolean
} {
  let windSum = 0
  let windHours = 0
  let cloudSum = 0
  let cloudHours = 0
  let snowCover = false
  for (let hour = window.firstHour; hour <= window.lastHour; hour++) {
    if (window.firstDarkHour !== null && window.dark[hour - window.firstHour] !== true) continue
    const index = hour - columns.startHour
    const wind = columns.windSpeedMps[index] ?? Number.NaN
    const cloud = columns.cloudCoverFraction[index] ?? Number.NaN
    if (!Number.isNaN(wind)) {
      windSum += wind
      windHours += 1
    }
    if (!Number.isNaN(cloud)) {
      cloudSum += cloud
      cloudHours += 1
    }
    if ((columns.snowDepthM[index] ?? 0) > snowCoverFromM) snowCover = true
  }
  return {
    windSpeedMps: windHours === 0 ? null : windSum / windHours,
    cloudCoverFraction: cloudHours === 0 ? null : cloudSum / cloudHours,
    snowCover
  }
}

function knownDewPointC(columns: FrostColumns, index: number, temperatureC: number): number {
  const dewPoint = columns.dewPointC[index] ?? Number.NaN
  if (!Number.isNaN(dewPoint)) return Math.min(dewPoint, temperatureC)
  return dewPointC(temperatureC, columns.relativeHumidityFraction[index] ?? Number.NaN)
}

/** Calm and clear, windy, or overcast with colder air come in; docs/science.md [9]. Untested against reports. */
const radiationBelow = { windSpeedMps: 3, cloudCoverFraction: 0.5 }
const advectionFrom = { windSpeedMps: 5, cloudCoverFraction: 0.8, coolingC: 4 }
const hoursPerDay = 24
const minHoursOfDay = 18

/** The kind of frost, by the coldest hour and its neighbours; null where wind or cloud is a default in one of them. */
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
  return known < minHoursOfDay ? Number.NaN : sum / known
}

/** Above it no air is so dry that its wet bulb is at 0 °C, up to 3000 m [°C]. */
const surelyThawedC = 14

/**
 * After the dark hours, and an hour after the last one with wet bulb or ground plants at 0 °C (ice melts); at the
 * latest at noon. For every crop alike: a place has one tonight. @param shift.biasC Added to the forecast [°C];
 * `plantBiasC`: to plants as well.
 */
export function overHourOf(
  { columns, window }: { columns: FrostColumns; window: NightWindow },
  { offsetsC }: Pick<ReturnType<typeof plantNight>, 'offsetsC'>,
  shift: { readonly biasC: number; readonly plantBiasC: number; readonly elevationM: number | null }
): number {
  const noonHour = window.lastHour + 1
  const { lastDarkHour } = window
  if (lastDarkHour === null) return noonHour
  for (let hour = window.lastHour; hour >= lastDarkHour; hour--) {
    const index = hour - columns.startHour
    const stepC = stepBiasC(columns.stepHours[index] ?? 1)
    const airC = (columns.temperatureC[index] ?? Number.NaN) + shift.biasC - stepC
    const groundC = airC + shift.plantBiasC - (offsetsC[hour - window.firstHour] ?? 0)
    if (groundC <= 0 || isWetBulbFrozen(columns, index, { airC, elevationM: shift.elevationM })) {
      return Math.min(noonHour, hour + 2)
    }
  }
  return lastDarkHour + 1
}

function isWetBulbFrozen(
  columns: FrostColumns,
  index: number,
  { airC, elevationM }: { airC: number; elevationM: number | null }
): boolean {
  if (airC > surelyThawedC) return false
  const dewPointC = columns.dewPointC[index] ?? Number.NaN
  const pressureMslHpa = columns.pressureMslHpa[index] ?? Number.NaN
  return wetBulbC({ temperatureC: airC, dewPointC, pressureMslHpa, elevationM }) <= 0
}
