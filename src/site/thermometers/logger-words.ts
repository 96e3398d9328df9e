import { minuteMs, secondMs } from '../../common/time.ts'
import { clock, clockAt, dayAndMonth } from '../../language/dates.ts'
import type { Say } from '../../language/en/commands.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { formatNumber, formatTemperature } from '../../language/numbers.ts'
import { celsius } from '../../observations/observation-row.ts'
import type { LoggerNights } from '../../observations/series/logger-file.ts'
import type { SeriesQuestion } from '../../observations/series/question.ts'
import type { BadCell } from '../../observations/series/rows.ts'
import { zoneClock } from '../../weather/zone-clock.ts'

export interface LoggerVoice {
  readonly lang: Language
  readonly say: Say
}

/** No day anywhere is warmer [°C]. */
const warmestDayC = 57

export function questionIn(asked: SeriesQuestion, voice: LoggerVoice): string {
  const { lang } = voice
  const words = questionWords(voice)
  switch (asked.code) {
    case 'decimal_comma':
      return words.decimal_comma(asked.line)
    case 'unit':
      return unitQuestion(asked, voice)
    case 'units_differ':
      return wordsIn(lang).observe.unitsDiffer(asked.column, asked.option)
    case 'renamed':
      return wordsIn(lang).observe.renamed(asked.line, asked.text, asked.name)
    case 'twice': {
      const [first, second] = asked.values.map((value) => formatTemperature(value, '°C', lang))
      return words.twice(asked.lines, [first ?? '', second ?? ''])
    }
    case 'no_time':
    case 'no_day':
    case 'zone_word':
      return clockQuestion(asked, voice)
    case 'too_long':
      return words.too_long(formatNumber(asked.most, 0, lang))
    case 'not_air':
      return words.not_air(asked.line, asked.text, asked.others)
    case 'columns':
    case 'no_column':
      return columnQuestion(asked, words)
    case 'other_file':
      return wordsIn(lang).observe.otherFile[asked.file]
    case 'warm_night':
      return words.warm_night(clock(Math.floor(asked.hour), Math.floor((asked.hour % 1) * 60), lang))
    case 'mixed_dates':
    case 'no_readings':
      return words[asked.code]
    default:
      return timeQuestion(asked, words, lang)
  }
}

type QuestionWords = ReturnType<typeof questionWords>

function questionWords({ lang, say }: LoggerVoice) {
  return wordsIn(lang).series.question(say)
}

type Asked<Code extends SeriesQuestion['code']> = Extract<SeriesQuestion, { readonly code: Code }>

function columnQuestion(asked: Asked<'columns' | 'no_column'>, words: QuestionWords): string {
  const names = asked.names.filter((name) => name !== '')
  if (asked.code === 'columns') return words.columns(asked.option, names)
  return words.no_column(asked.option, asked.wanted, names)
}

function timeQuestion(
  asked: Asked<'date_order' | 'zone' | 'no_zone' | 'no_such_time' | 'backwards' | 'no_date' | 'future'>,
  words: QuestionWords,
  lang: Language
): string {
  switch (asked.code) {
    case 'date_order': {
      const choices = asked.dates.map(({ order, date }) => [order, dayAndYear(date, lang)] as const)
      return words.date_order(asked.text, choices)
    }
    case 'zone':
      return words.zone(asked.timezone, asked.offsets[0] ?? '', asked.offsets[1] ?? '')
    case 'no_zone':
      return words.no_zone(asked.zone)
    case 'no_such_time':
      return words.no_such_time(asked.line, asked.timezone)
    case 'backwards':
      return words.backwards(...asked.lines)
    case 'no_date':
      return words.no_date(asked.line, asked.text)
    default:
      return words.future(asked.line, instantLabel(Date.parse(`${asked.at}Z`), 'UTC', lang))
  }
}

function clockQuestion(asked: Asked<'no_time' | 'no_day' | 'zone_word'>, { lang, say }: LoggerVoice): string {
  const words = wordsIn(lang).series.clockQuestion(say)
  const { line, name } = asked
  if (asked.code === 'no_day') return words.no_day(line, name)
  return asked.code === 'no_time'
    ? words.no_time(line, name, asked.text)
    : words.zone_word(line, name, asked.word)
}

function unitQuestion({ lowest, highest }: Asked<'unit'>, voice: LoggerVoice): string {
  const { lang } = voice
  const words = questionWords(voice)
  const shown = (value: number): string => formatNumber(value, 1, lang)
  const asked = words.unit(
    shown(lowest),
    formatTemperature(lowest, '°C', lang),
    formatTemperature(celsius(lowest, 'F'), '°C', lang)
  )
  return highest > warmestDayC ? `${asked} ${words.too_warm(shown(highest))}` : asked
}

export function badRow(
  { line, kind, text }: BadCell,
  lang: Language
): { readonly line: number; readonly reason: string } {
  const words = wordsIn(lang)
  if (kind === 'cells') return { line, reason: words.observe.quote }
  return { line, reason: kind === 'time' ? words.series.badTime(text) : words.series.badTemperature(text) }
}

export function formNotes(
  { form, count, firstAt, lastAt, withoutProbe }: LoggerNights,
  timezone: string,
  { lang, say }: LoggerVoice
): readonly string[] {
  const words = wordsIn(lang).series
  const { header, unit, decimal, order, zone, stepMs } = form
  const name = (index: number): string => words.column(header.names[index] ?? '', index + 1)
  const time = [...header.date, ...(header.time === null ? [] : [header.time])].map(name).join(' + ')
  const step = words.minutes(formatNumber(stepMs / minuteMs, stepMs % minuteMs === 0 ? 0 : 1, lang))
  return [
    words.rows(count, step, instantLabel(firstAt, timezone, lang), instantLabel(lastAt, timezone, lang)),
    words.time(time, words.orders[order], zone.name, words.zoneFrom(say)[zone.from]),
    words.temperature(name(header.temperature), unit, words.decimals[decimal ?? 'none']),
    ...(withoutProbe === 0 ? [] : [words.withoutProbe(withoutProbe)])
  ]
}

/** Most nights that are listed; further nights are only counted. */
const maxShown = 400

export function nightNotes(
  nights: LoggerNights['nights'],
  timezone: string,
  lang: Language
): readonly string[] {
  const words = wordsIn(lang).series
  const covered = nights.filter(({ lowest }) => lowest !== null).length
  const lines = nights.slice(0, maxShown).map(({ date, lowest, gap }) => {
    const day = dayAndYear(date, lang)
    if (lowest !== null) {
      const at = clockAt(lowest.measuredAt, timezone, lang)
      return words.night(day, formatTemperature(lowest.temperatureC, '°C', lang), at)
    }
    const [from = '', until = ''] = [gap?.from, gap?.until].map((at) => clockAt(at ?? 0, timezone, lang))
    return words.gap(day, from, until)
  })
  const more = nights.length - lines.length
  return [
    words.nights(covered, nights.length - covered),
    ...lines,
    ...(more > 0 ? [words.moreNights(more)] : [])
  ]
}

/** `24 November 2026, 05:30` by the clock of a zone. */
function instantLabel(at: number, timezone: string, lang: Language): string {
  const day = dayAndYear(zoneClock(timezone).dateAt(at / secondMs), lang)
  return wordsIn(lang).dates.dateAndTime(day, clockAt(at, timezone, lang))
}

function dayAndYear(date: string, lang: Language): string {
  return `${dayAndMonth(date, lang)} ${date.slice(0, 4)}`
}
