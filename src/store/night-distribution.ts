import { type RawBuilder, sql } from 'kysely'
import type { AlertNight } from '../alerts/alert-night.ts'

const names = ['air_mean', 'air_sigma', 'plant_mean', 'plant_sigma'] as const
const besideNames = [
  'beside_air_mean',
  'beside_air_sigma',
  'beside_plant_mean',
  'beside_plant_sigma'
] as const

export const distributionColumns = [...names, ...besideNames]

type MinimumDistribution = Omit<NonNullable<AlertNight['distribution']>, 'beside'>
type Columns = Readonly<Record<(typeof distributionColumns)[number], number | null>>

export function columnsOf(distribution: AlertNight['distribution']): Columns {
  const own = valuesOf(distribution)
  const beside = valuesOf(distribution?.beside ?? null)
  return {
    air_mean: own[0],
    air_sigma: own[1],
    plant_mean: own[2],
    plant_sigma: own[3],
    beside_air_mean: beside[0],
    beside_air_sigma: beside[1],
    beside_plant_mean: beside[2],
    beside_plant_sigma: beside[3]
  }
}

type Values = readonly [number | null, number | null, number | null, number | null]

function valuesOf(one: MinimumDistribution | null): Values {
  if (one === null) return [null, null, null, null]
  return [one.airTemperatureMinC, one.sigmaAirC, one.plantTemperatureMinC, one.sigmaC]
}

/** The distribution of a night; null in older rows, and where nothing is known. */
export function distributionOf(row: Columns): AlertNight['distribution'] {
  const own = minimumOf([row.air_mean, row.air_sigma, row.plant_mean, row.plant_sigma])
  const beside = minimumOf([
    row.beside_air_mean,
    row.beside_air_sigma,
    row.beside_plant_mean,
    row.beside_plant_sigma
  ])
  return own === null || beside === null ? own : { ...own, beside }
}

function minimumOf([airC, sigmaAirC, plantC, sigmaC]: Values): MinimumDistribution | null {
  if (airC === null || sigmaAirC === null || plantC === null || sigmaC === null) return null
  return { airTemperatureMinC: airC, sigmaAirC, plantTemperatureMinC: plantC, sigmaC }
}

/** The number of a night `n` that a threshold `s` compares; null: not known. */
export const compared = [
  { of: 'score', value: sql`n.score` },
  { of: 'air', value: likelier('air') },
  { of: 'plant', value: likelier('plant') }
] as const

/** The one of two forecasts that is likelier to fall to the threshold. */
function likelier(of: 'air' | 'plant'): RawBuilder<unknown> {
  const z = (prefix: string) =>
    sql`(s.threshold_temperature - ${sql.ref(`n.${prefix}_mean`)}) / nullif(${sql.ref(`n.${prefix}_sigma`)}, 0)`
  const [own, beside] = [z(of), z(`beside_${of}`)]
  return sql`case when ${sql.ref(`n.beside_${of}_mean`)} is null then ${own}
    when ${beside} > ${own} then ${beside} else ${own} end`
}

export const measured = sql`case s.threshold_of ${sql.join(
  compared.map(({ of, value }) => sql`when ${sql.lit(of)} then ${value}`),
  sql` `
)} end`
