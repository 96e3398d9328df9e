/** Which watched places are refreshed now, so that a day's budget lasts and the coming night is seen. Pure. */
import { dayMs, hourMs } from '../common/time.ts'

export interface PacedPlace {
  /** When a source last confirmed its forecast [ms since epoch]; null: never. */
  readonly confirmedAt: number | null
  /** The coldest hour of its current or next night [ms since epoch]. */
  readonly coldestAt: number
  /** A night may reach a subscription's threshold, or its plant minimum comes near 0 °C. */
  readonly isRisky: boolean
  readonly isRead: boolean
}

export interface PaceBudget {
  readonly now: number
  /** When the provider's day ends [ms since epoch]. */
  readonly dayEndsAt: number
  /** What is left of the day's budget for watched places, in the source's units. */
  readonly left: number
  readonly cost: number
  /** The source's own period [ms]: it has nothing new more often. */
  readonly updatePeriodMs: number
}

export interface Pace<Place> {
  /** Most urgent first. */
  readonly due: readonly Place[]
  /** Missed looks that the day's budget allows neither now nor later: another source may have them. */
  readonly leftOut: readonly Place[]
  /** For places that are read, before their coldest hour [ms]; infinite = only the looks. */
  readonly periodMs: number
  readonly missing: number
  readonly needed: number
  /** Planned until the day's end [the source's units]; at least the looks. */
  readonly wantedUnits: number
}

/**
 * Planned refreshes, hours before a place's coldest hour; each may be half an hour off. The last is at most four hours
 * old at the coldest hour, and data never six in the twelve hours before.
 */
const lastLook = 3.5
const looks = { risky: [13.5, 8.5, 3.5], usual: [13.5, 3.5], unread: [3.5] } as const
const earlyMs = hourMs / 2
/** The hours that decide about the night begin with the first look. */
const nightFromMs = 14 * hourMs
/** By day a place is refreshed half as often as before its night, and one without risk half as often as one with it. */
const slowerByDay = 2
const slowerWithoutRisk = 2

export const looksPerDay = looks.risky.length

export function paceOf<Place extends PacedPlace>(places: readonly Place[], budget: PaceBudget): Pace<Place> {
  const { left, cost } = budget
  const { planned, schedules } = plan(places, budget)
  const scale = scaleOf(schedules, budget)
  const periodMs = scale === null ? Number.POSITIVE_INFINITY : periodAt(budget, scale * slowerWithoutRisk)
  const wanted = planned
    .flatMap((one) => {
      const overdue = one.isMissed ? Number.POSITIVE_INFINITY : overdueBy(one, budget, scale)
      return overdue >= 1 ? [{ one, overdue, rank: rankOf(one) }] : []
    })
    .sort(
      (a, b) => a.rank - b.rank || a.one.schedule.untilMs - b.one.schedule.untilMs || b.overdue - a.overdue
    )
  const reserved = reserves(schedules)
  let available = left
  const due: Place[] = []
  const refused: Place[] = []
  for (const { one, rank } of wanted) {
    if (available - cost < (reserved[rank] ?? 0) * cost) refused.push(one.place)
    else {
      available -= cost
      due.push(one.place)
    }
  }
  const needed = schedules.reduce((sum, { ahead, places, missed }) => sum + ahead * places + missed, 0)
  const missing = Math.max(0, Math.ceil(needed - left / cost))
  // Where looks are missing nothing else is wanted: all that was refused has missed one.
  const leftOut = missing > 0 ? refused : []
  const wantedUnits = Math.max(needed * cost, scale === null ? 0 : demandOf(schedules, budget, scale))
  return { due, leftOut, periodMs, missing, needed, wantedUnits }
}

/** How many places a day's budget pays for: at the source's own period, and with the looks alone. */
export function carriedPlaces(
  dailyUnits: number,
  cost: number,
  updatePeriodMs: number
): { readonly fully: number; readonly atLeast: number } {
  return {
    fully: Math.floor(dailyUnits / cost / (dayMs / updatePeriodMs)),
    atLeast: Math.floor(dailyUnits / cost / looksPerDay)
  }
}

/** Looks and hours until the provider's day ends, of places alike in coldest hour, being read and risk. */
interface Schedule extends Pick<PacedPlace, 'isRisky' | 'isRead'> {
  /** The last planned look that is past, and whether it was the last one before a night. */
  readonly passedAt: number
  readonly isLast: boolean
  /** Looks to come, and how many of them are the last before a night. */
  readonly ahead: number
  readonly aheadLast: number
  /** Time until the coldest hour of the current or next night. */
  readonly untilMs: number
  /** Time until the day's end, before the coldest hour and by day. */
  readonly nightMs: number
  readonly dayMs: number
  /** How many places have this schedule, and how many of them missed a look. */
  places: number
  missed: number
}

interface Planned<Place> {
  readonly place: Place
  readonly schedule: Schedule
  /** Whether a planned look was missed. */
  readonly isMissed: boolean
}

/** Ten thousands of places have some hundred schedules. */
function plan<Place extends PacedPlace>(places: readonly Place[], budget: PaceBudget) {
  const schedules = new Map<number, Schedule>()
  const planned = places.map((place): Planned<Place> => {
    const { coldestAt, confirmedAt, isRisky, isRead } = place
    const key = coldestAt * 4 + (isRisky ? 2 : 0) + (isRead ? 1 : 0)
    const schedule = schedules.getOrInsertComputed(key, () => scheduleOf(place, budget))
    const isMissed = confirmedAt === null || confirmedAt < schedule.passedAt - earlyMs
    schedule.places += 1
    if (isMissed) schedule.missed += 1
    return { place, schedule, isMissed }
  })
  return { planned, schedules: [...schedules.values()] }
}

function scheduleOf({ coldestAt, isRisky, isRead }: PacedPlace, { now, dayEndsAt }: PaceBudget): Schedule {
  const offsets: readonly number[] = looks[isRisky ? 'risky' : isRead ? 'usual' : 'unread']
  const untilMs = untilNight(coldestAt - now)
  // Of a later night only the hour counts: a night comes before it, whether or not the run has that one.
  const next = now + untilMs
  // The looks of the nights around: yesterday's last one counts for a place whose night is just over.
  const nights = [next - dayMs, next, next + dayMs]
  let passed = { at: Number.NEGATIVE_INFINITY, isLast: false }
  let [ahead, aheadLast] = [0, 0]
  for (const hours of offsets) {
    const isLast = hours === lastLook
    for (const night of nights) {
      const at = night - hours * hourMs
      if (at <= now) passed = at > passed.at ? { at, isLast } : passed
      else if (at < dayEndsAt) {
        ahead += 1
        if (isLast) aheadLast += 1
      }
    }
  }
  const nightMs = nights.reduce(
    (sum, night) => sum + Math.max(0, Math.min(night, dayEndsAt) - Math.max(night - nightFromMs, now)),
    0
  )
  return {
    isRisky,
    isRead,
    passedAt: passed.at,
    isLast: passed.isLast,
    ahead,
    aheadLast,
    untilMs,
    nightMs,
    dayMs: Math.max(0, dayEndsAt - now - nightMs),
    places: 0,
    missed: 0
  }
}

/** Stretches every period so that the day's budget lasts; null where the looks alone use it up. */
function scaleOf(schedules: readonly Schedule[], budget: PaceBudget): number | null {
  const { left } = budget
  const demand = (scale: number): number => demandOf(schedules, budget, scale)
  // Below a quarter, every period is the source's own; beyond two days, no refresh results.
  let [low, high] = [1 / (slowerByDay * slowerWithoutRisk), 48]
  if (demand(low) <= left) return low
  if (demand(high) > left) return null
  for (let step = 0; step < 20; step++) {
    const middle = Math.sqrt(low * high)
    if (demand(middle) <= left) high = middle
    else low = middle
  }
  return high
}

/** What all refreshes until the day's end cost where every period is stretched by a factor, in the source's units. */
function demandOf(
  schedules: readonly Schedule[],
  { cost, updatePeriodMs }: PaceBudget,
  scale: number
): number {
  const refreshes = schedules.reduce((sum, { isRead, isRisky, ahead, nightMs, dayMs, places, missed }) => {
    if (!isRead) return sum + ahead * places + missed
    const factor = isRisky ? 1 : slowerWithoutRisk
    const night = nightMs / Math.max(updatePeriodMs, scale * factor * updatePeriodMs)
    const day = dayMs / Math.max(updatePeriodMs, scale * factor * slowerByDay * updatePeriodMs)
    const most = (looks: number): number => Math.max(looks, night + day)
    return sum + most(ahead) * (places - missed) + most(ahead + 1) * missed
  }, 0)
  return refreshes * cost
}

function periodAt({ updatePeriodMs }: PaceBudget, scale: number): number {
  return Math.max(updatePeriodMs, scale * updatePeriodMs)
}

/** The age of its data in units of its own period; the source's jitter of a tenth is respected. */
function overdueBy(
  { place, schedule }: Planned<PacedPlace>,
  budget: PaceBudget,
  scale: number | null
): number {
  if (!place.isRead || scale === null || place.confirmedAt === null) return 0
  const risk = place.isRisky ? 1 : slowerWithoutRisk
  const period = periodAt(budget, scale * risk * (schedule.untilMs <= nightFromMs ? 1 : slowerByDay))
  // Hourly refreshes come a little early, like the source's own `askAgainAt`.
  return (budget.now - place.confirmedAt) / (period * (period === budget.updatePeriodMs ? 0.9 : 1))
}

function untilNight(ms: number): number {
  return ((ms % dayMs) + dayMs) % dayMs
}

/** 0 first: looks at places at risk, others' last look before a night, their first, unread places, the rest. */
function rankOf({ place, isMissed, schedule }: Planned<PacedPlace>): number {
  if (!isMissed) return 4
  if (!place.isRead) return 3
  if (place.isRisky || place.confirmedAt === null) return 0
  return schedule.isLast ? 1 : 2
}

/** For each rank, the later looks of today that come before it. */
function reserves(schedules: readonly Schedule[]): readonly number[] {
  let [atRisk, last, read, all] = [0, 0, 0, 0]
  for (const { isRead, isRisky, ahead, aheadLast, places } of schedules) {
    all += ahead * places
    if (!isRead) continue
    read += ahead * places
    if (isRisky) atRisk += ahead * places
    else last += aheadLast * places
  }
  return [0, atRisk, atRisk + last, read, all]
}
