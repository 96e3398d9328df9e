import { dayMs, hourMs } from '../../common/time.ts'
import type { SeriesHeader } from './header.ts'
import type { SeriesQuestion } from './question.ts'
import type { WrittenRow } from './rows.ts'
import { type DateOrder, dateOrders, offsetText, standardOffsets, wallMsOf } from './wall-clock.ts'

export interface ClockOptions {
  readonly order: DateOrder | null
  /** An IANA zone or an offset; null: as the file says, else the place's. */
  readonly zone: string | null
  readonly placeZone: string
  /** [ms since epoch] */
  readonly now: number
}

export interface Instants {
  /** Instants by row [ms since epoch]. */
  readonly at: readonly number[]
  readonly order: DateOrder
  readonly zone: {
    /** An IANA zone, or an offset as `+03:00`. */
    readonly name: string
    readonly from: 'file' | 'option' | 'place'
  }
}

export function instantsOf(
  rows: readonly WrittenRow[],
  header: SeriesHeader,
  options: ClockOptions
): Instants | SeriesQuestion {
  const chosen = orderOf(rows, options)
  if ('code' in chosen) return chosen
  const { order, wallMs } = chosen
  const zoned = inZone({ rows, wallMs, header }, options)
  if ('code' in zoned) return zoned
  const ahead = zoned.at.findIndex((at) => at > options.now + dayMs)
  const line = rows[ahead]?.line
  if (line === undefined) return { order, ...zoned }
  return { code: 'future', line, at: new Date(zoned.at[ahead] ?? 0).toISOString().slice(0, 16) }
}

interface Ordered {
  readonly order: DateOrder
  /** The clock of each row as if it were UTC [ms]. */
  readonly wallMs: readonly number[]
}

/** Between two readings that follow each other in the file [ms]: by the wrong order each midnight is a month. */
const leapMs = 25 * dayMs
const minRows = 24

/** The order in which all dates exist, follow each other, and none is in the future. */
function orderOf(
  rows: readonly WrittenRow[],
  { order: wanted, now }: ClockOptions
): Ordered | SeriesQuestion {
  const orders = dateOrders.flatMap((order) => {
    if (wanted !== null && order !== wanted && rows.some(({ wall }) => wall.orders.length > 1)) return []
    const wallMs = rows.map(({ wall }) => wallMsOf(wall, order))
    const isPossible = wallMs.every((at) => at !== null && at <= now + 2 * dayMs)
    return isPossible ? [{ order, wallMs: wallMs as readonly number[] }] : []
  })
  const [first, second] = orders
  if (first === undefined) return undated(rows)
  if (second === undefined) return first
  const even = orders.filter(({ wallMs }) => !hasLeaps(wallMs))
  const [only, ...others] = even
  const isShown = rows.length >= minRows && others.length === 0 && hasMidnight(only?.wallMs ?? [])
  if (only !== undefined && isShown) return only
  const { parts } = rows[0]?.wall ?? { parts: [] }
  const dates = orders.map(({ order, wallMs }) => {
    return { order, date: new Date(wallMs[0] ?? 0).toISOString().slice(0, 10) }
  })
  return { code: 'date_order', text: parts.join('/'), dates }
}

/** No order fits every row: a date does not exist, or is in the future. */
function undated(rows: readonly WrittenRow[]): SeriesQuestion {
  const bad = rows.find(({ wall }) => dateOrders.every((order) => wallMsOf(wall, order) === null))
  if (bad === undefined) return { code: 'mixed_dates' }
  return { code: 'no_date', line: bad.line, text: bad.wall.parts.join('/') }
}

function hasLeaps(wallMs: readonly number[]): boolean {
  return wallMs.some((at, index) => Math.abs(at - (wallMs[index - 1] ?? at)) > leapMs)
}

function hasMidnight(wallMs: readonly number[]): boolean {
  return wallMs.some((at, index) => {
    return Math.floor(at / dayMs) !== Math.floor((wallMs[index - 1] ?? at) / dayMs)
  })
}

type Zoned = Pick<Instants, 'at' | 'zone'>

interface Shown {
  readonly rows: readonly WrittenRow[]
  readonly wallMs: readonly number[]
  readonly header: SeriesHeader
}

function inZone(
  { rows, wallMs, header }: Shown,
  { zone: wanted, placeZone }: ClockOptions
): Zoned | SeriesQuestion {
  const words = rows.map(({ wall }) => wall.clock?.zoneWord ?? header.zoneWord)
  const own = rows.map(({ wall }, index) => {
    const { offsetMs = null, zoneWord = null } = wall.clock ?? {}
    const said = offsetMs ?? (zoneWord === null ? header.offsetMs : null)
    return said ?? standardOffset(words[index] ?? null, wallMs[index] ?? 0, placeZone)
  })
  if (own.every((offset) => offset !== null)) {
    const [offset = 0] = own
    const name = own.every((one) => one === offset) ? offsetText(offset) : ''
    return { at: wallMs.map((at, index) => at - (own[index] ?? 0)), zone: { name, from: 'file' } }
  }
  const [word = null] = words
  const isNamed = word?.includes('/') === true && words.every((one) => one === word)
  const unsure = own.findIndex((offset, index) => offset === null && words[index] !== null)
  const bare = own.some((offset) => offset !== null) ? own.indexOf(null) : -1
  const asked = unsure === -1 || (bare === -1 && (isNamed || wanted !== null)) ? bare : unsure
  if (asked !== -1) {
    const name = header.names[header.time ?? header.date[0] ?? -1] ?? ''
    return { code: 'zone_word', line: rows[asked]?.line ?? 0, name, word: words[asked] ?? '' }
  }
  const fromFile = isNamed ? word : header.zone
  const said = wanted ?? fromFile
  const zone = said ?? placeZone
  const changes = changesOf(zone, wallMs)
  if (changes === null) return { code: 'no_zone', zone }
  if (said === null && changes.length > 0) return { code: 'zone', timezone: zone, offsets: changes }
  const from = wanted !== null ? 'option' : fromFile !== null ? 'file' : 'place'
  const named: Instants['zone'] = { name: zone, from }
  if (changes.length > 0) {
    if ((wallMs.at(-1) ?? 0) >= (wallMs[0] ?? 0)) return onChangingClock(rows, wallMs, named)
    const reversed = onChangingClock(rows.toReversed(), wallMs.toReversed(), named)
    return 'code' in reversed ? reversed : { ...reversed, at: reversed.at.toReversed() }
  }
  const offsetMs = offsetAt(zone, wallMs[0] ?? 0)
  return { at: wallMs.map((at) => at - offsetMs), zone: named }
}

/** Offset [ms] of a word that is also written all year, where the place's clock has it then; else null. */
function standardOffset(word: string | null, wallMs: number, placeZone: string): number | null {
  const offsetMs = standardOffsets[word ?? ''] ?? null
  return offsetMs !== null && offsetAt(placeZone, wallMs - offsetMs) === offsetMs ? offsetMs : null
}

/** The offsets of a zone around its changes within a time; empty without one, null for an unknown zone. */
function changesOf(zone: string, wallMs: readonly number[]): readonly string[] | null {
  const [first = 0] = wallMs
  const from = wallMs.reduce((least, at) => Math.min(least, at), first) - dayMs
  const until = wallMs.reduce((most, at) => Math.max(most, at), first) + dayMs
  try {
    const start = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone)
    const next = start.getTimeZoneTransition('next')
    if (next === null || next.epochMilliseconds > until) return []
    return [start.offset, next.offset]
  } catch {
    return null
  }
}

function offsetAt(zone: string, at: number): number {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6
}

/** A clock that changes with its zone: in the hour that comes twice it goes back once. */
function onChangingClock(
  rows: readonly WrittenRow[],
  wallMs: readonly number[],
  zone: Instants['zone']
): Zoned | SeriesQuestion {
  const at: number[] = []
  let isSecond = false
  let unsure: number | null = null
  for (const [index, wall] of wallMs.entries()) {
    const line = rows[index]?.line ?? 0
    const [earlier, later] = [instantOf(wall, zone.name, 'earlier'), instantOf(wall, zone.name, 'later')]
    if (earlier === null || later === null) return { code: 'no_such_time', line, timezone: zone.name }
    const isTwice = earlier !== later
    if (isTwice && wall <= (wallMs[index - 1] ?? Number.NEGATIVE_INFINITY)) isSecond = true
    // The hour that comes twice came once: which of the two it was is unknown.
    if (!isTwice && unsure !== null) return { code: 'no_such_time', line: unsure, timezone: zone.name }
    if (!isTwice) isSecond = false
    else unsure = isSecond ? null : (unsure ?? line)
    at.push(isSecond ? later : earlier)
  }
  return unsure === null ? { at, zone } : { code: 'no_such_time', line: unsure, timezone: zone.name }
}

/** The instant of a clock time; null where the change to summer time skips it. */
function instantOf(wallMs: number, zone: string, disambiguation: 'earlier' | 'later'): number | null {
  const wall = Temporal.Instant.fromEpochMilliseconds(wallMs).toZonedDateTimeISO('UTC').toPlainDateTime()
  const zoned = wall.toZonedDateTime(zone, { disambiguation })
  const isShown = Math.abs(zoned.toPlainDateTime().until(wall).total('hours')) * hourMs < 1
  return isShown ? zoned.epochMilliseconds : null
}
