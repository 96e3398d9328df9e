/** Every number by which alerts are decided, with its reason; one table. */
import { dayMs, hourMs, minuteMs } from '../common/time.ts'
import type { FrostLevel } from '../frost/frost-night.ts'

/** Levels in their order; unknown is below all, so that it never counts as a rise or as a fall. */
export const levelRanks: Readonly<Record<FrostLevel, number>> = {
  unknown: -1,
  none: 0,
  low: 1,
  moderate: 2,
  high: 3,
  severe: 4
}

const dayFromHour = 7
const dayUntilHour = 22

/** The rules of alerts; durations in ms. */
export const alertRules = {
  levelRanks,
  /**
   * Nights are watched when their coldest hour is this near: further ahead a forecast's spread is wider than
   * a frost.
   */
  watchMs: 72 * hourMs,
  /** A night is near from this long before its coldest hour: only then may news of it break silence. */
  nearMs: dayMs,
  /** News of a night whose coldest hour lies beyond the coming day leaves from this hour of the place's own time … */
  dayFromHour,
  /** … until this one: a warning that wakes people about a night three days away makes them switch it off. */
  dayUntilHour,
  usefulDayMs: (dayUntilHour - dayFromHour) * hourMs,
  /**
   * Announced again when the plant minimum falls this far [tenths of °C]: less is within the noise of two
   * runs.
   */
  lowerTenths: 10,
  /** The same of a night that was severe already: what is to be done does not change with a degree. */
  lowerTenthsOfSevere: 20,
  /** Announced again when damage begins this much earlier [h]: a grower must get up earlier. */
  earlierHours: 2,
  /** What a person has seen rings again when the plant minimum falls this far below it [tenths of °C] … */
  seenLowerTenths: 20,
  /** … or damage, or the last hour to prepare, comes this much earlier [h]. */
  seenEarlierHours: 1,
  /** No reminder at dusk where a person said so recently that tonight was seen. */
  seenQuietMs: 6 * hourMs,
  /** The least time between steps of an escalation: people need it to find their telephone. */
  leastApartMs: 3 * minuteMs,
  /** A forecast without the risk holds an escalation back this long: until then the next one has come. */
  clearingPauseMs: 2 * hourMs,
  /** The least time between messages to a contact of many. */
  personApartMs: 10 * minuteMs,
  /** Unanswered nights of this time are one list. */
  unansweredApartMs: 5 * minuteMs,
  /** The reminder at dusk comes this long before sunset, while there is light to work in. */
  beforeSunsetMs: hourMs,
  /** No reminder where a message was sent this recently: it named the night. */
  duskQuietMs: 12 * hourMs,
  /** A risk must be gone on two runs this far apart, so that one odd run does not end an alert. */
  clearApartMs: hourMs,
  /**
   * More than this many counted messages in one local night (noon to noon) is noise, and people switch noise
   * off.
   */
  messagesPerNight: 4,
  /**
   * A data gap begins when no source has confirmed the data for so long; six hourly refreshes have failed by
   * then.
   */
  dataGapAfterMs: 6 * hourMs,
  /** Of a data gap and of its end nothing is said so soon after another message: one message at a time. */
  dataGapApartMs: 30 * minuteMs,
  /** A new subscriber waits so long before being told of a gap: the first forecast is on its way. */
  dataGapGraceMs: 10 * minuteMs,
  /**
   * A data gap matters from this long before the expected coldest hour: earlier there is still time for data to return.
   */
  dataGapBeforeColdestMs: 12 * hourMs,
  /** With a last known p10 of the plant minimum up to this [tenths of °C], a data gap matters to everyone. */
  dataGapP10Tenths: 20,
  /** A stage given longer ago is not relied upon: buds develop within a week or two. */
  stageAgeMs: 10 * dayMs,
  /** After so long without a message, one message finds dead addresses before the season. */
  stillWatchingAfterMs: 180 * dayMs,
  /** Feeds and streams end that were not fetched for more than a year (a season and its margin). */
  unreadMs: 400 * dayMs,
  /** Destinations of ended subscriptions remain this long, for complaints; then they are erased. */
  scrubMs: 30 * dayMs,
  /** An idempotency key is remembered this long. */
  idempotencyMs: dayMs,
  /** After a rotation the previous secret of a webhook signs too for so long, so that receivers can be changed. */
  secretOverlapMs: dayMs,
  /** No request lasts longer: a source is waited for 8 s, a push service 10 s. */
  requestMs: 30_000
} as const

/** Whether a stage that was given at one instant is old at another [ms since epoch]; null, it needs no renewal. */
export function isStageOld(givenAt: number | null, at: number): boolean {
  return givenAt !== null && at - givenAt >= alertRules.stageAgeMs
}

/** When to try again after the 1st, 2nd … failed attempt. */
export const retryRules = {
  firstDelaysMs: [5_000, 30_000, 2 * minuteMs, 5 * minuteMs],
  /** Thereafter: near the coldest hour, and before that. */
  nearMs: 10 * minuteMs,
  farMs: hourMs,
  nearFromMs: 12 * hourMs,
  /** Each delay is shortened by up to this share, so that many messages do not return at the same instant. */
  jitterFraction: 0.1,
  /**
   * If a receiver asks for a pause beyond the night's end, one last attempt follows this long before the end,
   * or up to twice as long.
   */
  lastTryMs: 5 * minuteMs,
  /** Messages without a night expire after so long. */
  withoutNightMs: dayMs
} as const

/**
 * When a source last confirmed what is known of the coming night of a run [ms since epoch]: an answer without it
 * confirms nothing of it. Null: none ever had it.
 */
export function nightConfirmedAt(
  { nights, confirmedAt }: { readonly nights: readonly SeenNight[]; readonly confirmedAt: number },
  now: number
): number | null {
  const night = nights.find(({ overAt }) => overAt > now)
  if (night?.confirmedAt !== undefined) return night.confirmedAt
  return night?.score === null ? null : confirmedAt
}

/** Of an `AlertNight`. */
interface SeenNight {
  readonly overAt: number
  readonly score: number | null
  readonly confirmedAt?: number | null
}
