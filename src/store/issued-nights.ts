/** What was issued for each night, and what the source said about it afterwards. */
import { sql } from 'kysely'
import type {
  AnalysedNight,
  ExposedMinimum,
  IssuedNight,
  IssuedNightStore,
  RecordedPoint
} from '../observations/ports.ts'
import { type Database, transact } from './database.ts'
import { dropMonthsBefore, prepareMonths } from './months.ts'
import { inPortions } from './portions.ts'
import { pointsIn, savePoint } from './record-points.ts'
import type { AnalysedNightsTable, IssuedNightsTable } from './record-tables.ts'

/** The column holds offsets in the unit of the first law, of which an ordinary site reached this share. */
const storedOffsetUnit = 0.65

export function issuedNightStore(database: Database): IssuedNightStore {
  return {
    saveIssued: (run) => saveIssued(database, run),
    saveAnalysed: (run) => saveAnalysed(database, run),
    issued: (pointKey, synthetic, sinceDate) => issuedSince(database, { pointKey, synthetic, sinceDate }),
    analysed: (pointKey, synthetic, sinceDate) => analysedSince(database, { pointKey, synthetic, sinceDate }),
    isBackFilled: (pointKey) => isBackFilled(database, pointKey),
    pointsIn: (box) => pointsIn(database, box),
    prepareMonths: (today) => prepareMonths(database, today),
    forgetBefore: (date) => forgetBefore(database, date)
  }
}

interface Wanted {
  readonly pointKey: string
  readonly synthetic: boolean
  readonly sinceDate: string
}

interface Run<Night> {
  readonly point: RecordedPoint
  readonly synthetic: boolean
  readonly nights: readonly Night[]
}

async function saveIssued(database: Database, { point, synthetic, nights }: Run<IssuedNight>): Promise<void> {
  if (nights.length === 0) return
  await transact(database, async (inside) => {
    await savePoint(inside, point)
    await inside.queries
      .insertInto('issued_nights')
      .values(nights.map((night) => issuedRow(point.pointKey, synthetic, night)))
      .onConflict((conflict) =>
        conflict.columns(['point_key', 'synthetic', 'night_date', 'lead_day']).doNothing()
      )
      .execute()
  })
}

async function saveAnalysed(
  database: Database,
  { point, synthetic, nights }: Run<AnalysedNight>
): Promise<void> {
  if (nights.length === 0) return
  await transact(database, async (inside) => {
    await savePoint(inside, point)
    await inside.queries
      .insertInto('analysed_nights')
      .values(nights.map((night) => analysedRow(point.pointKey, synthetic, night)))
      .onConflict((conflict) =>
        conflict.columns(['point_key', 'synthetic', 'night_date']).doUpdateSet({
          source: (now) => now.ref('excluded.source'),
          analysed_at: (now) => now.ref('excluded.analysed_at'),
          air_minimum: (now) => now.ref('excluded.air_minimum'),
          plant_minimum: (now) => now.ref('excluded.plant_minimum')
        })
      )
      .execute()
  })
}

async function issuedSince(
  database: Database,
  { pointKey, synthetic, sinceDate }: Wanted
): Promise<readonly IssuedNight[]> {
  const rows = await database.queries
    .selectFrom('issued_nights')
    .selectAll()
    .where('point_key', '=', pointKey)
    .where('synthetic', '=', synthetic ? 1 : 0)
    .where('night_date', '>=', sinceDate)
    .orderBy('night_date')
    .orderBy('lead_day')
    .execute()
  return rows.map(toIssued)
}

async function isBackFilled({ queries }: Database, pointKey: string): Promise<boolean> {
  const row = await queries
    .selectFrom('issued_nights')
    .select('night_date')
    .where('point_key', '=', pointKey)
    .where('synthetic', '=', 0)
    .where('back_filled', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function analysedSince(
  database: Database,
  { pointKey, synthetic, sinceDate }: Wanted
): Promise<readonly AnalysedNight[]> {
  const rows = await database.queries
    .selectFrom('analysed_nights')
    .selectAll()
    .where('point_key', '=', pointKey)
    .where('synthetic', '=', synthetic ? 1 : 0)
    .where('night_date', '>=', sinceDate)
    .orderBy('night_date')
    .execute()
  return rows.map(toAnalysed)
}

async function forgetBefore(database: Database, date: string): Promise<number> {
  await dropMonthsBefore(database, date)
  const forget = (table: string, key: string): Promise<number> =>
    inPortions(database, async (portion, { queries }) => {
      const { numAffectedRows } = await sql`delete from ${sql.table(table)} where (${sql.raw(key)}) in
        (select ${sql.raw(key)} from ${sql.table(table)} where night_date < ${date} limit ${sql.lit(portion)})`.execute(
        queries
      )
      return Number(numAffectedRows ?? 0n)
    })
  const issued = await forget('issued_nights', 'point_key, synthetic, night_date, lead_day')
  const analysed = await forget('analysed_nights', 'point_key, synthetic, night_date')
  await sql`delete from record_points where not exists
    (select 1 from issued_nights n where n.point_key = record_points.point_key) and not exists
    (select 1 from analysed_nights n where n.point_key = record_points.point_key)`.execute(database.queries)
  return issued + analysed
}

function issuedRow(pointKey: string, synthetic: boolean, night: IssuedNight): IssuedNightsTable {
  return {
    point_key: pointKey,
    night_date: night.date,
    lead_day: night.leadDay,
    synthetic: synthetic ? 1 : 0,
    source: night.source,
    issued_at: night.issuedAt,
    lead_days: night.leadDays,
    bias: night.biasC,
    air_minimum: night.airMinimumC,
    air_sigma: night.airSigmaC,
    plant_minimum: night.plantMinimumC,
    plant_sigma: night.plantSigmaC,
    ...exposedColumns(night.exposed),
    full_offset: night.fullOffsetC / storedOffsetUnit,
    ensemble_mean: night.ensembleMeanC,
    ensemble_spread: night.ensembleSpreadC,
    score: night.score,
    back_filled: night.isBackFilled ? 1 : 0,
    p_air_frost: night.airFrostProbability,
    p_plant_frost: night.plantFrostProbability,
    p_moderate: night.moderateFrostProbability,
    p_strong: night.strongFrostProbability
  }
}

function exposedColumns(exposed: IssuedNight['exposed']) {
  return {
    plant_learned: exposed?.ground.learnedC ?? null,
    vine_minimum: exposed?.vine.minimumC ?? null,
    vine_sigma: exposed?.vine.sigmaC ?? null,
    vine_learned: exposed?.vine.learnedC ?? null,
    canopy_minimum: exposed?.canopy.minimumC ?? null,
    canopy_sigma: exposed?.canopy.sigmaC ?? null,
    canopy_learned: exposed?.canopy.learnedC ?? null
  }
}

function toExposed(row: IssuedNightsTable): IssuedNight['exposed'] {
  const ground = exposedOf(row.plant_minimum, row.plant_sigma, row.plant_learned)
  const vine = exposedOf(row.vine_minimum, row.vine_sigma, row.vine_learned)
  const canopy = exposedOf(row.canopy_minimum, row.canopy_sigma, row.canopy_learned)
  return ground === null || vine === null || canopy === null ? null : { ground, vine, canopy }
}

function exposedOf(
  minimumC: number | null,
  sigmaC: number | null,
  learnedC: number | null
): ExposedMinimum | null {
  return minimumC === null || sigmaC === null || learnedC === null ? null : { minimumC, sigmaC, learnedC }
}

function toIssued(row: IssuedNightsTable): IssuedNight {
  return {
    date: row.night_date,
    ...(row.back_filled === 1 && { isBackFilled: true }),
    leadDay: row.lead_day,
    leadDays: row.lead_days,
    source: row.source,
    issuedAt: row.issued_at,
    biasC: row.bias,
    airMinimumC: row.air_minimum,
    airSigmaC: row.air_sigma,
    plantMinimumC: row.plant_minimum,
    plantSigmaC: row.plant_sigma,
    exposed: toExposed(row),
    fullOffsetC: row.full_offset * storedOffsetUnit,
    ensembleMeanC: row.ensemble_mean,
    ensembleSpreadC: row.ensemble_spread,
    score: row.score,
    airFrostProbability: row.p_air_frost,
    plantFrostProbability: row.p_plant_frost,
    moderateFrostProbability: row.p_moderate,
    strongFrostProbability: row.p_strong
  }
}

function analysedRow(pointKey: string, synthetic: boolean, night: AnalysedNight): AnalysedNightsTable {
  return {
    point_key: pointKey,
    night_date: night.date,
    synthetic: synthetic ? 1 : 0,
    source: night.source,
    analysed_at: night.analysedAt,
    air_minimum: night.airMinimumC,
    plant_minimum: night.plantMinimumC
  }
}

function toAnalysed(row: AnalysedNightsTable): AnalysedNight {
  return {
    date: row.night_date,
    source: row.source,
    analysedAt: row.analysed_at,
    airMinimumC: row.air_minimum,
    plantMinimumC: row.plant_minimum
  }
}
