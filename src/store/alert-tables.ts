/** The tables of alerts: what is watched and scored, subscriptions, and what was sent; see schema.ts. */
import type { Generated } from 'kysely'

/** Scoring profiles; one with `stage_old` takes the more sensitive of stage and generic crop. */
export interface CurvesTable {
  seq: Generated<number>
  location: string
  crop: string
  stage: string
  exposure: string
  stage_old: number
  /** The client whose own thermometers count too; empty: only thermometers that count for everyone. */
  owner: Generated<string>
  current_run_seq: number | null
  /** No episode of the profile lasts longer: then there is nothing to clear or to announce. */
  episodes_until: Generated<number>
}

/** Runs from one source, scored for one profile; stored while current, or an episode or the log refers to it. */
export interface RunsTable {
  seq: Generated<number>
  curve_seq: number
  run_id: string
  issued_at: number
  confirmed_at: number
  seen_at: number
  synthetic: number
  attribution: string
  /** 1: a coming night is unknown or older than the run (`confirmedAt` of its facts). */
  lacking: Generated<number>
  /** 1: a claim fixed a message that names it, so it is stored as long as the log. */
  told: Generated<number>
}

/** Temperatures are whole tenths of a degree, so that differences are exact in both engines. */
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
  /** Mean and standard deviation of the minima [°C]. */
  air_mean: number | null
  air_sigma: number | null
  plant_mean: number | null
  plant_sigma: number | null
  /** From the warmer forecast; null: there is one forecast. */
  beside_air_mean: number | null
  beside_air_sigma: number | null
  beside_plant_mean: number | null
  beside_plant_sigma: number | null
  /** 0: a cold hour was set aside, or two runs disagree; it neither begins nor confirms a clearing. */
  may_clear: number
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
  /** `score`, or the minimum of `air` or `plant`. */
  threshold_of: Generated<string>
  /** A score, or (temperature − mean)/σ of the minimum: a night that reaches it is raised. */
  threshold: number
  /** At or below it a raised night counts as clearing; follows from the threshold. */
  clear_below: number
  /** [°C] and 0…1, as given; null with a score. */
  threshold_temperature: number | null
  threshold_probability: number | null
  language: string
  label: string | null
  /** 1: the receiver of the messages set it. */
  label_own: Generated<number>
  tag: string | null
  /** Given by its client; unique for each. */
  external_id: string | null
  /** Hash of the file's row that made or last changed it. */
  row_hash: string | null
  crop: string
  stage: string
  exposure: string
  stage_given_at: number | null
  destination: string | null
  same_as: string | null
  limited_by: string | null
  client: string
  /** Hashes; null: unknown. */
  near_network: string | null
  wide_network: string | null
  /** Rotations, and the last one. */
  secret_number: Generated<number>
  secret_changed_at: number | null
  created_at: number
  confirm_until: number | null
  confirmed_at: number | null
  ended_at: number | null
  /** Last message that announced no episode; `told_at` of episodes holds the others. */
  last_sent_at: number | null
  read_at: number | null
  /** `blind_date`: the last night with a message about a gap; `blind_open`: until it ends; `blind_told`: sent. */
  blind_date: string | null
  blind_open: number
  blind_told: number
  /** `Escalation` as JSON; null: an unanswered warning is not sent again. */
  escalation: Generated<string | null>
  /** `QuietHours` as JSON. */
  quiet_hours: Generated<string | null>
  /** `Vouched` as JSON; null: its destination proved itself, or has to. */
  vouched: Generated<string | null>
  /** Id of the subscription whose contact it is, and its turn: 2, 3 … */
  follows: Generated<string | null>
  step: Generated<number | null>
}

/** A risk night of a subscription, open until `over_at`; `told_…`: what the last message said of it. */
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
  /** What the channel called the first message of the conversation about it. */
  thread: string | null
  /** When a person said that it was seen, as which run described it, by which subscription or `key`. */
  seen_at: number | null
  seen_run_seq: number | null
  seen_by: string | null
  alarm_since: number | null
  /** When it was reported that no one answered. */
  unanswered_at: number | null
}

/** The people notified of an unanswered night; `since` is its `alarm_since` then. */
export interface StepsTable {
  subscription_seq: number
  night_date: string
  since: number
  /** 1: who got the warning, once more; 0: the same, by hand; −k: contact k learns that the risk is over. */
  step: number
  made_at: number
  /** Null: there was no one to send it to. */
  message_seq: number | null
  /** What the contact's channel called that message. */
  thread: Generated<string | null>
}

/** The outbox and, once a row has ended, the delivery log. */
export interface MessagesTable {
  seq: Generated<number>
  subscription_seq: number
  prompt: string
  /** `queued`, `sending`, then `sent`, `dropped`, `rejected` or `expired`. */
  state: string
  created_at: number
  next_attempt_at: number
  attempts: Generated<number>
  leased_by: string | null
  leased_until: number | null
  /** Fixed at its claim: kind, run, nights as JSON, time of creation. */
  message_id: string | null
  kind: string | null
  run_seq: number | null
  nights: string | null
  made_at: number | null
  /** Counts towards the limit of messages in a night. */
  counted: Generated<number>
  /** It also says that forecasts are back. */
  ends_data_gap: Generated<number>
  last_attempt_at: number | null
  ended_at: number | null
  reason: string | null
  /** From a gateway, `delivered` or `failed`, and when. */
  receipt: string | null
  receipt_at: number | null
  /** To a contact: `Listed` as JSON. */
  listed: Generated<string | null>
}
