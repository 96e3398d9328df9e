/** How much colder than the air a surface under the open sky grows. */

/** Stefan–Boltzmann constant σ [W m⁻² K⁻⁴]; docs/science.md [6]. */
const stefanBoltzmann = 5.670374419e-8
const kelvinAtZeroC = 273.15
/** Brunt's form with the coefficients of FAO-56 eq. 39 (e_a in kPa); docs/science.md [7]. The floor keeps humid heat from turning the sign. */
const brunt = { base: 0.34, perRootKpa: 0.14, least: 0.05 }
/** How clouds close the sky: 1 − 0.9·c⁴, fitted at De Bilt; docs/science.md [8]. */
const cloudClosure = 0.9
/** What the air gives back per kelvin: 16 W m⁻² K⁻¹ in still air and 0.9·u² more in wind; docs/science.md [8]. */
const exchange = { still: 16, perSquaredWind: 0.9 }

/** κ of an ordinary site: the share of the full radiative offset that its ground reaches; docs/science.md [8]. */
export const usualKappa = 0.65

/** The state of the air over a surface for one hour. */
export interface SkyAndAir {
  readonly temperatureC: number
  readonly vapourPressureKpa: number
  readonly windSpeedMps: number
  readonly cloudCoverFraction: number
}

/** The net long-wave loss R of a surface at air temperature [W/m²], ≥ 0. */
export function netLongwaveLossWm2(air: SkyAndAir): number {
  const kelvin = air.temperatureC + kelvinAtZeroC
  const clearSky = Math.max(brunt.base - brunt.perRootKpa * Math.sqrt(air.vapourPressureKpa), brunt.least)
  const squaredCloud = air.cloudCoverFraction * air.cloudCoverFraction
  return (
    stefanBoltzmann *
    kelvin *
    kelvin *
    kelvin *
    kelvin *
    clearSky *
    (1 - cloudClosure * squaredCloud * squaredCloud)
  )
}

/** ΔT_eq for κ = 1 [°C]: what the ground would be colder than the air if this hour lasted. κ only multiplies it. */
export function fullEquilibriumOffsetC(air: SkyAndAir): number {
  return (
    netLongwaveLossWm2(air) / (exchange.still + exchange.perSquaredWind * air.windSpeedMps * air.windSpeedMps)
  )
}

/**
 * κ of a place: 0 on the open sea (zone `Etc/…`), where the water's heat holds the surface; else the learned one, else 0.65.
 * Lakes are not known from the zone: over them the usual κ is used and reads too cold.
 */
export function kappaOf(timezone: string, learnedKappa: number | null = null): number {
  return timezone.startsWith('Etc/') ? 0 : (learnedKappa ?? usualKappa)
}
