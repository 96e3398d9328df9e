import { dayMs, hourMs, minuteMs } from '../common/time.ts'
import type { FrostLevel } from '../frost/frost-night.ts'

/** Unknown is below all, so that it never counts as a rise or as a fall. */
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

/** Durations in ms. */
export const alertRules = {
  levelRanks,
  /** How near the coldest hour of a watched night is: further ahead a forecast's spread is wider than a frost. */
  watchMs: 72 * hourMs,
  /** How long before its coldest hour a night is near: only then may news of it break silence. */
  nearMs: dayMs,
  /** Local hours in which news of a night beyond the coming day leaves … */
  dayFromHour,
  /** … a warning that wakes people about a night three days away makes them switch it off. */
  dayUntilHour,
  usefulDayMs: (dayUntilHour - dayFromHour) * hourMs,
  /** A night is announced again when the plant minimum falls this far [tenths of °C]: less is noise between runs. */
  lowerTenths: 10,
  /** The same for a night that was severe already: a degree does not change what is to be done. */
  lowerTenthsOfSevere: 20,
  /** A night is announced again when damage begins this much earlier [h]: a grower must get up earlier. */
  earlierHours: 2,
  /** An acknowledged night sounds again when the plant minimum falls this far [tenths of °C] … */
  seenLowerTenths: 20,
  /** … or damage, or the last hour to prepare, comes this much earlier [h]. */
  seenEarlierHours: 1,
  /** No reminder at dusk for this time after a person has acknowledged tonight. */
  seenQuietMs: 6 * hourMs,
  /** Between steps of an escalation: people need it to find their telephone. */
  minApartMs: 3 * minuteMs,
  /** A forecast without the risk holds an escalation back this long: the next forecast has come by then. */
  clearingPauseMs: 2 * hourMs,
  /** Time between messages to a person who is the contact of many. */
  personApartMs: 10 * minuteMs,
  /** Unanswered nights within this time are reported in one list. */
  unansweredApartMs: 5 * minuteMs,
  /** The reminder at dusk comes while there is light to work in. */
  beforeSunsetMs: hourMs,
  /** No reminder at dusk for this time after a message that named the night. */
  duskQuietMs: 12 * hourMs,
  /** Between the two runs on which a risk must be gone: one odd run does not end an alert. */
  clearApartMs: hourMs,
  /** Most counted messages in a local night (noon to noon); with more, people switch alerts off. */
  messagesPerNight: 4,
  /** A data gap begins this long after the last confirmation: six hourly refreshes have failed by then. */
  dataGapAfterMs: 6 * hourMs,
  /** After another message nothing is said about a data gap or its end: one message at a time. */
  dataGapApartMs: 30 * minuteMs,
  /** Wait before a new subscriber hears of a gap: the first forecast is on its way. */
  dataGapGraceMs: 10 * minuteMs,
  /** A data gap matters from here before the expected coldest hour: earlier, data may still return. */
  dataGapBeforeColdestMs: 12 * hourMs,
  /** A data gap matters to everyone up to this last known p10 of the plant minimum. */
  dataGapP10Tenths: 20,
  /** Least share of the threshold with which a data gap of an unraised night is news: the chance that it is raised. */
  dataGapShare: 0.1,
  /** An older stage is not relied upon: buds develop within a week or two. */
  stageAgeMs: 10 * dayMs,
  /** After this time without a message, one is sent to find dead addresses before the season. */
  stillWatchingAfterMs: 180 * dayMs,
  /** Feeds and streams not fetched for a season and its margin end. */
  unreadMs: 400 * dayMs,
  /** Destinations of ended subscriptions stay for complaints; then they are erased. */
  scrubMs: 30 * dayMs,
  idempotencyMs: dayMs,
  /** The previous secret of a webhook signs too, so that receivers can be changed. */
  secretOverlapMs: dayMs,
  /** The longest a request may take: it waits 8 s for a source, 10 s for a push service. */
  requestMs: 30_000
} as const

export function isStageOld(givenAt: number | null, at: number): boolean {
  return givenAt !== null && at - givenAt >= alertRules.stageAgeMs
}

/** Delays after the 1st, 2nd … failed attempt. */
export const retryRules = {
  firstDelaysMs: [5_000, 30_000, 2 * minuteMs, 5 * minuteMs],
  /** Thereafter: near the coldest hour, and before that. */
  nearMs: 10 * minuteMs,
  farMs: hourMs,
  nearFromMs: 12 * hourMs,
  /** Shortens delays by up to this share: many messages do not return at the same instant. */
  jitterFraction: 0.1,
  /** If a receiver asks for a pause beyond the night's end: one last attempt this long before it, or up to twice. */
  lastTryMs: 5 * minuteMs,
  withoutNightMs: dayMs
} as const

/** When a source last confirmed the coming night: an answer without it confirms nothing. Null: none ever had it. */
export function nightConfirmedAt(
  {
    nights,
    confirmedAt
  }: {
    nights: readonly {
      readonly overAt: number
      readonly score: number | null
      readonly confirmedAt?: number | null
    }[]
    confirmedAt: number
  },
  now: number
): number | null {
  const night = nights.find(({ overAt }) => overAt > now)
  if (night?.confirmedAt !== undefined) return night.confirmedAt
  return night?.score === null ? null : confirmedAt
}
