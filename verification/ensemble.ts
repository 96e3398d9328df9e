/** Ensembles as rows of members. */
import { ensembleSpread, sigmaAirC } from '../src/frost/spread.ts'
import { type Gaussian, gaussianOf } from './gaussian.ts'

/** Mean and sample standard deviation (M − 1) of each row's members [°C]. */
export function ensembleMoments(members: readonly (readonly number[])[]): {
  readonly meanC: Float64Array
  readonly spreadC: Float64Array
} {
  const meanC = Float64Array.from(
    members,
    (values) => values.reduce((sum, value) => sum + value, 0) / values.length
  )
  const spreadC = Float64Array.from(members, (values, row) => {
    const squares = values.reduce((sum, value) => sum + (value - (meanC[row] ?? Number.NaN)) ** 2, 0)
    return Math.sqrt(squares / (values.length - 1))
  })
  return { meanC, spreadC }
}

/** The default of the method: the members' mean, and the spread by `frost/spread.ts`; nothing fitted. */
export function usualEnsembleForecast(members: readonly (readonly number[])[]): Gaussian {
  const { meanC } = ensembleMoments(members)
  return gaussianOf(members.length, (row) => {
    const values = members[row] ?? []
    const ensemble = ensembleSpread({
      startHour: 0,
      hours: 1,
      members: values.length,
      temperatures: Float32Array.from(values)
    })
    const sigmaC = sigmaAirC({ leadDays: 1, coldestHour: 0, ensemble, siteVarianceC2: null, stepHours: 1 })
    return { meanC: meanC[row] ?? Number.NaN, sigmaC }
  })
}
