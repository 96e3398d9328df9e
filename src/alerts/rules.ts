/**
 * Every number that decides about alerts, with its reason. One table, passed in, so that an operator may
 * change a number.
 */

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The rules of alerts; durations in ms. */
export const alertRules = {
  /**
   * Nights are watched when their coldest hour is this near: beyond it a forecast's spread is wider than a
   * frost.
   */
  watchMs: 72 * hour,
  /**
   * A night is near from this long before its coldest hour. News of it is sent at any hour, other news by
   * day.
   */
  nearMs: 24 * hour,
  /** News of nights that are not near is sent from this hour of the place's local time … */
  dayFromHour: 7,
  /** … until this one: a warning that wakes people about a night three days away makes them switch it off. */
  dayUntilHour: 22,
  /**
   * Announced again when the plant minimum falls this far [tenths of °C]: less is within the noise of two
   * runs.
   */
  lowerTenths: 10,
  /** Announced again when damage begins this much earlier [h]: a grower must get up earlier. */
  earlierHours: 2,
  /** The reminder at dusk comes this long before sunset, while there is light to work in. */
  beforeSunsetMs: hour,
  /** No reminder where a message was sent this recently. */
  duskQuietMs: 6 * hour,
  /** A risk must be gone in two runs this far apart, so that one odd run does not end an alert. */
  clearApartMs: hour,
  /**
   * More than this many counted messages in one local night (noon to noon) is noise, and noise is switched
   * off.
   */
  messagesPerNight: 4,
  /**
   * A data gap begins when no source has confirmed the data for so long: by then six hourly refreshes have
   * failed.
   */
  dataGapAfterMs: 6 * hour,
  /**
   * A data gap matters from this long before the expected coldest hour: earlier there is time for it to end.
   */
  dataGapBeforeColdestMs: 12 * hour,
  /** With a last known p10 of the plant minimum up to this [tenths of °C], a data gap matters to everyone. */
  dataGapP10Tenths: 20,
  /** A stage given longer ago is not trusted alone: buds move on within a week or two. */
  stageAgeMs: 10 * day,
  /** After so long without a message, one message finds dead addresses before the season. */
  silenceMs: 180 * day,
  /** Feeds and streams that were not fetched for more than a year (a season and its margin) end. */
  unreadMs: 400 * day,
  /** Ended subscriptions keep their destination this long, for complaints; then it is scrubbed. */
  scrubMs: 30 * day,
  /** How long an idempotency key is remembered. */
  idempotencyMs: day,
  /** No request lasts longer: a source has 8 s, a push service 10 s. */
  requestMs: 30_000,
  subscriptionsPerClientAndDay: 20
} as const

export type AlertRules = { readonly [Name in keyof typeof alertRules]: number }

/** When to try again after the 1st, 2nd … failed attempt. */
export const retryRules = {
  firstDelaysMs: [5_000, 30_000, 2 * minute, 5 * minute],
  /** Thereafter: near the coldest hour, and before that. */
  nearMs: 10 * minute,
  farMs: hour,
  nearFromMs: 12 * hour,
  /** Each delay is shortened by up to this share, so that not all messages come back at once. */
  jitterFraction: 0.1,
  /**
   * Where a receiver asks for a pause beyond the night's end, the last try comes this long before it, or up
   * to twice as long.
   */
  lastTryMs: 5 * minute,
  /** Messages without a night are given up after so long. */
  withoutNightMs: day
} as const
