import { type GroundLaw, servedLaws } from './laws.ts'

/** Stefan–Boltzmann constant σ [W m⁻² K⁻⁴]; docs/science.md [6]. */
const stefanBoltzmann = 5.670374419e-8
const kelvinAtZeroC = 273.15
/** Brunt's form, FAO-56 eq. 39 (e_a in kPa); docs/science.md [7]. The floor keeps humid heat from turning the sign. */
const brunt = { base: 0.34, perRootKpa: 0.14, least: 0.05 }
/** What the air gives back per kelvin: 16 W m⁻² K⁻¹ in still air and 0.9·u² more in wind; docs/science.md [8]. */
const exchange = { still: 16, perSquaredWind: 0.9 }

/** κ of an ordinary site: the ground law itself. */
export const usualKappa = 1
/** Beyond this range of a day [°C] the law has no data; docs/science.md [8]. */
const greatestRangeC = 10

export interface SkyAndAir {
  readonly temperatureC: number
  readonly vapourPressureKpa: number
  readonly windSpeedMps: number
  readonly cloudCoverFraction: number
}

/** The net long-wave loss R of a surface at air temperature [W/m²], ≥ 0. */
export function netLongwaveLossWm2(air: SkyAndAir, law: GroundLaw = servedLaws.ground): number {
  const kelvin = air.temperatureC + kelvinAtZeroC
  const clearSky = Math.max(brunt.base - brunt.perRootKpa * Math.sqrt(air.vapourPressureKpa), brunt.least)
  const open = openSky(air.cloudCoverFraction, law)
  return stefanBoltzmann * kelvin * kelvin * kelvin * kelvin * clearSky * open
}

/** How open the sky is under clouds, 1 without any. */
function openSky(cloudCoverFraction: number, law: GroundLaw): number {
  const squared = cloudCoverFraction * cloudCoverFraction
  return 1 - squared * squared * (law.cloudToFourth + law.cloudToSixth * squared)
}

/** x [°C]: what a perfect radiator without heat from the soil would be colder than the air if this hour lasted. */
export function fullEquilibriumOffsetC(air: SkyAndAir, law: GroundLaw = servedLaws.ground): number {
  const squaredWind = air.windSpeedMps * air.windSpeedMps
  return netLongwaveLossWm2(air, law) / (exchange.still + exchange.perSquaredWind * squaredWind)
}

/**
 * The share of x that the ground reaches: ΔT_eq = share·x for κ = 1. A wide range means dry, still air and dry soil.
 * @param rangeC The day's mean minus its minimum [°C].
 */
export function groundShare(rangeC: number, law: GroundLaw = servedLaws.ground): number {
  return law.share + law.sharePerDegree * Math.min(rangeC, greatestRangeC)
}

/** κ: 0 on the open sea (zone `Etc/…`), else the learned one, else 1: too cold over lakes, which no zone shows. */
export function kappaOf(timezone: string, learnedKappa: number | null = null): number {
  return timezone.startsWith('Etc/') ? 0 : (learnedKappa ?? usualKappa)
}
