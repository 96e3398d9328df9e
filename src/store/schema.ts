/** Instants are ms since epoch, flags 0 or 1, "none" in a key is the empty text, JSON is text: one query for both. */
import type { Generated } from 'kysely'
import type { StoredEveningLaw } from '../observations/reading-ports.ts'
import type { Airport } from '../weather/airport.ts'
import type {
  CurvesTable,
  EpisodesTable,
  MessagesTable,
  NightsTable,
  RunsTable,
  StepsTable,
  SubscriptionsTable
} from './alert-tables.ts'
import type {
  AirportReportsTable,
  AnalysedNightsTable,
  ChainRegisterTable,
  EveningNightsTable,
  IntakeChannelsTable,
  IntakesTable,
  IssuedNightsTable,
  NightChainsTable,
  SensorsTable
} from './record-tables.ts'

interface RecordPointsTable {
  point_key: string
  lat: number
  lon: number
  elevation: number | null
  timezone: string
}

/** Evenings at a thermometer, from which its own law is learned. */
interface EveningStatesTable {
  station: string
  night_day: number
  /** JSON. */
  evenings: string
}

/** The lowest report of the night, in tenths of a degree. */
interface AirportNightsTable {
  icao: string
  night_date: string
  minimum_tenths: number
  is_whole: number
}

/** Minima in hundredths of a degree; `previous` is the replaced value. */
interface ObservationsTable {
  sensor_seq: number
  night_date: string
  minimum_hundredths: number
  previous_hundredths: number | null
  /** 1: follows from readings; one that was sent replaces it. */
  from_readings: number
  received_at: number
}

/** Temperatures in hundredths of a degree, wind in cm/s. */
interface ReadingsTable {
  sensor_seq: number
  measured_at: number
  temperature_hundredths: number
  dew_point_hundredths: number | null
  wind_speed_hundredths: number | null
  /** 1: by an unknown clock, maybe of another time. */
  is_late: number
  received_at: number
}

interface IntakeRefusalsTable {
  intake_seq: number
  reason: string
  detail: string
  count: number
  last_at: number
}

interface ArchiveCellsTable {
  source: string
  cell: string
  lat: number
  lon: number
  timezone: string
  is_watched: number
  wanted_at: number
}

interface ArchiveYearsTable {
  source: string
  cell: string
  year: number
  elevation: number | null
  minima: Uint8Array
  fetched_at: number
}

/** Used within one window of time. */
interface AllowancesTable {
  scope: string
  key: string
  window_start: number
  used: number
}

/** Hashes: their person has stopped, so no key vouches for them. */
interface StopsTable {
  channel: string
  same_as: string
  stopped_at: number
}

interface ApiKeysTable {
  id: string
  hash: string
  tier: string
  label: string
  operator: number
  created_at: number
  revoked_at: number | null
  /** 1: its members are active without their own proof. */
  vouches: Generated<number>
}

interface IdempotencyTable {
  client: string
  key: string
  body_hash: string
  subscription_id: string
  /** What can change later, as JSON without secrets; null until it was given. */
  answer: string | null
  created_at: number
}

interface SecretsTable {
  name: string
  value: string
  created_at: number
}

interface LeasesTable {
  name: string
  holder: string
  until: number
}

export interface Tables {
  curves: CurvesTable
  runs: RunsTable
  nights: NightsTable
  subscriptions: SubscriptionsTable
  episodes: EpisodesTable
  messages: MessagesTable
  steps: StepsTable
  stops: StopsTable
  kept_forecasts: { source: string; point_key: string; confirmed_at: number; meta: string; body: Uint8Array }
  allowances: AllowancesTable
  api_keys: ApiKeysTable
  idempotency: IdempotencyTable
  secrets: SecretsTable
  leases: LeasesTable
  record_points: RecordPointsTable
  issued_nights: IssuedNightsTable
  analysed_nights: AnalysedNightsTable
  sensors: SensorsTable
  observations: ObservationsTable
  readings: ReadingsTable
  intakes: IntakesTable
  intake_channels: IntakeChannelsTable
  intake_refusals: IntakeRefusalsTable
  airports: Airport
  airport_reports: AirportReportsTable
  archive_cells: ArchiveCellsTable
  archive_years: ArchiveYearsTable
  airport_nights: AirportNightsTable
  evening_nights: EveningNightsTable
  evening_states: EveningStatesTable
  evening_laws: StoredEveningLaw
  night_chains: NightChainsTable
  chain_register: ChainRegisterTable
}
