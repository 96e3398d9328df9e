/** Every number by which alerts are decided, with its reason; one table. */
import type { FrostLevel } from '../frost/frost-night.ts'
import { dayMs, hourMs, minuteMs } from '../weather/time.ts'

/** Levels in their order; unknown is below all, so that it never counts as a rise or as a fall. */
export const levelRanks: Readonly<Record<FrostLevel, number>> = {
  unknown: -1,
  none: 0,
  low: 1,
  moderate: 2,
  high: 3,
  severe: 4
}

/** The rules of alerts; durations in ms. */
export const alertRules = {
  levelRanks,
  /** Nights are watched when their coldest hour is this near: further out a forecast's spread is wider than a frost. */
  watchMs: 72 * hourMs,
  /** A night is near from this long before its coldest hour: news of it leaves at any hour, news of farther nights by day. */
  nearMs: dayMs,
  /** News of farther nights leaves from this hour of the place's own time … */
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
  beforeSunsetMs: hourMs,
  /** No reminder where something was said this recently. */
  duskQuietMs: 6 * hourMs,
  /** A risk must be gone on two runs this far apart, so that one odd run does not end an alert. */
  clearApartMs: hourMs,
  /** More than this many counted messages in one local night (noon to noon) is noise, and noise is switched off. */
  messagesPerNight: 4,
  /** Data are blind when no source has confirmed them for so long; hourly refreshes have failed six times by then. */
  dataGapAfterMs: 6 * hourMs,
  /** Blindness matters from this long before the coldest hour expected: earlier there is still time to see again. */
  dataGapBeforeColdestMs: 12 * hourMs,
  /** A last known p10 of the plant minimum up to this [tenths of °C] makes blindness matter to everyone. */
  dataGapP10Tenths: 20,
  /** A stage given longer ago is mistrusted: buds move on within a week or two. */
  stageAgeMs: 10 * dayMs,
  /** Silent for so long: one message finds dead addresses before the season. */
  silenceMs: 180 * dayMs,
  /** Feeds and streams nobody has fetched for more than a year (a season and its margin) end. */
  unreadMs: 400 * dayMs,
  /** Ended subscriptions keep their destination this long, for complaints; then it is scrubbed. */
  scrubMs: 30 * dayMs,
  /** An idempotency key is remembered this long. */
  idempotencyMs: dayMs,
  /** No request lasts longer: a source is waited for 8 s, a push service 10 s. */
  requestMs: 30_000,
  subscriptionsPerClientAndDay: 20
} as const

/** When to try again after the 1st, 2nd … failed attempt. */
export const retryRules = {
  firstDelaysMs: [5_000, 30_000, 2 * minuteMs, 5 * minuteMs],
  /** Thereafter: near the coldest hour, and before that. */
  nearMs: 10 * minuteMs,
  farMs: hourMs,
  nearFromMs: 12 * hourMs,
  /** Each delay is shortened or lengthened by up to this share, so that a crowd does not come back at once. */
  jitterFraction: 0.1,
  /** A receiver that asks for a pause beyond the night's end is tried once more this long before it, or up to twice as long. */
  lastTryMs: 5 * minuteMs,
  /** Messages that belong to no night are given up after so long. */
  withoutNightMs: dayMs
} as const
