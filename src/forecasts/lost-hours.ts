/** Hours to come that an answer has lost are taken from the earlier one of the same source, each with its age. */
import { hourMs } from '../common/time.ts'
import { longestFilledGapHours } from '../frost/frost-columns.ts'
import type { NightWindow } from '../frost/frost-night.ts'
import {
  column,
  emptySeries,
  endHour,
  type HourlySeries,
  seriesVariables,
  valueAt
} from '../weather/series.ts'
import { type ComingWindow, comingNights, nightLacks, overHourOf } from './night-lacks.ts'
import {
  type CarriedHours,
  hardLimitMs,
  isComingNightUnknown,
  isUsable,
  type LackingNight,
  type Snapshot,
  type SnapshotMeta
} from './snapshot.ts'

/** Columns from which a night is scored; other columns may be missing. */
const carriedVariables = ['temperature', 'dewPoint', 'relativeHumidity', 'windSpeed', 'cloudCover'] as const
type CarriedVariable = (typeof carriedVariables)[number]

type EarlierAnswer = Pick<Snapshot, 'confirmedAt' | 'carried' | 'lackingNights' | 'series'>

interface Carried {
  readonly series: HourlySeries
  readonly carried: readonly CarriedHours[]
}

interface Shown extends Required<Pick<SnapshotMeta, 'carried' | 'lackingNights'>> {
  readonly series: HourlySeries
}

/** An answer, whole: past hours, and those to come that it has lost, are taken from the earlier one. */
export function withLostHours(
  fresh: HourlySeries,
  {
    point,
    earlier,
    shown,
    now
  }: {
    point: Parameters<typeof comingNights>[0]
    earlier: EarlierAnswer | null
    shown: EarlierAnswer | null
    now: number
  }
): Shown {
  const nights = comingNights(point, now)
  const { series, carried } = carryLostHours(earlier, fresh, { nights, now })
  const merged = mergePast(earlier?.series ?? null, series, Math.floor(now / hourMs))
  const before = [earlier, shown].filter((one) => one !== null)
  return {
    series: merged,
    carried,
    lackingNights: lackingNights({ series: merged, carried }, { nights, before, now })
  }
}

/** What a 304 confirms: the stored hours, but for kept ones that have become too old to be shown. */
export function confirmedHours(earlier: Snapshot, now: number): Shown & Pick<SnapshotMeta, 'run'> {
  const young = withoutOldCarried({ series: earlier.series, carried: earlier.carried ?? [] }, now)
  const nights = comingNights(earlier.point, now)
  const [own = earlier.run] = earlier.run.split(' ')
  return {
    ...young,
    run: runWith(own, young.carried),
    lackingNights: lackingNights(young, { nights, before: [earlier], now })
  }
}

/** The name of a run: that of its own hours, and from when the others are. */
export function runWith(own: string, carried: readonly CarriedHours[]): string {
  return [own, ...new Set(carried.map(({ confirmedAt }) => confirmedAt))].join(' ')
}

/** Whether an answer knows nothing of the coming night, and what is shown, of another source, does. */
export function isNightLost(
  answer: Pick<SnapshotMeta, 'lackingNights'>,
  shown: Snapshot,
  now: number
): boolean {
  if (shown.synthetic || !isComingNightUnknown(answer, now) || !isUsable(shown, now)) return false
  const [lack = ['temperature']] = nightLacks(shown.series, comingNights(shown.point, now).slice(0, 1), now)
  return !lack.includes('temperature')
}

/**
 * Holes anywhere, and what lies beyond its end up to the last night; not what may no longer be shown, nor temperatures
 * that a straight line closes.
 */
export function carryLostHours(
  earlier: EarlierAnswer | null,
  fresh: HourlySeries,
  { nights, now }: { nights: readonly ComingWindow[]; now: number }
): Carried {
  if (earlier === null) return { series: fresh, carried: [] }
  const fromHour = Math.min(fresh.startHour, Math.max(earlier.series.startHour, Math.floor(now / hourMs) + 1))
  const reach = Math.min(endHour(earlier.series), (nights.at(-1)?.window.lastHour ?? 0) + 1)
  const whole = extended(fresh, { fromHour, untilHour: Math.max(endHour(fresh), reach) }, earlier.series)
  const carried: CarriedHours[] = []
  for (const variable of carriedVariables) {
    const target = column(whole, variable)
    for (const hour of lostHours({ fresh, earlier, variable, fromHour, reach }, now)) {
      const confirmedAt = confirmationOf(earlier, variable, hour)
      if (now - confirmedAt > hardLimitMs) continue
      target[hour - whole.startHour] = valueAt(earlier.series, variable, hour)
      const last = carried.at(-1)
      const goesOn =
        last?.variable === variable && last.lastHour === hour - 1 && last.confirmedAt === confirmedAt
      if (goesOn) carried[carried.length - 1] = { ...last, lastHour: hour }
      else carried.push({ variable, firstHour: hour, lastHour: hour, confirmedAt })
    }
  }
  return carried.length === 0 ? { series: fresh, carried } : { series: whole, carried }
}

function extended(
  fresh: HourlySeries,
  { fromHour, untilHour }: { fromHour: number; untilHour: number },
  earlier: HourlySeries
): HourlySeries {
  const copy = emptySeries(fromHour, untilHour - fromHour)
  const before = fresh.startHour - fromHour
  for (const name of seriesVariables) column(copy, name).set(column(fresh, name), before)
  for (let index = 0; index < copy.hours; index++) {
    const ofEarlier = earlier.stepHours[fromHour + index - earlier.startHour]
    copy.stepHours[index] = fresh.stepHours[index - before] ?? ofEarlier ?? 1
  }
  return copy
}

interface Lost {
  readonly fresh: HourlySeries
  readonly earlier: EarlierAnswer
  readonly variable: CarriedVariable
  readonly fromHour: number
  /** No hour from here on is kept beyond the end of the answer. */
  readonly reach: number
}

function lostHours({ fresh, earlier, variable, fromHour, reach }: Lost, now: number): readonly number[] {
  const last = column(fresh, variable).findLastIndex((value) => !Number.isNaN(value))
  const lost: number[] = []
  let gap: number[] = []
  let hasBegun = false
  for (let hour = fromHour; hour < Math.max(fresh.startHour + last + 1, reach); hour++) {
    if (!isKnown(fresh, variable, hour)) {
      gap.push(hour)
      continue
    }
    const isClosed = variable === 'temperature' && hasBegun && gap.length <= longestFilledGapHours
    if (!isClosed) lost.push(...gap)
    gap = []
    hasBegun = true
  }
  return [...lost, ...gap].filter(
    (hour) => hour > Math.floor(now / hourMs) && !Number.isNaN(valueAt(earlier.series, variable, hour))
  )
}

/** The humidity follows from either of its columns. */
function isKnown(series: HourlySeries, variable: CarriedVariable, hour: number): boolean {
  const has = (one: CarriedVariable): boolean => !Number.isNaN(valueAt(series, one, hour))
  return variable === 'dewPoint' || variable === 'relativeHumidity'
    ? has('dewPoint') || has('relativeHumidity')
    : has(variable)
}

/** What the earlier answer had kept itself is as old as that says. */
function confirmationOf(
  { carried = [], confirmedAt }: EarlierAnswer,
  variable: CarriedVariable,
  hour: number
): number {
  const own = carried.find(
    (one) => one.variable === variable && one.firstHour <= hour && hour <= one.lastHour
  )
  return own?.confirmedAt ?? confirmedAt
}

/** A stored series without the kept hours that are too old to be shown by now. */
export function withoutOldCarried({ series, carried }: Carried, now: number): Carried {
  const young = carried.filter(({ confirmedAt }) => now - confirmedAt <= hardLimitMs)
  if (young.length === carried.length) return { series, carried }
  const cleaned = { ...series, values: series.values.slice() }
  for (const { variable, firstHour, lastHour } of carried.filter((one) => !young.includes(one)))
    column(cleaned, variable).fill(Number.NaN, firstHour - series.startHour, lastHour + 1 - series.startHour)
  return { series: cleaned, carried: young }
}

/** The nights that are unknown or consist of kept hours in part. @param before What was known until now. */
export function lackingNights(
  { series, carried }: Carried,
  { nights, before, now }: { nights: readonly ComingWindow[]; before: readonly EarlierAnswer[]; now: number }
): readonly LackingNight[] {
  const lacks = nightLacks(series, nights, now)
  return nights.flatMap(({ window, fromHour, overHour }, index) => {
    const lack = lacks[index] ?? []
    const isOfNight = (one: CarriedHours): boolean =>
      one.firstHour < overHour && one.lastHour >= window.firstHour
    const confirmations = carried.filter(isOfNight).map(({ confirmedAt }) => confirmedAt)
    const isUnknown = lack.includes('temperature')
    if (!isUnknown && confirmations.length === 0) return []
    const confirmedAt = isUnknown ? lastSeen(before, window, now) : Math.min(...confirmations)
    return [{ fromHour, overHour, lacks: lack, confirmedAt }]
  })
}

/** When the night was last confirmed before it was lost; null: it was never known. */
function lastSeen(before: readonly EarlierAnswer[], window: NightWindow, now: number): number | null {
  const seen = before.map(({ series, lackingNights = [], confirmedAt }) => {
    const noted = lackingNights.find(({ overHour }) => overHour === overHourOf(window))
    if (noted !== undefined) return noted.confirmedAt ?? 0
    const [lack = []] = nightLacks(series, [{ window }], now)
    return lack.includes('temperature') ? 0 : confirmedAt
  })
  return Math.max(0, ...seen) || null
}

/* Past hours of earlier answers keep today and the current night complete. */

/** Past hours: the current night began at most 24 h ago, and advection compares it with the day before. */
const storedPastHours = 48

/** The earlier hours before the new series, and in its past holes. */
export function mergePast(earlier: HourlySeries | null, fresh: HourlySeries, nowHour: number): HourlySeries {
  if (earlier === null || endHour(earlier) <= fresh.startHour - storedPastHours) return fresh
  const startHour = Math.min(fresh.startHour, Math.max(earlier.startHour, nowHour - storedPastHours))
  const merged = emptySeries(startHour, endHour(fresh) - startHour)
  for (const name of seriesVariables) {
    const target = column(merged, name)
    const before = column(earlier, name)
    const after = column(fresh, name)
    for (let hour = startHour; hour < endHour(fresh); hour++) {
      const now = after[hour - fresh.startHour] ?? Number.NaN
      const past = hour <= nowHour ? (before[hour - earlier.startHour] ?? Number.NaN) : Number.NaN
      target[hour - startHour] = Number.isNaN(now) ? past : now
    }
  }
  for (let hour = startHour; hour < endHour(fresh); hour++) {
    merged.stepHours[hour - startHour] =
      fresh.stepHours[hour - fresh.startHour] ?? earlier.stepHours[hour - earlier.startHour] ?? 1
  }
  return merged
}
