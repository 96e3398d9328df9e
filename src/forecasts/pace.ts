/** Which watched places are refreshed now, so that a day's budget lasts and the coming night is seen. Pure. */
import { dayMs, hourMs } from '../weather/time.ts'

/** A watched place, as far as its turn depends on it. */
export interface PacedPlace {
  /** When a source last confirmed its forecast [ms since epoch]; null: never. */
  readonly confirmedAt: number | null
  /** The coldest hour of its current or next night [ms since epoch]. */
  readonly coldestAt: number
  /** A night may reach a subscription's threshold, or its plant minimum comes near 0 °C. */
  readonly isRisky: boolean
  /** A subscriber is sent its messages, or fetches them. */
  readonly isRead: boolean
}

export interface PaceBudget {
  readonly now: number
  /** When the provider's day ends [ms since epoch]. */
  readonly dayEndsAt: number
  /** What is left of the day's budget for watched places, in the source's units. */
  readonly left: number
  /** Cost of one refresh. */
  readonly cost: number
  /** The source's own period [ms]: it has nothing new more often. */
  readonly updatePeriodMs: number
}

export interface Pace<Place> {
  /** What is refreshed now, the most urgent first. */
  readonly due: readonly Place[]
  /** Missed looks that the day's budget carries neither now nor later: another source may have them. */
  readonly leftOut: readonly Place[]
  /** How often places that are read are refreshed in the hours before their coldest one [ms]; infinite = only the looks. */
  readonly periodMs: number
  /** Looks that the day's budget cannot pay for. */
  readonly missing: number
  /** Looks due now and later today. */
  readonly needed: number
  /** All refreshes until the day's end at the periods that are planned, in the source's units; at least the looks. */
  readonly wantedUnits: number
}

/**
 * Looks: the refreshes planned so many hours before a place's coldest hour. The last look is at most four
 * hours old at the coldest hour, and with the two before it data never become six hours old in the twelve
 * hours before. Each look may come half an hour early or late.
 */
const lastLook = 3.5
const looks = { risky: [13.5, 8.5, 3.5], usual: [13.5, 3.5], unread: [3.5] } as const
const earlyMs = hourMs / 2
/** The hours that decide about the night begin with the first look. */
const nightFromMs = 14 * hourMs
/** By day a place is refreshed half as often as before its night, and one without risk half as often as one with it. */
const slowerByDay = 2
const slowerWithoutRisk = 2

export const looksADay = looks.risky.length

export function paceOf<Place extends PacedPlace>(places: readonly Place[], budget: PaceBudget): Pace<Place> {
  const { left, cost } = budget
  const planned = places.map((place) => plan(place, budget))
  const scale = scaleOf(planned, budget)
  const periodMs = scale === null ? Number.POSITIVE_INFINITY : periodAt(budget, scale * slowerWithoutRisk)
  const wanted = planned
    .flatMap((one) => {
      const overdue = one.isMissed ? Number.POSITIVE_INFINITY : overdueBy(one, budget, scale)
      return overdue >= 1 ? [{ one, overdue }] : []
    })
    .toSorted(
      (a, b) =>
        rankOf(a.one) - rankOf(b.one) ||
        untilColdest(a.one, budget) - untilColdest(b.one, budget) ||
        b.overdue - a.overdue
    )
  const reserved = reserves(planned)
  let available = left
  const due: Place[] = []
  const refused: Planned<Place>[] = []
  for (const { one } of wanted) {
    if (available - cost < (reserved[rankOf(one)] ?? 0) * cost) refused.push(one)
    else {
      available -= cost
      due.push(one.place)
    }
  }
  const needed = planned.reduce((sum, one) => sum + one.ahead + (one.isMissed ? 1 : 0), 0)
  const missing = Math.max(0, Math.ceil(needed - left / cost))
  const leftOut = missing > 0 ? refused.filter(({ isMissed }) => isMissed).map(({ place }) => place) : []
  const wantedUnits = Math.max(needed * cost, scale === null ? 0 : demandOf(planned, budget, scale))
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
    atLeast: Math.floor(dailyUnits / cost / looksADay)
  }
}

interface Planned<Place> {
  readonly place: Place
  /** A planned look is past and was not taken. */
  readonly isMissed: boolean
  /** Whether that look was the last one before a night. */
  readonly isLast: boolean
  /** Looks until the provider's day ends, and how many of them are the last before a night. */
  readonly ahead: number
  readonly aheadLast: number
  /** Time until then, before the coldest hour and by day. */
  readonly nightMs: number
  readonly dayMs: number
}

function plan<Place extends PacedPlace>(place: Place, { now, dayEndsAt }: PaceBudget): Planned<Place> {
  const offsets: readonly number[] = looks[place.isRisky ? 'risky' : place.isRead ? 'usual' : 'unread']
  // Of a night beyond the next one only the hour counts: there is one in between, whether or not a run has it.
  const next = now + untilNight(place.coldestAt - now)
  // The looks of the nights around: yesterday's last one stands for a place whose night is just over.
  const nights = [next - dayMs, next, next + dayMs]
  let passed = { at: Number.NEGATIVE_INFINITY, isLast: false }
  let [ahead, aheadLast] = [0, 0]
  for (const hours of offsets) {
    const isLast = hours === lastLook
    for (const coldestAt of nights) {
      const at = coldestAt - hours * hourMs
      if (at <= now) passed = at > passed.at ? { at, isLast } : passed
      else if (at < dayEndsAt) {
        ahead += 1
        if (isLast) aheadLast += 1
      }
    }
  }
  const nightMs = nights.reduce(
    (sum, coldestAt) =>
      sum + Math.max(0, Math.min(coldestAt, dayEndsAt) - Math.max(coldestAt - nightFromMs, now)),
    0
  )
  return {
    place,
    isMissed: place.confirmedAt === null || place.confirmedAt < passed.at - earlyMs,
    isLast: passed.isLast,
    ahead,
    aheadLast,
    nightMs,
    dayMs: Math.max(0, dayEndsAt - now - nightMs)
  }
}

/**
 * The factor by which every period is stretched so that the day's budget lasts; null where the looks alone
 * use it up.
 */
function scaleOf(planned: readonly Planned<PacedPlace>[], budget: PaceBudget): number | null {
  const { left } = budget
  const demand = (scale: number): number => demandOf(planned, budget, scale)
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
  planned: readonly Planned<PacedPlace>[],
  { cost, updatePeriodMs }: PaceBudget,
  scale: number
): number {
  const refreshes = planned.reduce((sum, one) => {
    const floor = one.ahead + (one.isMissed ? 1 : 0)
    if (!one.place.isRead) return sum + floor
    const factor = one.place.isRisky ? 1 : slowerWithoutRisk
    const night = one.nightMs / Math.max(updatePeriodMs, scale * factor * updatePeriodMs)
    const day = one.dayMs / Math.max(updatePeriodMs, scale * factor * slowerByDay * updatePeriodMs)
    return sum + Math.max(floor, night + day)
  }, 0)
  return refreshes * cost
}

function periodAt({ updatePeriodMs }: PaceBudget, scale: number): number {
  return Math.max(updatePeriodMs, scale * updatePeriodMs)
}

/** The age of its data in units of its own period; the source's jitter of a tenth is respected. */
function overdueBy({ place }: Planned<PacedPlace>, budget: PaceBudget, scale: number | null): number {
  if (!place.isRead || scale === null || place.confirmedAt === null) return 0
  const risk = place.isRisky ? 1 : slowerWithoutRisk
  const isNight = untilNight(place.coldestAt - budget.now) <= nightFromMs
  const period = periodAt(budget, scale * risk * (isNight ? 1 : slowerByDay))
  // Hourly refreshes come a little early, like the source's own `askAgainAt`.
  return (budget.now - place.confirmedAt) / (period * (period === budget.updatePeriodMs ? 0.9 : 1))
}

function untilColdest({ place }: Planned<PacedPlace>, { now }: PaceBudget): number {
  return untilNight(place.coldestAt - now)
}

function untilNight(ms: number): number {
  return ((ms % dayMs) + dayMs) % dayMs
}

/**
 * 0 first: looks at places at risk; then the last look before a night of other places, then their first;
 * looks at places that are not read; and what is left over.
 */
function rankOf({ place, isMissed, isLast }: Planned<PacedPlace>): number {
  if (!isMissed) return 4
  if (!place.isRead) return 3
  if (place.isRisky || place.confirmedAt === null) return 0
  return isLast ? 1 : 2
}

/** For each rank, the later looks of today that come before it. */
function reserves(planned: readonly Planned<PacedPlace>[]): readonly number[] {
  let [atRisk, last, read, all] = [0, 0, 0, 0]
  for (const { place, ahead, aheadLast } of planned) {
    all += ahead
    if (!place.isRead) continue
    read += ahead
    if (place.isRisky) atRisk += ahead
    else last += aheadLast
  }
  return [0, atRisk, atRisk + last, read, all]
}
