import { type RawBuilder, sql } from 'kysely'
import type { AlertNight } from '../alerts/alert-night.ts'

const members = ['airTemperatureMinC', 'sigmaAirC', 'plantTemperatureMinC', 'sigmaC'] as const
/** In the order of the members; the second ones of the warmer forecast. */
const columns = [
  ['air_mean', 'air_sigma', 'plant_mean', 'plant_sigma'],
  ['beside_air_mean', 'beside_air_sigma', 'beside_plant_mean', 'beside_plant_sigma']
] as const
export const distributionColumns = columns.flat()

type MinimumDistribution = Omit<NonNullable<AlertNight['distribution']>, 'beside'>
type Columns = Readonly<Record<(typeof distributionColumns)[number], number | null>>

export function columnsOf(distribution: AlertNight['distribution']): Columns {
  const values = [distribution, distribution?.beside].flatMap((one) =>
    members.map((name) => one?.[name] ?? null)
  )
  return Object.fromEntries(distributionColumns.map((column, index) => [column, values[index]])) as Columns
}

/** The distribution of a night; null in older rows, and where nothing is known. */
export function distributionOf(row: Columns): AlertNight['distribution'] {
  const [own = null, beside = null] = columns.map((names) => minimumOf(names.map((name) => row[name])))
  return own === null || beside === null ? own : { ...own, beside }
}

function minimumOf(values: readonly (number | null)[]): MinimumDistribution | null {
  if (values.includes(null)) return null
  return Object.fromEntries(members.map((name, index) => [name, values[index]])) as MinimumDistribution
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
