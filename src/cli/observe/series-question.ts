/** What has to be known before a logger's file is stored, in words. */
import { type Language, wordsIn } from '../../language/language.ts'
import { formatNumber, formatTemperature } from '../../language/numbers.ts'
import { celsius } from '../../observations/observation-row.ts'
import type { SeriesQuestion } from '../../observations/series/question.ts'

/** No day is warmer, anywhere [°C]. */
const warmestDayC = 57

export function questionIn(asked: SeriesQuestion, lang: Language): string {
  const words = wordsIn(lang).series.question
  switch (asked.code) {
    case 'decimal_comma':
      return words.decimal_comma(asked.line)
    case 'unit':
      return unitQuestion(asked, lang)
    case 'units_differ':
      return wordsIn(lang).observe.unitsDiffer(asked.column, asked.option)
    case 'twice': {
      const [first, second] = asked.values.map((value) => formatTemperature(value, '°C', lang))
      return words.twice(asked.lines, [first ?? '', second ?? ''])
    }
    case 'too_long':
      return words.too_long(formatNumber(asked.most, 0, lang))
    case 'columns':
    case 'no_column':
      return columnQuestion(asked, lang)
    case 'mixed_dates':
    case 'no_readings':
      return words[asked.code]
    default:
      return timeQuestion(asked, lang)
  }
}

type Asked<Code extends SeriesQuestion['code']> = Extract<SeriesQuestion, { readonly code: Code }>

function columnQuestion(asked: Asked<'columns' | 'no_column'>, lang: Language): string {
  const words = wordsIn(lang).series.question
  const names = asked.names.filter((name) => name !== '')
  if (asked.code === 'columns') return words.columns(asked.option, names)
  return words.no_column(asked.option, asked.wanted, names)
}

function timeQuestion(
  asked: Asked<'date_order' | 'zone' | 'no_zone' | 'no_such_time' | 'backwards' | 'no_date' | 'future'>,
  lang: Language
): string {
  const words = wordsIn(lang).series.question
  switch (asked.code) {
    case 'date_order': {
      const choices = asked.dates.map(({ order, date }) => [order, date] as const)
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
      return words.future(asked.line, asked.at.replace('T', ' '))
  }
}

function unitQuestion({ lowest, highest }: Asked<'unit'>, lang: Language): string {
  const words = wordsIn(lang).series.question
  const shown = (value: number): string => formatNumber(value, 1, lang)
  const asked = words.unit(
    shown(lowest),
    formatTemperature(lowest, '°C', lang),
    formatTemperature(celsius(lowest, 'F'), '°C', lang)
  )
  return highest > warmestDayC ? `${asked} ${words.too_warm(shown(highest))}` : asked
}
