import { hourMs } from '../common/time.ts'
import type { AlertNight } from './alert-night.ts'
import { alertRules, levelRanks } from './rules.ts'

/** A raised night at or below it counts as clearing: ten below the threshold, or half of a small one. */
export function clearBelow(threshold: number): number {
  return Math.max(threshold - 10, threshold / 2)
}

export type WorseReason = 'level' | 'minimum' | 'earlier'

type Compared = Pick<AlertNight, 'level' | 'plantTemperatureMinC' | 'frostFromAt'>

/**
 * How a night is worse than in the last message about it; empty: not worth a message. Of a night that is not
 * near only a higher level counts: its numbers are compared once it is near.
 * @param at the present: what was to have begun by then can no longer begin earlier
 */
export function worseThanNotified(
  now: Compared & Pick<AlertNight, 'coldestAt'>,
  notified: Compared,
  at: number
): readonly WorseReason[] {
  if (!isAhead(now, at)) return []
  const reasons: WorseReason[] = []
  const fallenC = fall(now.plantTemperatureMinC, notified.plantTemperatureMinC)
  const earlierMs = fall(now.frostFromAt, notified.frostFromAt)
  if (levelRanks[now.level] > levelRanks[notified.level]) reasons.push('level')
  if (!isNear(now, at)) return reasons
  const { lowerTenths, lowerTenthsOfSevere } = alertRules
  const least = notified.level === 'severe' ? lowerTenthsOfSevere : lowerTenths
  // In whole tenths, so that differences are exact.
  if (Math.round(10 * fallenC) >= least) reasons.push('minimum')
  const isToBegin = notified.frostFromAt !== null && notified.frostFromAt > at
  if (isToBegin && earlierMs >= alertRules.earlierHours * hourMs) reasons.push('earlier')
  return reasons
}

type Seen = Compared & Pick<AlertNight, 'lastPreparationAt'>

/** How a night is clearly worse than when a person acknowledged it; empty: it makes no sound. */
export function worseThanSeen(
  now: Seen & Pick<AlertNight, 'coldestAt'>,
  seen: Seen,
  at: number
): readonly WorseReason[] {
  if (!isAhead(now, at)) return []
  const { seenLowerTenths, seenEarlierHours } = alertRules
  const isEarlier = (then: number | null | undefined, present: number | null | undefined) =>
    (then ?? 0) > at && fall(present ?? null, then ?? null) >= seenEarlierHours * hourMs
  const reasons: WorseReason[] = []
  if (levelRanks[now.level] > levelRanks[seen.level]) reasons.push('level')
  if (Math.round(10 * fall(now.plantTemperatureMinC, seen.plantTemperatureMinC)) >= seenLowerTenths)
    reasons.push('minimum')
  if (
    isEarlier(seen.frostFromAt, now.frostFromAt) ||
    isEarlier(seen.lastPreparationAt, now.lastPreparationAt)
  )
    reasons.push('earlier')
  return reasons
}

function fall(now: number | null, notified: number | null): number {
  return now === null || notified === null ? 0 : notified - now
}

/**
 * Whether one more counted message fits into the local night of `now`, noon to noon.
 * @param sentAt of counted messages; those after `now`, before the clock was set back, do not count
 */
export function fitsTonight(sentAt: readonly number[], now: number, timezone: string): boolean {
  if (sentAt.length < alertRules.messagesPerNight) return true
  const from = lastNoon(now, timezone)
  return sentAt.filter((at) => at >= from && at <= now).length < alertRules.messagesPerNight
}

/** The last noon at or before an instant. Days of 23 and 25 hours have a noon, too. */
export function lastNoon(now: number, timezone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone)
  const date = local.hour >= 12 ? local.toPlainDate() : local.toPlainDate().subtract({ days: 1 })
  return date.toZonedDateTime({ timeZone: timezone, plainTime: '12:00' }).epochMilliseconds
}

/** `now` by day, else the next morning of the place. A zone's day takes 3 to 9 µs, so the last answer is cached. */
export function dayTime(now: number, timezone: string): number {
  const last = dayTimes.get(timezone)
  if (last?.now === now) return last.at
  const at = nextDayTime(now, timezone)
  dayTimes.set(timezone, { now, at })
  return at
}

const dayTimes = new Map<string, { readonly now: number; readonly at: number }>()

function nextDayTime(now: number, timezone: string): number {
  const { dayFromHour, dayUntilHour } = alertRules
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone)
  if (local.hour >= dayFromHour && local.hour < dayUntilHour) return now
  const date = local.toPlainDate().add({ days: local.hour < dayFromHour ? 0 : 1 })
  return date.toZonedDateTime({ timeZone: timezone, plainTime: { hour: dayFromHour } }).epochMilliseconds
}

/** A night whose coldest hour is past starts no message and is silent. */
export function isAhead(night: Pick<AlertNight, 'coldestAt'>, now: number): boolean {
  return night.coldestAt > now
}

/** Soon enough that news of the night may break silence. */
export function isNear(night: Pick<AlertNight, 'coldestAt'>, now: number): boolean {
  return isAhead(night, now) && night.coldestAt <= now + alertRules.nearMs
}

/** Who is notified of a data gap: all with the scoring profile, those with a raised night, or `none`. */
export function readDataGap(
  night: { readonly p10Tenths: number | null; readonly coldestAt: number; readonly seen: boolean },
  confirmedAt: number | null,
  now: number
): 'everyone' | 'raised' | 'none' {
  if (confirmedAt !== null && now - confirmedAt < alertRules.dataGapAfterMs) return 'none'
  if (now < night.coldestAt - alertRules.dataGapBeforeColdestMs || now >= night.coldestAt) return 'none'
  if (!night.seen || night.p10Tenths === null) return 'everyone'
  return night.p10Tenths <= alertRules.dataGapP10Tenths ? 'everyone' : 'raised'
}
