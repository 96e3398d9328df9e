/** What has to be known before a logger's file is stored, in words. */
import { type Language, wordsIn } from '../../language/language.ts'
import { formatNumber, formatTemperature } from '../../language/numbers.ts'
import { celsius } from '../../observations/observation-row.ts'
import type { SeriesQuestion } from '../../observations/series/question.ts'

/** No day is warmer, anywhere [°C]. */
const warmestDayC = 57

export function questionIn(asked: SeriesQuestion, lang: Language): string {
  const words = wordsIn(lang).series.question
  const degrees = (value: number): string => formatTemperature(value, '°C', lang)
  switch (asked.code) {
    case 'columns':
      return words.columns(
        asked.option,
        asked.names.filter((name) => name !== '')
      )
    case 'no_column':
      return words.no_column(asked.option, asked.wanted, asked.names)
    case 'decimal_comma':
      return words.decimal_comma(asked.line)
    case 'date_order':
      return words.date_order(
        asked.text,
        asked.dates.map(({ order, date }) => [order, date])
      )
    case 'unit':
      return unitQuestion(asked, lang)
    case 'units_differ':
      return wordsIn(lang).observe.unitsDiffer(asked.column, asked.option)
    case 'zone':
      return words.zone(asked.timezone, asked.offsets[0] ?? '', asked.offsets[1] ?? '')
    case 'no_zone':
      return words.no_zone(asked.zone)
    case 'no_such_time':
      return words.no_such_time(asked.line, asked.timezone)
    case 'backwards':
      return words.backwards(...asked.lines)
    case 'twice':
      return words.twice(asked.lines, [degrees(asked.values[0]), degrees(asked.values[1])])
    case 'no_date':
      return words.no_date(asked.line, asked.text)
    case 'future':
      return words.future(asked.line, asked.at.replace('T', ' '))
    case 'too_long':
      return words.too_long(formatNumber(asked.most, 0, lang))
    default:
      return words[asked.code]
  }
}

function unitQuestion(
  { lowest, highest }: Extract<SeriesQuestion, { readonly code: 'unit' }>,
  lang: Language
): string {
  const words = wordsIn(lang).series.question
  const shown = (value: number): string => formatNumber(value, 1, lang)
  const asked = words.unit(
    shown(lowest),
    formatTemperature(lowest, '°C', lang),
    formatTemperature(celsius(lowest, 'F'), '°C', lang)
  )
  return highest > warmestDayC ? `${asked} ${words.too_warm(shown(highest))}` : asked
}
