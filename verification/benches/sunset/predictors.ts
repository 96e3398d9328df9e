/** What a station knows two hours after sunset: its measurements, the season, the physics of the night, and last evening. */

import { fullEquilibriumOffsetC } from '../../../src/frost/radiation.ts'
import { saturationVapourPressureKpa } from '../../../src/weather/moist-air.ts'
import { seasonAngle } from '../../data/civil-day.ts'
import { at } from '../../data/sequence.ts'
import { harmonics } from '../../learning/climatology.ts'
import type { SunsetRows } from './rows.ts'

/** All predictors. Last night's minimum came at the last sunrise: it is known. */
export function sunsetPredictors(rows: SunsetRows): {
  readonly columns: readonly Float64Array[]
  /** What makes two evenings alike. */
  readonly traits: readonly Float64Array[]
  readonly spreadColumns: readonly Float64Array[]
} {
  const { temperatureC, dewPointC, windMps, cloudFraction, nightHours } = rows
  const rowOf = new Map(rows.sites.map((site, row) => [`${site} ${at(rows.days, row)}`, row]))
  const yesterday = (values: Float64Array, minus: Float64Array) =>
    values.map((_, row) => {
      const before = rowOf.get(`${rows.sites[row]} ${at(rows.days, row) - 1}`) ?? -1
      return at(values, before) - at(minus, row)
    })
  const season = harmonics(rows.days.map(seasonAngle))
  const full = fullOffsets(rows)
  const measured = [
    temperatureC,
    dewPointC,
    windMps,
    windMps.map(Math.sqrt),
    cloudFraction,
    rows.twoHourChangeC,
    rows.fiveHourChangeC,
    nightHours,
    rows.pressureChangeHpa
  ]
  const sinceYesterday = [
    yesterday(temperatureC, temperatureC),
    yesterday(dewPointC, dewPointC),
    yesterday(rows.observedC, temperatureC),
    yesterday(rows.pressureHpa, rows.pressureHpa)
  ]
  return {
    columns: [
      ...measured,
      ...season,
      full,
      full.map((offset, row) => offset * at(nightHours, row)),
      full.map((offset, row) => offset * Math.sqrt(at(nightHours, row))),
      ...sinceYesterday
    ],
    traits: [...measured, ...season.slice(0, 2), full, ...sinceYesterday],
    spreadColumns: [windMps, cloudFraction, nightHours, full, ...season.slice(0, 2)]
  }
}

/** ΔT_eq for κ = 1 [°C] as the evening stands. */
function fullOffsets({ temperatureC, dewPointC, windMps, cloudFraction }: SunsetRows): Float64Array {
  return temperatureC.map((air, row) =>
    fullEquilibriumOffsetC({
      temperatureC: air,
      vapourPressureKpa: saturationVapourPressureKpa(Math.min(at(dewPointC, row), air)),
      windSpeedMps: at(windMps, row),
      cloudCoverFraction: at(cloudFraction, row)
    })
  )
}
