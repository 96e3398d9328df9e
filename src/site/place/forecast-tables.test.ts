import { expect, test } from 'vitest'
import { distinctReport } from '../../../test/contracts/formats/distinct-report.ts'
import type { Visitor } from '../visitor.ts'
import { weekTable } from './forecast-tables.ts'

const visitor = (lang: 'en' | 'tr'): Visitor => ({ lang, theme: 'auto', units: 'metric', carried: {} })

/** The week of Tromsø with a single day, on which the sun neither rises nor sets. */
function weekOf(midnight: number, lang: 'en' | 'tr'): string {
  const report = distinctReport()
  const place = { ...report.place, lat: 69.65, lon: 18.96 }
  const days = report.days.slice(0, 1).map((row) => ({
    ...row,
    day: { ...row.day, fromSecond: midnight / 1000 },
    sunriseAt: null,
    sunsetAt: null
  }))
  return String(weekTable({ ...report, place, days }, visitor(lang)))
}

test('a day without sunrise and sunset is of the polar night or of the midnight sun', () => {
  const [winter, summer] = [Date.UTC(2026, 11, 20, 23), Date.UTC(2026, 5, 20, 22)]
  expect(weekOf(winter, 'en')).toContain('polar night')
  expect(weekOf(winter, 'tr')).toContain('kutup gecesi')
  expect(weekOf(summer, 'en')).toContain('polar day')
  expect(weekOf(summer, 'tr')).toContain('kutup günü')
})
