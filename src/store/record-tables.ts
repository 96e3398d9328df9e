/** The tables of the record: what was forecast for each night, what came, and who measured it; see schema.ts. */
import type { Generated } from 'kysely'
import type { LieReason } from '../observations/lies/lie.ts'

/** A point whose nights are recorded (record/). */
export interface RecordPointsTable {
  point_key: string
  lat: number
  lon: number
  elevation: number | null
  timezone: string
}

/**
 * What was issued for a night at a lead (record/); `synthetic` separates synthetic weather. Temperatures in
 * °C.
 */
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
  /** What learning had added; this and the six of vine and canopy are null in rows of earlier versions. */
  plant_learned: number | null
  vine_minimum: number | null
  vine_sigma: number | null
  vine_learned: number | null
  canopy_minimum: number | null
  canopy_sigma: number | null
  canopy_learned: number | null
  full_offset: number
  /** Of the members at the coldest hour; null where there were none. */
  ensemble_mean: number | null
  ensemble_spread: number | null
  score: number
  p_air_frost: number
  p_plant_frost: number
  p_moderate: number
  p_strong: number
  /**
   * Method and version, and when this service first said so; null where it did not, and in rows of earlier versions.
   */
  method: string | null
  recorded_at: number | null
  /** 1: made afterwards of past forecasts of the source, and never issued here. */
  back_filled: number
  /** Place in the chain of its point, and the hash over it (night-chain.ts); null outside the chain. */
  chain_seq: number | null
  chain_hash: string | null
}

/** One chain of issued nights; see night-chain.ts. */
export interface NightChainsTable {
  point_key: string
  synthetic: number
  /** Of the newest night; 0 and the empty text before the first. */
  last_seq: number
  last_hash: string
  /** The checkpoint: all nights up to this one were removed on purpose; 0 where none was. */
  removed_seq: number
  removed_hash: string
  removed_at: number | null
  signature: string | null
  /** Of the newest night, signed when it was appended; null before the first. */
  head_signature: string | null
}

/** One row: what chains there are, and the nights issued before version 15, which are in none (chain-register.ts). */
export interface ChainRegisterTable {
  id: number
  chains: number
  chains_sum: string
  outside: number
  outside_sum: string
  signature: string
}

/** A night of a point as its forecast had it two hours after sunset, and as the evening update made it (record/). */
export interface EveningNightsTable {
  point_key: string
  night_date: string
  measured_at: number
  forecast_minimum: number
  forecast_sigma: number
  updated_minimum: number
  updated_sigma: number
}

/** A night's evenings at a thermometer, as its own law is learned from them. */
export interface EveningStatesTable {
  station: string
  night_day: number
  /** JSON. */
  evenings: string
}

/** What the evenings of a thermometer taught; JSON. */
export interface EveningLawsTable {
  station: string
  world: string
  learned: string
}

/** The minimum of a night at an airport, in tenths of a degree; the lowest report of the night. */
export interface AirportNightsTable {
  icao: string
  night_date: string
  minimum_tenths: number
  is_whole: number
}

/** What the source itself said about a night once it was over (record/). */
export interface AnalysedNightsTable {
  point_key: string
  night_date: string
  synthetic: number
  source: string
  analysed_at: number
  air_minimum: number
  plant_minimum: number
}

/** Sensors and their owners (record/). */
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
  /** When its first row came in. */
  first_seen_at: Generated<number>
  accepted_after_date: string | null
  /** When it was last read, as far as readings came; null where only nights did. */
  last_reading_at: number | null
  /** Nothing is taken from it since; null where it is not revoked. */
  revoked_at: number | null
  /** When its last reading came in; null before the first, and for those of earlier versions. */
  last_received_at: number | null
  /** When one of its observations, or its status, last changed. */
  changed_at: number
  /** Null, as its instants, while none is found. */
  lie: LieReason | null
  lie_from: number | null
  lie_found_at: number | null
  lie_seen_at: number | null
}

/**
 * A measured minimum of a night in hundredths of a degree (record/); `previous` is the value that it
 * replaced.
 */
export interface ObservationsTable {
  sensor_seq: number
  night_date: string
  minimum_hundredths: number
  previous_hundredths: number | null
  /** 1 where the minimum follows from readings; one that was sent replaces it. */
  from_readings: number
  received_at: number
}

/** What sensors read at instants; temperatures in hundredths of a degree, wind in cm/s. */
export interface ReadingsTable {
  sensor_seq: number
  measured_at: number
  temperature_hundredths: number
  dew_point_hundredths: number | null
  wind_speed_hundredths: number | null
  /** 1: by a clock that is not known, it may be of another time. */
  is_late: number
  received_at: number
}

/** Airports near watched places. */
export interface AirportsTable {
  icao: string
  name: string
  lat: number
  lon: number
  elevation: number
}

/** What airports reported; temperatures in tenths of a degree, wind in cm/s. */
export interface AirportReportsTable {
  icao: string
  measured_at: number
  temperature_tenths: number
  dew_point_tenths: number | null
  wind_speed_hundredths: number | null
  cloud_cover_percent: number | null
  is_whole: number
}

/** Secrets by which stations send (record/); of each only the hash is stored. */
export interface IntakesTable {
  seq: Generated<number>
  owner: string
  is_operators: number
  label: string
  secret_hash: string
  unit: 'C' | 'F' | null
  /** Topics of the operator's broker, as JSON; null: none. */
  mqtt: string | null
  created_at: number
  revoked_at: number | null
  contact_at: number | null
}

/** The fields that were heard of each. */
export interface IntakeChannelsTable {
  intake_seq: number
  device: string
  field: string
  last_value: string
  unit: 'C' | 'F' | null
  is_indoors: number
  first_at: number
  last_at: number
  /** How far the station's clock is ahead [ms], and in how many uploads running; null where it sends no time. */
  clock_ms: number | null
  clock_uploads: number | null
  /** A `SensorOfRow` as JSON; null where it is not mapped. */
  sensor: string | null
}

/** What was not taken of each, by its reason. */
export interface IntakeRefusalsTable {
  intake_seq: number
  reason: string
  detail: string
  count: number
  last_at: number
}
