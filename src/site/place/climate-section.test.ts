import { describe, expect, test } from 'vitest'
import type { FrostDatesAnswer } from '../../forecasts/archive/frost-dates.ts'
import { uncorrected } from '../../frost/climate/archive-law.ts'
import type { CalendarRisk, FrostDate } from '../../frost/climate/frost-dates.ts'
import type { Language } from '../../language/language.ts'
import { climateSection } from './district-section.ts'

const never: FrostDate = {
  ...{ early: null, median: null, late: null, medianIfColder: null, medianIfWarmer: null },
  ...{ uncorrected: null, noFrostProbability: 1, years: 30 }
}
const seldom: FrostDate = { ...never, medianIfColder: '01-20', noFrostProbability: 0.6 }
const usual: FrostDate = { ...seldom, median: '11-20', medianIfWarmer: '12-01', uncorrected: '11-25' }

function section(
  dates: { last: FrostDate; first: FrostDate },
  lang: Language,
  risks: readonly number[] = []
) {
  const calendar = risks.map(
    (frost): CalendarRisk => ({ date: '01-10', night: frost / 2, frost, half: 'spring' })
  )
  const found: FrostDatesAnswer = {
    ...{ kind: 'known', climate: { ...dates, calendar }, law: { ...uncorrected, places: 7 } },
    ...{ name: 'An archive', synthetic: false, from: 1996, to: 2025 },
    credit: { id: 'a', name: 'An archive', license: 'CC0-1.0', url: '', attribution: '' }
  }
  return String(climateSection(found, { lang, units: 'metric', theme: 'auto', carried: {} }))
}

describe('where there is rarely any frost', () => {
  test('no sentence is made of dates that are none', () => {
    const text = section({ last: never, first: never }, 'tr')
    expect(text).not.toMatch(/Buna göre|Düzeltmesiz|ilk donu:|<details>/)
    expect(text).toContain('7 istasyondandır ve her tarihi iyileştirmez')
    expect(section({ last: never, first: never }, 'en')).not.toMatch(/median of|medians are|<details>/)
  })

  test('a range with one end says that there may be none', () => {
    expect(section({ last: seldom, first: never }, 'tr')).toContain('son donu: 20 Ocak ya da hiç.')
    expect(section({ last: seldom, first: never }, 'en')).toContain('is then 20 January or none.')
  })
})

test('a later date in spring and an earlier one in autumn leave fewer years with frost', () => {
  const spring = { ...usual, early: '04-01', median: '04-08', late: '04-17' }
  const autumn = { ...usual, early: '10-20', median: '10-30', late: '11-08' }
  const rows = [...section({ last: spring, first: autumn }, 'tr').matchAll(/<tr>(.*?)<\/tr>/gs)]
  const cells = ([, row = '']: readonly string[]): readonly string[] =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => cell.trim())
  expect(rows.map(cells)).toEqual([
    ['', '10 yılın 9’unda', 'yılların yarısında', '10 yılın 1’inde'],
    ['İlkbaharda bu tarihten sonra don', '1 Nisan', '8 Nisan', '17 Nisan'],
    ['Sonbaharda bu tarihten önce don', '8 Kasım', '30 Ekim', '20 Ekim']
  ])
})

test('a usual place has ranges, the dates without the correction, and the risk through the year', () => {
  const dates = { last: usual, first: usual }
  expect(section(dates, 'en', [0.4])).toMatch(
    /between 20 January and 1 December.*are 25 November.*<details>/s
  )
  expect(section(dates, 'tr', [1])).not.toContain('<details>')
})
