import { describe, expect, it } from 'vitest'
import { hourMs } from '../common/time.ts'
import type { FrostNight } from '../frost/frost-night.ts'
import { type Point, pointOf } from '../weather/point.ts'
import { column, emptySeries } from '../weather/series.ts'
import { localDays, stampsOf } from '../weather/spans.ts'
import { summarise } from '../weather/summary.ts'
import { sunTimesAround } from '../weather/sun.ts'
import { zoneClock } from '../weather/zone-clock.ts'
import { dayRows, slotRows, wholeExtremes } from './days.ts'
import { openSnapshot } from './derived-snapshot.ts'
import { createForecastCache } from './forecast-cache.ts'
import type { ForecastSnapshot } from './forecast-snapshot.ts'
import { nightsIn, publishedScore } from './frost-view.ts'
import { scoreAt } from './night-scores.ts'
import { packSeries } from './packed-series.ts'
import type { LearnedSite } from './ports.ts'

const malatya: Point = pointOf({ lat: 38.353, lon: 38.312, timezone: 'Europe/Istanbul', elevation: 964 })
const berlin: Point = pointOf({ lat: 52.52, lon: 13.41, timezone: 'Europe/Berlin', elevation: 40 })
const kiritimati: Point = pointOf({ lat: 1.87, lon: -157.4, timezone: 'Pacific/Kiritimati', elevation: 3 })
const tromso: Point = pointOf({ lat: 69.65, lon: 18.96, timezone: 'Europe/Oslo', elevation: 5 })

/**
 * A forecast of so many hours with a cold hour every night, from an instant; `known` says which stamps have a
 * temperature.
 */
function forecast(
  point: Point,
  from: string,
  hours: number,
  known: (index: number) => boolean = () => true
): ForecastSnapshot {
  const startHour = Date.parse(from) / hourMs
  const series = emptySeries(startHour, hours)
  for (let index = 0; index < hours; index++) {
    if (!known(index)) continue
    column(series, 'temperature')[index] = 8 + 7 * Math.sin((index - 9) / 3.82) - index / 60
    column(series, 'precipitation')[index] = index % 7 === 0 ? 0.3 : 0
    column(series, 'windSpeed')[index] = 2 + (index % 5)
    column(series, 'windDirection')[index] = (index * 37) % 360
    column(series, 'weatherCode')[index] = index % 3
  }
  return openSnapshot({
    source: { id: 'made', name: 'Made', license: 'none', url: '', attribution: '' },
    synthetic: false,
    run: 'a',
    issuedAt: startHour * hourMs,
    confirmedAt: startHour * hourMs,
    askAgainAt: startHour * hourMs,
    updatePeriodSeconds: 3600,
    isFallback: false,
    validators: { etag: null, lastModified: null },
    ensemble: null,
    grid: { lat: null, lon: null, elevation: null },
    model: null,
    point,
    series
  })
}

const cases: readonly (readonly [string, ForecastSnapshot])[] = [
  ['an ordinary week', forecast(malatya, '2026-04-10T21:00:00Z', 170)],
  ['a series that begins within a day', forecast(malatya, '2026-04-11T05:00:00Z', 100)],
  ['the day that loses an hour', forecast(berlin, '2026-03-27T23:00:00Z', 120)],
  ['the day that gains an hour', forecast(berlin, '2026-10-23T22:00:00Z', 120)],
  ['the far side of the date line', forecast(kiritimati, '2026-01-05T03:00:00Z', 90)],
  ['polar night', forecast(tromso, '2026-12-20T23:00:00Z', 120)],
  ['polar day', forecast(tromso, '2026-06-10T22:00:00Z', 120)],
  [
    'hours that are missing',
    forecast(malatya, '2026-04-10T21:00:00Z', 170, (index) => index % 41 > 8 && index < 150)
  ]
]

const publishedNight = (night: FrostNight | undefined) => {
  const known = night?.state === 'known' ? night : null
  return {
    ...publishedScore(night),
    airTemperatureMinC: night?.airTemperatureMinC ?? null,
    plantTemperatureMinC: known?.plantTemperatureMinC ?? null
  }
}

describe.each(cases)('the days of %s', (_name, point) => {
  const { series } = point
  const clock = zoneClock(point.point.timezone)

  it('are the ones derived from the hours, whenever they are asked for', () => {
    for (let hour = series.startHour - 30; hour < series.startHour + series.hours; hour += 5) {
      const rows = dayRows(point, hour * hourMs, 4)
      const days = localDays(clock, hour * 3600, rows.length)
      expect(rows.map((row) => row.day)).toEqual(days)
      for (const [index, day] of days.entries()) {
        const { firstHour, endHour } = stampsOf(day)
        const direct = summarise(series, firstHour, endHour)
        // Stored as 32-bit floats, like the hours.
        const rounded = Object.fromEntries(
          Object.entries(direct).map(([name, one]) => [name, Math.fround(one)])
        )
        expect(rows[index]?.summary).toEqual(rounded)
        expect(rows[index]?.partial).toBe(direct.stampsAvailable < direct.stamps)
      }
    }
  })

  it('end with the last temperature', () => {
    const rows = dayRows(point, series.startHour * hourMs, 40)
    const last = column(series, 'temperature').findLastIndex((one) => !Number.isNaN(one)) + series.startHour
    expect(rows.at(-1)?.day.fromSecond).toBeLessThanOrEqual(last * 3600)
    expect(rows.at(-1)?.day.toSecond).toBeGreaterThan(last * 3600)
    expect(dayRows(point, (last + 26) * hourMs, 3)).toEqual([])
  })

  it('have the sun of their own noon', () => {
    for (const row of dayRows(point, series.startHour * hourMs, 40)) {
      const noonAt = ((row.day.fromSecond + row.day.toSecond) / 2) * 1000
      const sun = sunTimesAround(noonAt, point.point.lat, point.point.lon)
      expect(row.sunriseAt === null).toBe(sun.sunriseAt === null)
      expect(row.sunsetAt === null).toBe(sun.sunsetAt === null)
      if (row.sunriseAt === null || row.sunsetAt === null) continue
      expect(Math.abs(row.sunriseAt - (sun.sunriseAt ?? 0))).toBeLessThan(5 * 60_000)
      expect(Math.abs(row.sunsetAt - (sun.sunsetAt ?? 0))).toBeLessThan(5 * 60_000)
    }
  })

  it('carry the score of the night that ends on them, as if it were computed at that hour', () => {
    let known = 0
    for (let hour = series.startHour - 20; hour < series.startHour + series.hours; hour++) {
      const at = hour * hourMs
      for (const [index, window] of point.windows.entries()) {
        const live = publishedNight(nightsIn(point, [window], at)[0])
        expect(scoreAt(point, index, at)).toEqual(live)
        if (live.score !== null) known += 1
      }
      for (const row of dayRows(point, at, 3)) {
        const window = point.windows.find((one) => one.date === row.day.date)
        const live = window === undefined ? undefined : nightsIn(point, [window], at)[0]
        expect(row.frost).toEqual(publishedNight(live))
      }
    }
    expect(known).toBeGreaterThan(0)
  })
})

it('are scored anew with what was learned since, and with nothing else', () => {
  const plain = cases[0]?.[1] as ForecastSnapshot
  let learned: LearnedSite | null = null
  const points = createForecastCache(1_000_000, () => learned)
  const { series, windows, days, shownSeries, nightScores, spread, learned: _, ...meta } = plain
  points.set('here', meta, packSeries(series))
  const opened = (): ForecastSnapshot => points.handle('here')?.read((point) => point) as ForecastSnapshot
  const score = (): number => dayRows(opened(), plain.issuedAt, 3)[2]?.frost.score ?? Number.NaN
  const before = score()
  expect(score()).toBe(before)
  expect(opened().nightScores).toBe(opened().nightScores)
  learned = { biasC: -4, siteVarianceC2: 2, plantBiasC: 0, plantVarianceC2: null, offset: null, nights: 12 }
  expect(score()).toBeGreaterThan(before + 5)
  learned = null
  expect(score()).toBe(before)
  // A forecast that is cached unpacked uses it, too.
  const unpacked = points.open('here')
  expect(points.open('here')).toBe(unpacked)
  learned = { biasC: -4, siteVarianceC2: 2, plantBiasC: 0, plantVarianceC2: null, offset: null, nights: 12 }
  expect(score()).toBeGreaterThan(before + 5)
  expect(points.open('here')?.learned).toBe(learned)
  expect(points.open('here')?.series).toBe(unpacked?.series)
})

it('a day of which hours are missing has neither extreme where nothing says so', () => {
  const snapshot = forecast(malatya, '2026-04-10T21:00Z', 48)
  const [row = expect.unreachable()] = dayRows(snapshot, snapshot.issuedAt, 1)
  const { temperatureMin, temperatureMax } = row.summary
  expect(temperatureMax).toBeGreaterThan(temperatureMin)
  expect(wholeExtremes({ ...row, partial: false })).toMatchObject({ temperatureMin, temperatureMax })
  const unknown = { temperatureMin: Number.NaN, temperatureMax: Number.NaN }
  expect(wholeExtremes({ ...row, partial: true })).toEqual(unknown)
})

it('every hour of a forecast, up to the last, is of a night', () => {
  for (let hours = 24; hours < 48; hours++) {
    const { series, windows } = forecast(malatya, '2026-04-10T21:00Z', hours)
    expect(windows.at(-1)?.lastHour, String(hours)).toBeGreaterThanOrEqual(series.startHour + hours - 1)
  }
})

it('slots end with the one of the last temperature', () => {
  for (const hours of [24, 25, 26, 27]) {
    const snapshot = forecast(malatya, '2026-04-10T21:00Z', hours)
    const spans = slotRows(snapshot, snapshot.issuedAt, 20).map(({ span }) => span)
    const last = (snapshot.series.startHour + hours - 1) * 3600
    expect(spans.at(-1)?.toSecond).toBeGreaterThan(last)
    expect(spans.at(-1)?.fromSecond).toBeLessThanOrEqual(last)
  }
})
