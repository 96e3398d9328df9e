/** Water vapour in air: saturation, dew point, frost point, wet bulb. Formulas: docs/science.md [1]. */

/** Magnus coefficients over water and over ice, WMO-No. 8, annex 4.B; docs/science.md [1]. */
const overWater = { factor: 17.62, offsetC: 243.12 }
const overIce = { factor: 22.46, offsetC: 272.62 }
/** e_sat at 0 °C [kPa]; docs/science.md [1]. */
const saturationAtZeroKpa = 0.6112
/** Psychrometer coefficient of a ventilated wet bulb [1/K], and its slope [1/K]; docs/science.md [1]. */
const psychrometer = { perKelvin: 6.53e-4, slopePerKelvin: 0.000944 }
/** Mean pressure at sea level of the standard atmosphere [hPa]; docs/science.md [2]. */
export const standardPressureHpa = 1013.25
const hpaPerKpa = 10
/** Halvings of the bracket dew point … air: 40 K shrink to 2e-6 K. */
const wetBulbHalvings = 24

/** Over liquid water [kPa]. @param temperatureC [°C], −80…60 (supercooled below 0). NaN gives NaN. */
export function saturationVapourPressureKpa(temperatureC: number): number {
  return (
    saturationAtZeroKpa * Math.exp((overWater.factor * temperatureC) / (overWater.offsetC + temperatureC))
  )
}

/** The saturation vapour pressure over ice [kPa], for −80…0 °C. */
export function saturationVapourPressureOverIceKpa(temperatureC: number): number {
  return saturationAtZeroKpa * Math.exp((overIce.factor * temperatureC) / (overIce.offsetC + temperatureC))
}

/**
 * [°C] @param relativeHumidityFraction 0 < RH; more than 1 counts as saturated. @returns NaN where an input is missing
 * or the air is absolutely dry.
 */
export function dewPointC(temperatureC: number, relativeHumidityFraction: number): number {
  if (!(relativeHumidityFraction > 0)) return Number.NaN
  const humidity = Math.min(relativeHumidityFraction, 1)
  return magnusTemperatureC(humidity * saturationVapourPressureKpa(temperatureC), overWater)
}

/** Whether a humidity in percent must be a fraction: no air near the ground was ever measured so dry. */
export function isHumidityFraction(percent: number): boolean {
  return percent > 0 && percent < 1
}

/** The relative humidity of air of a known temperature and dew point: 0…1, NaN where an input is missing. */
export function relativeHumidityFraction(temperatureC: number, dewPointTemperatureC: number): number {
  const ratio = saturationVapourPressureKpa(dewPointTemperatureC) / saturationVapourPressureKpa(temperatureC)
  return Math.min(ratio, 1)
}

/** Where air of this dew point begins to lay down ice [°C], e_ice(t) = e_water(Td); null above 0 °C or without one. */
export function frostPointC(dewPointTemperatureC: number): number | null {
  if (!(dewPointTemperatureC <= 0)) return null
  return magnusTemperatureC(saturationVapourPressureKpa(dewPointTemperatureC), overIce) + 0
}

/**
 * A ventilated wet thermometer [°C], by bisection between dew point and air. Stull's closed fit reads 0.6 K too cold at
 * 0 °C and leaves that bracket. @param pressureHpa At the place, not reduced to sea level. @returns NaN where an input
 * is missing.
 */
export function wetBulbTemperatureC(
  temperatureC: number,
  dewPointTemperatureC: number,
  pressureHpa: number
): number {
  const dewPoint = Math.min(dewPointTemperatureC, temperatureC)
  if (Number.isNaN(dewPoint) || Number.isNaN(pressureHpa)) return Number.NaN
  const vapourPressureKpa = saturationVapourPressureKpa(dewPoint)
  const coefficientKpa = (psychrometer.perKelvin * pressureHpa) / hpaPerKpa
  let low = dewPoint
  let high = temperatureC
  for (let step = 0; step < wetBulbHalvings; step++) {
    const middle = (low + high) / 2
    const deficitKpa = coefficientKpa * (1 + psychrometer.slopePerKelvin * middle) * (temperatureC - middle)
    if (saturationVapourPressureKpa(middle) - deficitKpa > vapourPressureKpa) high = middle
    else low = middle
  }
  return (low + high) / 2
}

/** Station pressure from that at sea level [hPa]; docs/science.md [2]. @param elevationM −430…9000. */
export function stationPressureHpa(pressureMslHpa: number, elevationM: number): number {
  return pressureMslHpa * (1 - 2.25577e-5 * elevationM) ** 5.25588
}

function magnusTemperatureC(vapourPressureKpa: number, over: typeof overWater): number {
  const logarithm = Math.log(vapourPressureKpa / saturationAtZeroKpa)
  return (over.offsetC * logarithm) / (over.factor - logarithm)
}

/** [°C]; NaN without temperature or dew point. Default: standard pressure; 50 hPa change < 0.1 K near freezing. */
export function wetBulbC(air: {
  readonly temperatureC: number
  readonly dewPointC: number
  readonly pressureMslHpa: number
  readonly elevationM: number | null
}): number {
  const pressureMslHpa = Number.isNaN(air.pressureMslHpa) ? standardPressureHpa : air.pressureMslHpa
  const pressureHpa = stationPressureHpa(pressureMslHpa, air.elevationM ?? 0)
  return wetBulbTemperatureC(air.temperatureC, air.dewPointC, pressureHpa)
}
