/**
 * The tables as the queries see them. Instants are ms since epoch, flags are 0 or 1, "none" in a key column
 * is the empty text, and JSON is text, so that one query text serves both engines.
 */
import type { Generated } from 'kysely'

/** Scoring profiles; those with `stage_old` take the more sensitive of stage and generic crop. */
export interface CurvesTable {
  seq: Generated<number>
  location: string
  crop: string
  stage: string
  exposure: string
  stage_old: number
  /** The last run evaluated; null before the first. */
  current_run_seq: number | null
  /**
   * No subscription of the profile has an episode that lasts longer: afterwards there is nothing to clear or
   * to announce.
   */
  episodes_until: Generated<number>
}

/**
 * One run of one source, scored for one profile. Stored while it is current, or an episode or the log refers
 * to it.
 */
export interface RunsTable {
  seq: Generated<number>
  curve_seq: number
  run_id: string
  issued_at: number
  confirmed_at: number
  seen_at: number
  synthetic: number
  attribution: string
  /** 1 once a claim fixed a message that names it: then it is stored as long as the log. */
  told: Generated<number>
}

/**
 * One night of one run. Temperatures are whole tenths of a degree, so that differences are exact in both
 * engines.
 */
export interface NightsTable {
  run_seq: number
  night_date: string
  /** Its coldest hour is near enough for an alert. */
  watched: number
  score: number | null
  level_rank: number
  minimum_tenths: number | null
  p10_tenths: number | null
  from_hour: number | null
  coldest_at: number
  over_at: number
  dusk_at: number | null
  /** Mean and standard deviation of the two minima [°C]; null where unknown. */
  air_mean: number | null
  air_sigma: number | null
  plant_mean: number | null
  plant_sigma: number | null
  /** An `AlertNight` as JSON, without its distribution. */
  facts: string
}

export interface SubscriptionsTable {
  seq: Generated<number>
  id: string
  state: string
  reason: string | null
  preview: number
  curve_seq: number
  location: string
  channel: string
  /** What `threshold` compares: `score`, or the minimum of `air` or `plant`. */
  threshold_of: Generated<string>
  /** A score, or (temperature − mean)/σ of the minimum: a night that reaches it is raised. */
  threshold: number
  /** The same number at or below which a raised night counts as clearing; follows from the threshold. */
  clear_below: number
  /** [°C] and 0…1, as the subscriber gave them; null with a score. */
  threshold_temperature: number | null
  threshold_probability: number | null
  language: string
  label: string | null
  crop: string
  stage: string
  exposure: string
  stage_given_at: number | null
  destination: string | null
  same_as: string | null
  limited_by: string | null
  client: string
  /** Hashes of the client's networks; null where unknown. */
  near_network: string | null
  wide_network: string | null
  /** How often the secret of a webhook was rotated, and when last. */
  secret_number: Generated<number>
  secret_changed_at: number | null
  created_at: number
  confirm_until: number | null
  confirmed_at: number | null
  ended_at: number | null
  /** When it was last sent a message that announces no episode; `told_at` of episodes holds the others. */
  last_sent_at: number | null
  read_at: number | null
  /**
   * `blind_date`: the last night with a message about a data gap; `blind_open`: until the gap ends;
   * `blind_told`: that message was sent.
   */
  blind_date: string | null
  blind_open: number
  blind_told: number
}

/**
 * One risk night of one subscription; `told_…` is what the last message sent said about it. It is open until
 * `over_at`.
 */
export interface EpisodesTable {
  subscription_seq: number
  night_date: string
  /** `raised` or `cleared`. */
  state: string
  raised_at: number
  over_at: number
  clearing_at: number | null
  clearing_run_seq: number | null
  dusk_done: Generated<number>
  told_at: number | null
  told_run_seq: number | null
  told_state: string | null
  /** What the channel called the first message of the conversation about it; null where it has none. */
  thread: string | null
}

/** The outbox and, once a row has ended, the delivery log. */
export interface MessagesTable {
  seq: Generated<number>
  subscription_seq: number
  /** The trigger: `change`, `dusk`, `blind`, `sighted`, `still_watching`, `test`, `verify`, `confirm`. */
  prompt: string
  /** `queued`, `sending`, then one of `sent`, `dropped`, `rejected`, `expired`. */
  state: string
  created_at: number
  next_attempt_at: number
  attempts: Generated<number>
  leased_by: string | null
  leased_until: number | null
  /** The content, fixed at its claim: kind, run, nights as JSON, time of creation. */
  message_id: string | null
  kind: string | null
  run_seq: number | null
  nights: string | null
  made_at: number | null
  /** Counts towards the limit of messages in a night. */
  counted: Generated<number>
  /** It also says that forecasts are back after a data gap. */
  ends_data_gap: Generated<number>
  last_attempt_at: number | null
  ended_at: number | null
  reason: string | null
}

export interface KeptForecastsTable {
  source: string
  point_key: string
  confirmed_at: number
  meta: string
  body: Uint8Array
}

/** How much of a named allowance is used within one window of time. */
export interface AllowancesTable {
  scope: string
  key: string
  window_start: number
  used: number
}

export interface ApiKeysTable {
  id: string
  hash: string
  tier: string
  label: string
  operator: number
  created_at: number
  revoked_at: number | null
}

export interface IdempotencyTable {
  client: string
  key: string
  body_hash: string
  subscription_id: string
  /** The parts of the answer that can change later, as JSON without secrets; null until it was given. */
  answer: string | null
  created_at: number
}

export interface SecretsTable {
  name: string
  value: string
  created_at: number
}

export interface LeasesTable {
  name: string
  holder: string
  until: number
}

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
  accepted_after_date: string | null
  /** When one of its observations, or its status, last changed. */
  changed_at: number
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
  received_at: number
}

/** All tables by name. */
export interface Tables {
  curves: CurvesTable
  runs: RunsTable
  nights: NightsTable
  subscriptions: SubscriptionsTable
  episodes: EpisodesTable
  messages: MessagesTable
  kept_forecasts: KeptForecastsTable
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
}
