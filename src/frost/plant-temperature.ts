import type { FrostColumns } from './frost-columns.ts'
import type { Exposure, NightWindow } from './frost-night.ts'
import type { GroundLaw } from './laws.ts'
import { skyAndAirAt } from './night-inputs.ts'
import { fullEquilibriumOffsetC, groundShare } from './radiation.ts'

/** ΔT_h = 0.45·ΔT_{h−1} + 0.55·ΔT_eq,h; docs/science.md [9]. */
const lag = { stored: 0.45, taken: 0.55 }
/** How much of the minimum a line drawn through 3- and 6-hourly steps misses [°C]; docs/science.md [9]. */
const coarseBiasC = { three: 0.3, six: 0.8 }

/** How a place's offset follows from the ground law's, x, in dark hours: `constantC` + `kappa`·x, never below 0. */
export interface OffsetLaw {
  readonly ground: GroundLaw
  readonly constantC: number
  readonly kappa: number
}

/** Plant temperatures T + b + b_p − f·ΔT of a night that has at least one temperature. */
export function plantNight(
  columns: FrostColumns,
  window: NightWindow,
  site: {
    readonly biasC: number
    readonly plantBiasC: number
    readonly exposureFactor: number
    readonly offsetLaw: OffsetLaw
  }
) {
  const fullOffsetsC = fullOffsets(columns, window, site.offsetLaw.ground)
  const fullOffsetMeanC = meanOverDark(fullOffsetsC, window)
  const offsetsC = laggedOffsets(fullOffsetsC, window, site.offsetLaw)
  const plantTemperatureC = new Float64Array(offsetsC.length)
  let airMinC = Number.POSITIVE_INFINITY
  let plantMinC = Number.POSITIVE_INFINITY
  let coldest = 0
  for (let position = 0; position < offsetsC.length; position++) {
    const index = window.firstHour + position - columns.startHour
    const airC =
      (columns.temperatureC[index] ?? Number.NaN) + site.biasC - stepBiasC(columns.stepHours[index] ?? 1)
    const plantC = airC + site.plantBiasC - site.exposureFactor * (offsetsC[position] ?? Number.NaN)
    plantTemperatureC[position] = plantC
    if (airC < airMinC) airMinC = airC
    if (plantC < plantMinC) {
      plantMinC = plantC
      coldest = position
    }
  }
  return {
    /** One temperature for each hour of the window [°C]; NaN where the air's temperature is missing. */
    plantTemperatureC,
    plantTemperatureMinC: plantMinC,
    airTemperatureMinC: airMinC,
    coldestHour: window.firstHour + coldest,
    /** ΔT at the coldest hour [°C]. */
    offsetC: offsetsC[coldest] ?? 0,
    /** ΔT of the ground for each hour of the window [°C]; NaN where the air's temperature is missing. */
    offsetsC,
    /** The mean of the ground law's offset over the dark hours [°C]; 0 where nothing is dark. */
    fullOffsetMeanC
  }
}

/** Thermal lag, new after each gap. @param equilibriumOffsetsC ΔT_eq an hour [°C], NaN = gap; overwritten with ΔT. */
export function applyLag(equilibriumOffsetsC: Float64Array): Float64Array {
  let offsetC = Number.NaN
  for (let position = 0; position < equilibriumOffsetsC.length; position++) {
    const equilibriumC = equilibriumOffsetsC[position] ?? Number.NaN
    offsetC = Number.isNaN(offsetC) ? equilibriumC : lag.stored * offsetC + lag.taken * equilibriumC
    equilibriumOffsetsC[position] = offsetC
  }
  return equilibriumOffsetsC
}

/** ΔT_eq of the ground law in dark hours, 0 in the others; NaN where the temperature is missing. */
function fullOffsets(columns: FrostColumns, window: NightWindow, law: GroundLaw): Float64Array {
  const share = groundShare(rangeC(columns, window), law)
  const offsetsC = new Float64Array(window.lastHour - window.firstHour + 1)
  for (let position = 0; position < offsetsC.length; position++) {
    const index = window.firstHour + position - columns.startHour
    if (Number.isNaN(columns.temperatureC[index] ?? Number.NaN)) offsetsC[position] = Number.NaN
    else if (window.dark[position] === true) {
      offsetsC[position] = share * fullEquilibriumOffsetC(skyAndAirAt(columns, index), law)
    }
  }
  return offsetsC
}

/** The mean temperature from noon to noon minus the lowest [°C]. */
function rangeC(columns: FrostColumns, window: NightWindow): number {
  let sum = 0
  let count = 0
  let lowest = Number.POSITIVE_INFINITY
  for (let hour = window.firstHour; hour <= window.lastHour; hour++) {
    const temperatureC = columns.temperatureC[hour - columns.startHour] ?? Number.NaN
    if (Number.isNaN(temperatureC)) continue
    sum += temperatureC
    count += 1
    if (temperatureC < lowest) lowest = temperatureC
  }
  return sum / count - lowest
}

function meanOverDark(values: Float64Array, window: NightWindow): number {
  let sum = 0
  let count = 0
  for (let position = 0; position < values.length; position++) {
    const value = values[position] ?? Number.NaN
    if (window.dark[position] !== true || Number.isNaN(value)) continue
    sum += value
    count += 1
  }
  return count === 0 ? 0 : sum / count
}

function laggedOffsets(fullOffsetsC: Float64Array, window: NightWindow, law: OffsetLaw): Float64Array {
  for (let position = 0; position < fullOffsetsC.length; position++) {
    if (window.dark[position] !== true) continue
    const full = fullOffsetsC[position] ?? Number.NaN
    fullOffsetsC[position] = Math.max(law.constantC + law.kappa * full, 0)
  }
  return applyLag(fullOffsetsC)
}

/** How much colder than its stamp the coldest instant of a step is [°C]. */
export function stepBiasC(stepHours: number): number {
  if (stepHours < 3) return 0
  return stepHours < 6 ? coarseBiasC.three : coarseBiasC.six
}

/** f: the tissue's share of the ground's radiative offset; docs/science.md [8]. Vine and canopy are untested. */
export const exposureFactors: Readonly<Record<Exposure, number>> = { ground: 1, vine: 0.6, canopy: 0.35 }
