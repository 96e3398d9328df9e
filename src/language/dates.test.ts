import { expect, test } from 'vitest'
import {
  ageLabel,
  checkedLabel,
  clock,
  clockAt,
  clockOf,
  clockSpan,
  dateTimeLabel,
  dayAndMonth,
  isByDay,
  nightLabel,
  nightShort,
  spanOnClock,
  weekdayLabel
} from './dates.ts'

test('12 April 2026 is a Sunday in both languages', () => {
  expect(weekdayLabel('2026-04-12', 'en', 'long')).toBe('Sunday')
  expect(weekdayLabel('2026-04-12', 'tr', 'long')).toBe('Pazar')
  expect(weekdayLabel('2026-04-13', 'tr', 'short')).toBe('Pzt')
  expect(weekdayLabel('2026-04-15', 'tr', 'long')).toBe('Çarşamba')
  expect(weekdayLabel('2024-02-29', 'en', 'short')).toBe('Thu')
})

test('day and month follow the order and the spelling of the language', () => {
  expect(dayAndMonth('2026-08-05', 'en')).toBe('5 August')
  expect(dayAndMonth('2026-08-05', 'tr')).toBe('5 Ağustos')
})

test('a night is named by both of its days, with the right Turkish endings', () => {
  expect(nightLabel('2026-04-12', 'en')).toBe('night of 11–12 April')
  expect(nightLabel('2026-04-12', 'tr')).toBe('11 Nisan’ı 12 Nisan’a bağlayan gece')
  expect(nightLabel('2026-11-01', 'en')).toBe('night of 31 October to 1 November')
  expect(nightLabel('2026-11-01', 'tr')).toBe('31 Ekim’i 1 Kasım’a bağlayan gece')
  expect(nightLabel('2026-09-10', 'tr')).toBe('9 Eylül’ü 10 Eylül’e bağlayan gece')
  expect(nightLabel('2027-01-01', 'tr')).toBe('31 Aralık’ı 1 Ocak’a bağlayan gece')
  expect(nightLabel('2026-07-02', 'tr')).toBe('1 Temmuz’u 2 Temmuz’a bağlayan gece')
})

test('clock times are padded and take a dot in Turkish', () => {
  expect(clock(5, 0, 'en')).toBe('05:00')
  expect(clock(5, 0, 'tr')).toBe('05.00')
  expect(clockOf('17:45', 'tr')).toBe('17.45')
})

test('an instant is told in the clock of its place', () => {
  const at = Date.UTC(2026, 3, 12, 2, 30)
  expect(clockAt(at, 'Europe/Istanbul', 'en')).toBe('05:30')
  expect(dateTimeLabel(at, 'Europe/Istanbul', 'en')).toBe('12 April, 05:30')
  expect(dateTimeLabel(at, 'Europe/Istanbul', 'tr')).toBe('12 Nisan 05.30')
  expect(dateTimeLabel(at, 'America/New_York', 'en')).toBe('11 April, 22:30')
})

test('an age takes the unit that reads best, and the English plural', () => {
  expect(ageLabel(20, 'en')).toBe('just now')
  expect(ageLabel(60, 'en')).toBe('1 minute ago')
  expect(ageLabel(7200, 'tr')).toBe('2 saat önce')
  expect(ageLabel(3 * 86_400, 'en')).toBe('3 days ago')
  expect([89, 90].map((minutes) => ageLabel(minutes * 60, 'en'))).toEqual(['89 minutes ago', '2 hours ago'])
  expect([0.9, 1.4, 1.6].map((hours) => checkedLabel(hours, 'en'))).toEqual([
    'checked within the hour',
    'checked 1 hour ago',
    'checked 2 hours ago'
  ])
})

test('a night in a small cell is named by its evening and its morning, the next one as tonight', () => {
  expect(nightShort('2026-11-23', '2026-11-23', 'tr')).toEqual({ name: 'Bu gece', days: '22/23' })
  expect(nightShort('2026-11-24', '2026-11-23', 'tr')).toEqual({ name: 'Pzt–Sal', days: '23/24' })
  expect(nightShort('2026-12-01', '2026-11-23', 'en')).toEqual({ name: 'Mon–Tue', days: '30/1' })
})

test('a whole day of cold is day and night, the hour that comes twice in October is not', () => {
  const hour = 3_600_000
  const from = Date.UTC(2026, 9, 25)
  const reading = { at: from - hour, timezone: 'Europe/Berlin', lang: 'en' } as const
  const said = (hours: number) => clockSpan(spanOnClock({ from, to: from + hours * hour }, reading), 'en')
  expect([said(0), said(1), said(23), said(24)]).toEqual([
    '02:00–02:00',
    '02:00–03:00',
    '02:00–01:00',
    'day and night'
  ])
})

test('cold has begun from its first hour until the end of its last one', () => {
  const hour = 3_600_000
  const from = Date.UTC(2026, 3, 12, 1)
  const said = (at: number) =>
    clockSpan(spanOnClock({ from, to: from + hour }, { at, timezone: 'Etc/UTC', lang: 'en' }), 'en')
  const times = [from - 1, from, from + 2 * hour - 1, from + 2 * hour].map(said)
  expect(times).toEqual(['01:00–03:00', 'until 03:00', 'until 03:00', '01:00–03:00'])
})

test('cold is of the day from two hours after sunrise to an hour before sunset', () => {
  const hour = 3_600_000
  const [sunsetAt, sunriseAt] = [Date.UTC(2026, 3, 11, 16), Date.UTC(2026, 3, 12, 3)]
  const byDay = (coldestAt: number, frostFromAt: number | null = null) =>
    isByDay({ coldestAt, frostFromAt, sunsetAt, sunriseAt })
  const coldest = [sunsetAt - hour - 1, sunsetAt - hour, sunriseAt + 2 * hour - 1, sunriseAt + 2 * hour]
  expect(coldest.map((at) => byDay(at))).toEqual([true, false, false, true])
  expect(byDay(sunriseAt + 5 * hour, sunriseAt + hour)).toBe(false)
})
