/** Issued nights as rows and as values. */
import type { ExposedMinimum, IssuedNight } from '../observations/ports.ts'
import type { IssuedNightsTable } from './record-tables.ts'

/** The columns of a night itself: without its point and without how it was recorded. */
export type NightColumns = Omit<
  IssuedNightsTable,
  'point_key' | 'synthetic' | 'method' | 'recorded_at' | 'back_filled' | 'chain_seq' | 'chain_hash'
>

/** The column holds offsets in the unit of the first law, of which an ordinary site reached this share. */
const storedOffsetUnit = 0.65

export function nightColumns(night: IssuedNight): NightColumns {
  return {
    night_date: night.date,
    lead_day: night.leadDay,
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

export function toIssued(row: IssuedNightsTable): IssuedNight {
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
