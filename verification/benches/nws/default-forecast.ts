/** What the service forecasts for each US night with nothing learned, by laws that were not fitted on its city. */

import type { ForecastMinima } from '../../../src/frost/contrasts.ts'
import { runChange } from '../../../src/frost/earlier-runs.ts'
import type { FrostLaws } from '../../../src/frost/laws.ts'
import { sigmaAirC, spreadFactor } from '../../../src/frost/spread.ts'
import { at, rowsOf } from '../../data/sequence.ts'
import type { LeadHours, NwsForecasts } from './forecasts.ts'
import { traitsOf } from './spread-factors.ts'

export type NwsLaws = Pick<FrostLaws, 'airSpread' | 'runs'>

export interface DefaultForecast {
  readonly leadDays: number
  /** By city and day, as the observations [°C]; without the slopes of its source. */
  readonly meanC: Float64Array
  /** What season, temperature and height do to σ. */
  readonly factors: Float64Array
  /** σ of a night with a learned variance, or with the default's for null [°C]. */
  readonly sigmaC: (cell: number, siteVarianceC2: number | null) => number
  /** The same bulletin's forecasts of a night and of those beside it. */
  readonly minimaOf: (cell: number) => ForecastMinima
}

/** The lead of the bulletin half a day before, and of the same bulletin for the next and for the previous night. */
const earlier: Partial<Record<LeadHours, LeadHours>> = { 12: 24, 24: 36, 36: 48 }
const next: Partial<Record<LeadHours, LeadHours>> = { 12: 36, 24: 48 }
const previous: Partial<Record<LeadHours, LeadHours>> = { 36: 12, 48: 24 }
const halfDayHours = 12
/** One night of a deterministic forecast with hourly steps. */
const night = { coldestHour: 0, ensemble: null, stepHours: 1 }

export function defaultForecast(
  data: NwsForecasts,
  lead: LeadHours,
  lawsOf: (city: number) => NwsLaws
): DefaultForecast {
  const { days, values } = data.observedC
  const leadDays = lead / 24
  const cityOf = (cell: number) => Math.floor(cell / days)
  const changes = changesOf(data, lead, lawsOf)
  const { meanC } = changes
  const factors = rowsOf(values.length, (cell) =>
    spreadFactor({ ...traitsOf(data, lead, cell), airMinC: at(meanC, cell) }, lawsOf(cityOf(cell)).airSpread)
  )
  const beside = (days: number, other: LeadHours | undefined) => {
    const forecast = other === undefined ? null : changesOf(data, other, lawsOf).meanC
    return (cell: number) => {
      const value =
        forecast === null || cityOf(cell + days) !== cityOf(cell) ? Number.NaN : at(forecast, cell + days)
      return Number.isFinite(value) ? value : null
    }
  }
  const [before, after] = [beside(-1, previous[lead]), beside(1, next[lead])]
  return {
    leadDays,
    meanC,
    factors,
    sigmaC: (cell, siteVarianceC2) =>
      sigmaAirC({
        ...{ ...night, leadDays, siteVarianceC2, law: lawsOf(cityOf(cell)).airSpread },
        spreadFactor: at(factors, cell) * at(changes.spreadFactor, cell)
      }),
    minimaOf: (cell) => ({ minimumC: at(meanC, cell), previousC: before(cell), nextC: after(cell) })
  }
}

/** Forecasts and factors on σ by the change since the bulletin half a day before, where the file has it. */
function changesOf(data: NwsForecasts, lead: LeadHours, lawsOf: (city: number) => NwsLaws) {
  const { days, values } = data.forecastC[lead]
  const older = earlier[lead]
  const runs = older === undefined ? null : data.forecastC[older].values
  const meanC = Float64Array.from(values)
  const spreadFactor = new Float64Array(values.length).fill(1)
  for (const [cell, minimumC] of values.entries()) {
    const olderC = runs === null ? Number.NaN : at(runs, cell)
    if (!Number.isFinite(minimumC + olderC)) continue
    const law = lawsOf(Math.floor(cell / days)).runs
    const change = runChange(
      { minimumC, leadDays: lead / 24 },
      { minimumC: olderC, ageHours: halfDayHours },
      law
    )
    meanC[cell] = minimumC + change.shiftC
    spreadFactor[cell] = change.spreadFactor
  }
  return { meanC, spreadFactor }
}
