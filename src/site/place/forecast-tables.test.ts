import { expect, test } from 'vitest'
import { distinctReport } from '../../../test/contracts/formats/distinct-report.ts'
import { inland, seasonWeather } from '../../../test/scenarios/alerts/season-weather.ts'
import { reportOf } from '../../forecasts/report/report.ts'
import { pointOf } from '../../weather/point.ts'
import { column } from '../../weather/series.ts'
import { profileQuestion } from '../profile-question.ts'
import type { Visitor } from '../visitor.ts'
import { weekTable } from './forecast-tables.ts'
import { hoursSection } from './night-section.ts'

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

test('the chart of three days explains bars of rain only where some falls', () => {
  const at = Date.UTC(2026, 3, 11, 16)
  const { place } = inland
  const asked = { ...profileQuestion(new URLSearchParams()), ...{ days: 8, slots: 8, nights: 7 } }
  if (asked.kind !== 'question') throw new Error('nothing asked is any plant')
  const forecast = seasonWeather(inland, at - 20 * 86_400_000, 40, 7).run(at, at)
  const report = reportOf({ ...asked, point: pointOf(place), place }, forecast, { at })
  const rain = column(report.hours, 'precipitation')
  const isExplained = (): boolean => String(hoursSection(report, visitor('tr'))).includes('key-rain')
  rain.fill(0)
  expect(isExplained()).toBe(false)
  rain[at / 3_600_000 - report.hours.startHour + 5] = 0.4
  expect(isExplained()).toBe(true)
})
