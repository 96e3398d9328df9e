/** Every number by which alerts are decided, with its reason; one table. */

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The rules of alerts; durations in ms. */
export const alertRules = {
  /** Nights are watched when their coldest hour is this near: further out a forecast's spread is wider than a frost. */
  watchMs: 72 * hour,
  /** A night is near from this long before its coldest hour: news of it leaves at any hour, news of farther nights by day. */
  nearMs: 24 * hour,
  /** News of farther nights leaves from this hour of the place's own time … */
  dayFromHour: 7,
  /** … until this one: a warning that wakes people about a night three days away teaches them to switch it off. */
  dayUntilHour: 22,
  /** Told again when the plant minimum falls this far [tenths of °C]: less is within the noise of two runs. */
  lowerTenths: 10,
  /** Told again when damage begins this much earlier [h]: someone must get up earlier. */
  earlierHours: 2,
  /** The reminder at dusk comes this long before sunset, while there is light to work in. */
  beforeSunsetMs: hour,
  /** No reminder where something was said this recently. */
  duskQuietMs: 6 * hour,
  /** A risk must be gone on two runs this far apart, so that one odd run does not end an alert. */
  clearApartMs: hour,
  /** More than this many counted messages in one local night (noon to noon) is noise, and noise is switched off. */
  messagesPerNight: 4,
  /** Data are blind when no source has confirmed them for so long; hourly refreshes have failed six times by then. */
  dataGapAfterMs: 6 * hour,
  /** Blindness matters from this long before the coldest hour expected: earlier there is still time to see again. */
  dataGapBeforeColdestMs: 12 * hour,
  /** A last known p10 of the plant minimum up to this [tenths of °C] makes blindness matter to everyone. */
  dataGapP10Tenths: 20,
  /** A stage given longer ago is mistrusted: buds move on within a week or two. */
  stageAgeMs: 10 * day,
  /** Silent for so long: one message finds dead addresses before the season. */
  silenceMs: 180 * day,
  /** Feeds and streams nobody has fetched for more than a year (a season and its margin) end. */
  unreadMs: 400 * day,
  /** Ended subscriptions keep their destination this long, for complaints; then it is scrubbed. */
  scrubMs: 30 * day,
  /** An idempotency key is remembered this long. */
  idempotencyMs: day,
  /** No request lasts longer: a source is waited for 8 s, a push service 10 s. */
  requestMs: 30_000,
  subscriptionsPerClientAndDay: 20
} as const

/** When to try again after the 1st, 2nd … failed attempt. */
export const retryRules = {
  firstDelaysMs: [5_000, 30_000, 2 * minute, 5 * minute],
  /** Thereafter: near the coldest hour, and before that. */
  nearMs: 10 * minute,
  farMs: hour,
  nearFromMs: 12 * hour,
  /** Each delay is shortened or lengthened by up to this share, so that a crowd does not come back at once. */
  jitterFraction: 0.1,
  /** Whoever asks for a pause beyond the night's end is tried once more this long before it, or up to twice as long. */
  lastTryMs: 5 * minute,
  /** Messages that belong to no night are given up after so long. */
  withoutNightMs: day
} as const
