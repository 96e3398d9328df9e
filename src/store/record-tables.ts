/** The tables of the record: what was forecast for each night, what came, and who measured it; see schema.ts. */
import type { Generated } from 'kysely'
import type { FaultReason } from '../observations/faults/sensor-fault.ts'

/** A night at a lead; `synthetic` separates synthetic weather. Temperatures in °C. */
export interface IssuedNightsTable {
  point_key: string
  night_date: string
  lead_day: number
  synthetic: number
  source: string
  issued_at: number
  lead_days: number
  bias: number
  air_minimum: number
  air_sigma: number
  plant_minimum: number
  plant_sigma: number
  /** What learning had added; null in older rows, as the six of vine and canopy. */
  plant_learned: number | null
  vine_minimum: number | null
  vine_sigma: number | null
  vine_learned: number | null
  canopy_minimum: number | null
  canopy_sigma: number | null
  canopy_learned: number | null
  full_offset: number
  /** Over the members at the coldest hour. */
  ensemble_mean: number | null
  ensemble_spread: number | null
  score: number
  p_air_frost: number
  p_plant_frost: number
  p_moderate: number
  p_strong: number
  /** With version; when this service first said so; null: it did not, and in older rows. */
  method: string | null
  recorded_at: number | null
  /** 1: made afterwards of past forecasts, never issued here. */
  back_filled: number
  /** Place in the chain of its point and the hash over it (night-chain.ts); null outside. */
  chain_seq: number | null
  chain_hash: string | null
}

export interface NightChainsTable {
  point_key: string
  synthetic: number
  /** The newest night's; 0 and empty before the first. */
  last_seq: number
  last_hash: string
  /** All nights up to this one were removed on purpose; 0: none. */
  removed_seq: number
  removed_hash: string
  removed_at: number | null
  signature: string | null
  /** Signed when the newest night was appended; null before the first. */
  head_signature: string | null
}

/** One row: what chains there are, and nights issued before version 15, which are in none. */
export interface ChainRegisterTable {
  id: number
  chains: number
  chains_sum: string
  outside: number
  outside_sum: string
  signature: string
}

export interface EveningNightsTable {
  point_key: string
  night_date: string
  measured_at: number
  forecast_minimum: number
  forecast_sigma: number
  updated_minimum: number
  updated_sigma: number
}

export interface AnalysedNightsTable
  extends Pick<
    IssuedNightsTable,
    'point_key' | 'night_date' | 'synthetic' | 'source' | 'air_minimum' | 'plant_minimum'
  > {
  analysed_at: number
}

export interface SensorsTable {
  seq: Generated<number>
  owner: string
  is_operators: number
  point_key: string
  lat: number
  lon: number
  elevation: number | null
  timezone: string
  /** With the exposure; see `sensorKindText`. */
  kind: string
  station: string
  first_seen_at: Generated<number>
  accepted_after_date: string | null
  /** As far as readings came; null: only nights did. */
  last_reading_at: number | null
  /** Nothing is taken from it since. */
  revoked_at: number | null
  /** When the last reading came in; null before the first, and in older rows. */
  last_received_at: number | null
  /** An observation, or the status. */
  changed_at: number
  /** Null, as its instants, while none is found. */
  lie: FaultReason | null
  lie_from: number | null
  lie_found_at: number | null
  lie_seen_at: number | null
}

/** Temperatures in tenths of a degree, wind in cm/s. */
export interface AirportReportsTable {
  icao: string
  measured_at: number
  temperature_tenths: number
  dew_point_tenths: number | null
  wind_speed_hundredths: number | null
  cloud_cover_percent: number | null
  is_whole: number
}

/** The secrets with which stations send: only the hash is stored. */
export interface IntakesTable {
  seq: Generated<number>
  owner: string
  is_operators: number
  label: string
  secret_hash: string
  unit: 'C' | 'F' | null
  /** Topics of the operator's broker, as JSON. */
  mqtt: string | null
  created_at: number
  revoked_at: number | null
  contact_at: number | null
}

export interface IntakeChannelsTable {
  intake_seq: number
  device: string
  field: string
  last_value: string
  unit: 'C' | 'F' | null
  is_indoors: number
  first_at: number
  last_at: number
  /** How far the clock is ahead, and in how many uploads running; null: it sends no time. */
  clock_ms: number | null
  clock_uploads: number | null
  /** A `SensorOfRow` as JSON; null: not mapped. */
  sensor: string | null
}
