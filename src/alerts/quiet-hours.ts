/** Quiet hours hold what may wait, by the wall clock of the place; see docs/alerts.md. */
import { minuteMs } from '../common/time.ts'
import type { Threshold } from '../frost/temperature-threshold.ts'
import type { AlertNight } from './alert-night.ts'
import { dayTime, isNear } from './decisions.ts'
import { type AlertProblem, memberProblem } from './problems.ts'
import { alertRules, levelRanks } from './rules.ts'
import { reaches } from './threshold.ts'

export const quietLevels = ['low', 'moderate', 'high', 'severe'] as const

export interface QuietHours {
  /** `22:00` of the place; may go over midnight. */
  readonly from: string
  readonly to: string
  /** From this level news of tonight is never held. */
  readonly alwaysFrom: (typeof quietLevels)[number]
}

export function readQuietHours(
  asked: {
    readonly from: string
    readonly to: string
    readonly always_from?: QuietHours['alwaysFrom']
  } | null
): QuietHours | null | AlertProblem {
  if (asked === null) return null
  const { from, to, always_from: alwaysFrom = 'high' } = asked
  if (from !== to) return { from, to, alwaysFrom }
  const detail = `Quiet hours from ${from} to ${to} have no end: name another time, or null for none.`
  return memberProblem('not_allowed', '/quiet_hours/to', detail)
}

/** What is allowed, and what was probably meant by `22`, `2200`, `22.00`, `7:00` or `24:00`. */
export function timeDetail(given: unknown): string {
  const [, hour = '', minute = '00'] =
    /^(\d{1,2})(?:[:.]?([0-5]\d)(?::00)?)?$/.exec(String(given).trim()) ?? []
  const meant =
    hour === '' || Number(hour) > 24 ? '' : `${String(Number(hour) % 24).padStart(2, '0')}:${minute}`
  const guess = meant === '' ? '' : ` Did you mean "${meant}"?`
  return `This must be a time of day such as "22:00", up to "23:59".${guess}`
}

/** The end of the quiet hours around an instant; outside of them `now`. */
export function quietUntil(hours: QuietHours, now: number, timezone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone)
  if (!isQuiet(hours, local)) return now
  // When the clock is changed a time may come twice or not at all, or the change itself ends them.
  const ends = [0, 1, 2].flatMap((days) => {
    const end = local.toPlainDate().add({ days }).toPlainDateTime(hours.to)
    return (['compatible', 'later'] as const).map((disambiguation) =>
      end.toZonedDateTime(timezone, { disambiguation })
    )
  })
  const change = local.getTimeZoneTransition('next')
  const those = [...ends, ...(change === null ? [] : [change])].filter(
    (end) => end.epochMilliseconds > now && !isQuiet(hours, end)
  )
  return Math.min(...those.map((end) => end.epochMilliseconds))
}

function isQuiet({ from, to }: QuietHours, local: Temporal.ZonedDateTime): boolean {
  const time = local.toPlainTime().toString().slice(0, 5)
  return from < to ? time >= from && time < to : time >= from || time < to
}

/** When a first warning may be sent: by day, and outside of quiet hours. */
export function raisedLeavesAt(
  { threshold, quietHours = null }: { threshold: Threshold; quietHours?: QuietHours | null | undefined },
  night: AlertNight,
  { now, timezone }: { now: number; timezone: string }
): number {
  const byDay = announcedAt(night, now, dayTime(now, timezone))
  if (quietHours === null) return byDay
  const until = quietUntil(quietHours, now, timezone)
  if (!isNeverHeld(threshold, quietHours, night)) return Math.max(byDay, until)
  // For a far night only until it is tonight.
  const held = isNear(night, now) ? now : Math.min(until, night.coldestAt - alertRules.nearMs)
  return Math.max(byDay, held)
}

/** Degrees that a person asked for count at any level, as does an unknown level. */
function isNeverHeld(threshold: Threshold, { alwaysFrom }: QuietHours, night: AlertNight): boolean {
  if (typeof threshold !== 'number' && reaches(threshold, night) === true) return true
  return night.level === 'unknown' || levelRanks[night.level] >= levelRanks[alwaysFrom]
}

/** The end of a risk wakes no one who has not answered: it leaves at their end, or before the night is over. */
export function clearedLeavesAt(
  quietHours: QuietHours,
  { seenAt, overAt }: { seenAt?: number; overAt: number },
  { now, timezone }: { now: number; timezone: string }
): number {
  if (seenAt !== undefined) return now
  return Math.max(now, Math.min(quietUntil(quietHours, now, timezone), overAt - minuteMs))
}

/** When it is announced: at any hour if coldest before the next evening, otherwise by day. @param day from `dayTime` */
function announcedAt(night: Pick<AlertNight, 'coldestAt'>, now: number, day: number): number {
  return night.coldestAt <= day + alertRules.usefulDayMs ? now : day
}
