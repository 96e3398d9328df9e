/** What the air is like in a night: at its minimum and in the mean. */
import {
  dewPointC,
  standardPressureHpa,
  stationPressureHpa,
  wetBulbTemperatureC
} from '../weather/moist-air.ts'
import type { FrostColumns } from './frost-columns.ts'
import type { Confidence, NightWindow } from './frost-night.ts'
import { usualRelativeHumidityFraction } from './night-inputs.ts'

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
  /** As the method used it: with RH 90 % where nothing is known. */
  readonly assumedDewPointC: number
}

/** One step lower. */
export function loweredConfidence(confidence: Confidence): Confidence {
  return confidence === 'high' ? 'medium' : 'low'
}

/** The moisture of the air at the coldest hour, whose temperature is known. */
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

interface DarkMeans {
  readonly windSpeedMps: number | null
  readonly cloudCoverFraction: number | null
  readonly snowCover: boolean
}

/** Means over the dark hours (over all hours where nothing is dark) of what is known there, null where nothing is. */
export function darkMeans(columns: FrostColumns, window: NightWindow): DarkMeans {
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
