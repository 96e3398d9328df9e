import { expect, test } from 'vitest'
import { distinctReport } from '../../../test/contracts/formats/distinct-report.ts'
import { inland, seasonWeather } from '../../../test/scenarios/alerts/season-weather.ts'
import { reportOf } from '../../forecasts/report/report.ts'
import { pointOf } from '../../weather/point.ts'
import { column } from '../../weather/series.ts'
import { profileQuestion } from '../profile-question.ts'
import type { Visitor } from '../visitor.ts'
import { weekTable, windFrom } from './forecast-tables.ts'
import { nightHero, smallNight } from './night-hero.ts'
import { hoursSection } from './night-section.ts'
import { factsPanel } from './tonight-panel.ts'

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

const dusk = Date.UTC(2026, 3, 11, 16)
const weather = seasonWeather(inland, dusk - 20 * 86_400_000, 40, 7)

function reportAt(at: number) {
  const { place } = inland
  const asked = { ...profileQuestion(new URLSearchParams()), ...{ days: 8, slots: 8, nights: 7 } }
  if (asked.kind !== 'question') throw new Error('nothing asked is any plant')
  return reportOf({ ...asked, point: pointOf(place), place }, weather.run(at, at), { at })
}

test('the chart of three days explains bars of rain only where some falls', () => {
  const report = reportAt(dusk)
  const rain = column(report.hours, 'precipitation')
  const isExplained = (): boolean => String(hoursSection(report, visitor('tr'))).includes('key-rain')
  rain.fill(0)
  expect(isExplained()).toBe(false)
  rain[dusk / 3_600_000 - report.hours.startHour + 5] = 0.4
  expect(isExplained()).toBe(true)
})

test.each([
  [0, '↓', 'N'],
  [45, '↙', 'NE'],
  [90, '←', 'E'],
  [135, '↖', 'SE'],
  [180, '↑', 'S'],
  [225, '↗', 'SW'],
  [270, '→', 'W'],
  [315, '↘', 'NW'],
  [350, '↓', 'N']
])('a wind from %i° blows along %s and is called %s', (degrees, arrow, letters) => {
  expect(String(windFrom(degrees, visitor('en')))).toMatch(new RegExp(`>${arrow}<.*>${letters}<`))
})

test('a row is dry with less than 0.05 mm and less than one chance in ten', () => {
  const report = distinctReport()
  const isDry = (precipitation: number, precipitationProbabilityMax: number): boolean => {
    const [row = expect.unreachable()] = report.days
    const summary = { ...row.summary, precipitation, precipitationProbabilityMax }
    return String(weekTable({ ...report, days: [{ ...row, summary }] }, visitor('en'))).includes(
      'class="dry"'
    )
  }
  expect([isDry(0.04, 0.09), isDry(0.05, 0), isDry(0, 0.1)]).toEqual([true, false, false])
})

test('the share of buds that is lost is rounded to the nearest percent', () => {
  const report = distinctReport()
  const [night] = report.nights
  if (night?.state !== 'known') throw new Error('the night is known')
  const lost = (expectedDamagePercent: number) => {
    const tonight = { ...night, expectedDamagePercent }
    return String(factsPanel({ ...report, tonight, nights: [tonight] }, visitor('en'), null))
  }
  expect(lost(34.2)).toContain('34%')
  expect(lost(34.7)).toContain('35%')
})

test('the hours of a night are those from six in the evening to nine in the morning', () => {
  const { hours = [] } = smallNight(reportAt(dusk), visitor('en')).bars ?? {}
  const local = hours.map(({ at }) => (new Date(at).getUTCHours() + 3) % 24)
  expect([local[0], local.at(-1)]).toEqual([18, 9])
})

test('cold is on, with its end to come, until the end of its last hour', () => {
  const heroAt = (at: number) =>
    String(nightHero(reportAt(at), visitor('en'), { said: [], view: { retryAt: null } }))
  const cold = Array.from({ length: 15 }, (_, day) => reportAt(dusk - day * 86_400_000).tonight)
    .flatMap((night) => (night?.state === 'known' ? (night.frostHours ?? []) : []))
    .find(({ isColdAfter, isColdBefore }) => !isColdAfter && !isColdBefore)
  const lastAt = (cold?.lastHour ?? Number.NaN) * 3_600_000
  expect(heroAt(lastAt)).toContain('Now · ')
  expect(heroAt(lastAt)).toContain(`data-at="${lastAt + 3_600_000}"`)
  expect(heroAt(lastAt + 3_600_000)).not.toContain('Now · ')
})

test('what is to be prepared has the whole minute of its clock, and is over once what it is for has begun', () => {
  const report = distinctReport()
  const at = dusk
  const [advice, known] = [report.protectionOf(report.tonight), report.tonight]
  if (advice === null || known?.state !== 'known') return expect.unreachable()
  const protectionOf = () => ({ ...advice, lastPreparationAt: at + 61_000 })
  const heroOf = (coldestAt: number) => {
    const tonight = { ...known, frostHours: null, coldestHour: coldestAt / 3_600_000 }
    const shown = { ...report, at, tonight, nights: [tonight], protectionOf }
    return String(nightHero(shown, visitor('en'), { said: [], view: { retryAt: null } }))
  }
  expect(heroOf(at + 3_600_000)).toContain(`data-at="${at + 60_000}"`)
  expect(heroOf(at)).not.toContain('data-at=')
})
