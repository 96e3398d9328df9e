/** What thresholds are compared with, in SQL. */
import { type RawBuilder, sql } from 'kysely'

/** What a threshold `s` compares of a night `n`, by what it is of; null where that is not known. */
export const compared = [
  { of: 'score', value: sql`n.score` },
  { of: 'air', value: likelier('air') },
  { of: 'plant', value: likelier('plant') }
] as const

/** Of two forecasts of a night, the one that is likelier to fall to the threshold. */
function likelier(of: 'air' | 'plant'): RawBuilder<unknown> {
  const z = (prefix: string) =>
    sql`(s.threshold_temperature - ${sql.ref(`n.${prefix}_mean`)}) / nullif(${sql.ref(`n.${prefix}_sigma`)}, 0)`
  const [own, beside] = [z(of), z(`beside_${of}`)]
  return sql`case when ${beside} > ${own} then ${beside} else ${own} end`
}

/** The same of a threshold of any kind. */
export const measured = sql`case s.threshold_of ${sql.join(
  compared.map(({ of, value }) => sql`when ${sql.lit(of)} then ${value}`),
  sql` `
)} end`
