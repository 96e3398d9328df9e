/** A logger's file in the command: its readings, its nights as rows, and what was understood, in words. */
import { numberOf } from '../../common/file-cells.ts'
import { dayMs, minuteMs, secondMs } from '../../common/time.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { formatNumber, formatTemperature } from '../../language/numbers.ts'
import { type ObservationRow, readRow, rowMembers } from '../../observations/observation-row.ts'
import type { ReadingRow } from '../../observations/reading-row.ts'
import type { FindSensorPlace } from '../../observations/sensor-place.ts'
import { nightlyWarmth } from '../../observations/series/day-phase.ts'
import { readSeries, type SeriesResult } from '../../observations/series/read-series.ts'
import type { BadCell } from '../../observations/series/rows.ts'
import { type SeriesNight, seriesNights } from '../../observations/series/series-nights.ts'
import { zoneClock } from '../../weather/zone-clock.ts'
import { readHeader } from './header.ts'
import type { ObserveJob } from './job.ts'
import type { Line } from './lines.ts'
import type { NumberedRow } from './row-feed.ts'
import { questionIn } from './series-question.ts'

export type SeriesFile =
  /** Another file, whose rows are nights. */
  | { readonly kind: 'none' }
  | { readonly kind: 'mistake'; readonly message: string }
  | {
      readonly kind: 'nights'
      readonly rows: readonly NumberedRow[]
      /** Those that are stored singly: of the last month. */
      readonly readings: readonly ReadingRow[]
      /** What was understood. */
      readonly notes: readonly string[]
      readonly bad: readonly { readonly line: number; readonly reason: string }[]
    }

interface SeriesDeps {
  /** Opens the file from its beginning. */
  readonly lines: () => AsyncIterable<readonly Line[]>
  readonly findPlace: FindSensorPlace
  readonly now: number
}

/** Readings are stored this long [ms]. */
const storedMs = 30 * dayMs

type Read = Extract<SeriesResult, { readonly kind: 'series' }>

/** Reads a file whose rows are readings. */
export async function readSeriesFile(job: ObserveJob, deps: SeriesDeps): Promise<SeriesFile> {
  if (await hasNights(job, deps)) return { kind: 'none' }
  const words = wordsIn(job.lang).series
  const place = await placeIn(job, deps.findPlace)
  const result = await readSeries(withoutSeparator(deps.lines()), {
    columns: job.columns,
    unit: job.unit,
    order: job.order,
    zone: job.zone,
    placeZone: 'point' in place ? place.point.timezone : 'UTC',
    now: deps.now
  })
  if (result.kind === 'none') return result
  if ('message' in place) return { kind: 'mistake', message: place.message }
  if (result.kind === 'question')
    return { kind: 'mistake', message: words.asked(questionIn(result.question, job.lang)) }
  const warmest = nightlyWarmth(result.readings, place.point.lon)
  if (warmest !== null)
    return { kind: 'mistake', message: words.asked(words.question.warm_night(clockOfHour(warmest))) }
  const nights = seriesNights(result.readings, place.point, deps.now)
  const rows = nights.flatMap(({ date, lowest }) => {
    if (lowest === null) return []
    const minimumC = Math.round(lowest.temperatureC * 100) / 100
    return [{ line: lowest.line, row: { ...place.row, date, minimumC, hasUnit: true } }]
  })
  const readings = recentOf(result, place.row, deps.now)
  const notes = [
    ...formNotes(result, place.point.timezone, job.lang),
    ...nightNotes(nights, place.point.timezone, job.lang)
  ]
  return { kind: 'nights', rows, readings, notes, bad: result.bad.map((one) => badRow(one, job.lang)) }
}

/** The readings of the last month. By the clock of a logger tonight is not followed. */
function recentOf(
  { readings }: Read,
  { place, kind, exposure, station }: ObservationRow,
  now: number
): readonly ReadingRow[] {
  const recent = readings.filter(({ measuredAt }) => measuredAt > now - storedMs && measuredAt <= now)
  return recent.map(({ measuredAt, temperatureC }) => ({
    place,
    kind,
    exposure,
    station,
    measuredAt: Math.floor(measuredAt / minuteMs) * minuteMs,
    instantAt: measuredAt,
    temperatureC,
    dewPointC: null,
    windSpeedMps: null,
    isLate: measuredAt > now - dayMs
  }))
}

/** Whether the first line names a date and a minimum, without a time of day beside them. */
async function hasNights({ given, lang }: ObserveJob, { lines }: SeriesDeps): Promise<boolean> {
  for await (const [line] of withoutSeparator(lines())) {
    if (line === undefined) continue
    const members = rowMembers.filter((member) => member in given)
    const read = readHeader(line.text, new Set([...members, 'location', 'kind']), wordsIn(lang).observe)
    return read.kind === 'header' && !read.header.ignored.some((name) => /^(?:time|saat|hour)/i.test(name))
  }
  return false
}

/** Excel writes and reads `sep=;` before the header. */
async function* withoutSeparator(lines: AsyncIterable<readonly Line[]>): AsyncGenerator<readonly Line[]> {
  let isFirst = true
  for await (const some of lines) {
    const isSeparator = isFirst && /^"?sep=[;,\t]"?$/.test(some[0]?.text ?? '')
    isFirst = false
    yield isSeparator ? some.slice(1) : some
  }
}

type PlaceIn =
  | { readonly row: ObservationRow; readonly point: Parameters<typeof seriesNights>[1] }
  | { readonly message: string }

/** Where and what the logger measured, as the command line says. */
async function placeIn({ given, lang }: ObserveJob, findPlace: FindSensorPlace): Promise<PlaceIn> {
  const words = wordsIn(lang)
  if (given['location'] === undefined && given['lat'] === undefined)
    return { message: words.series.needsPlace }
  if (given['kind'] === undefined) return { message: words.series.needsKind }
  const numbers = ['lat', 'lon', 'elevation'].flatMap((member) => {
    const text = given[member]
    return text === undefined ? [] : [[member, numberOf(text)]]
  })
  const read = readRow({
    ...given,
    ...Object.fromEntries(numbers),
    date: '2000-01-01',
    minimum: 0,
    unit: 'C'
  })
  if (read.kind === 'fault') return { message: words.observe.rowFault(read.fault) }
  const found = await findPlace(read.row.place)
  if (found.kind === 'fault') return { message: words.observe.rowFault(found.fault) }
  return { row: read.row, point: found.point }
}

function badRow(
  { line, kind, text }: BadCell,
  lang: Language
): { readonly line: number; readonly reason: string } {
  const words = wordsIn(lang)
  if (kind === 'cells') return { line, reason: words.observe.quote }
  return { line, reason: kind === 'time' ? words.series.badTime(text) : words.series.badTemperature(text) }
}

function formNotes(
  { form, readings, withoutProbe }: Read,
  timezone: string,
  lang: Language
): readonly string[] {
  const words = wordsIn(lang).series
  const { header, unit, decimal, order, zone, stepMs } = form
  const name = (index: number): string => words.column(header.names[index] ?? '', index + 1)
  const time = [...header.date, ...(header.time === null ? [] : [header.time])].map(name).join(' + ')
  const [first, last] = [readings[0], readings.at(-1)].map((one) => clockAt(one?.measuredAt ?? 0, timezone))
  const step = words.minutes(formatNumber(stepMs / minuteMs, stepMs % minuteMs === 0 ? 0 : 1, lang))
  return [
    words.rows(readings.length, step, first ?? '', last ?? ''),
    words.time(time, words.orders[order], zone.name, words.zoneFrom[zone.from]),
    words.temperature(name(header.temperature), unit, words.decimals[decimal ?? 'none']),
    ...(withoutProbe === 0 ? [] : [words.withoutProbe(withoutProbe)])
  ]
}

/** More nights are counted. */
const mostShown = 400

function nightNotes(nights: readonly SeriesNight[], timezone: string, lang: Language): readonly string[] {
  const words = wordsIn(lang).series
  const covered = nights.filter(({ lowest }) => lowest !== null).length
  const lines = nights.slice(0, mostShown).map(({ date, lowest, gap }) => {
    if (lowest !== null) {
      const at = clockAt(lowest.measuredAt, timezone).slice(11)
      return words.night(date, formatTemperature(lowest.temperatureC, '°C', lang), at)
    }
    const [from = '', until = ''] = [gap?.from, gap?.until].map((at) => clockAt(at ?? 0, timezone).slice(11))
    return words.gap(date, from, until)
  })
  const more = nights.length - lines.length
  return [
    words.nights(covered, nights.length - covered),
    ...lines,
    ...(more > 0 ? [words.moreNights(more)] : [])
  ]
}

/** `2026-11-24 05:30` by the clock of a zone. */
function clockAt(at: number, timezone: string): string {
  return zoneClock(timezone)
    .format(Math.floor(at / secondMs))
    .slice(0, 16)
    .replace('T', ' ')
}

/** `2:30` of 2.5 hours after midnight. */
function clockOfHour(hour: number): string {
  return `${Math.floor(hour)}:${String(Math.floor((hour % 1) * 60)).padStart(2, '0')}`
}
