import { expect, test } from 'vitest'
import { hourMs } from '../common/time.ts'
import { openSnapshot } from '../forecasts/derived-snapshot.ts'
import { type Place, pointOf } from '../weather/point.ts'
import { column, emptySeries } from '../weather/series.ts'
import { nationalMapOf, tonightIn } from './national-map.ts'
import { type MapQuestion, mapQuestion } from './profile-question.ts'

type ProvinceForecast = Parameters<typeof nationalMapOf>[0][number]

const startHour = Date.UTC(2026, 3, 11) / hourMs
/** 07:05 in Türkiye. */
const dawn = Date.UTC(2026, 3, 12, 4, 5)

/** A province whose temperature is the same all day. */
function province(slug: string, temperatureC: number): ProvinceForecast {
  const place: Place = {
    ...{ slug, name: slug, region: null, country: 'TR', lat: 38.4, lon: 38.3 },
    ...{ elevation: 900, timezone: 'Europe/Istanbul', population: 1, kind: 'province' }
  }
  const series = emptySeries(startHour, 96)
  column(series, 'temperature').fill(temperatureC)
  column(series, 'dewPoint').fill(temperatureC - 1)
  column(series, 'windSpeed').fill(2)
  column(series, 'cloudCover').fill(1)
  const forecast = openSnapshot({
    source: { id: 'one', name: 'One', license: 'L', url: 'https://one.example/', attribution: 'A' },
    ...{ synthetic: false, isFallback: false, run: 'r', model: null, ensemble: null, series },
    ...{ issuedAt: dawn - hourMs, confirmedAt: dawn - hourMs, askAgainAt: dawn, updatePeriodSeconds: 3600 },
    validators: { etag: null, lastModified: null },
    grid: { lat: place.lat, lon: place.lon, elevation: place.elevation },
    point: pointOf(place)
  })
  return { place, forecast }
}

test('the night that lasts anywhere can be chosen, and every province has a score of it', () => {
  const map = nationalMapOf([province('mild', 9), province('frozen', -4)], dawn, { date: '2026-04-12' })
  expect([map.date, map.tonight]).toEqual(['2026-04-12', '2026-04-13'])
  expect(map.dates.slice(0, 2)).toEqual(['2026-04-12', '2026-04-13'])
  expect(map.provinces.map(({ frost }) => frost.level)).toEqual([
    'none',
    expect.stringMatching(/high|severe/)
  ])
  const next = nationalMapOf([province('mild', 9), province('frozen', -4)], dawn, { date: '2026-04-13' })
  expect(next.provinces.map(({ frost }) => frost.score !== null)).toEqual([true, true])
})

test('the map begins with what most provinces call tonight: in the morning that is the coming night', () => {
  const falling = province('falling', 9)
  const hours = column(falling.forecast?.series ?? expect.unreachable(), 'temperature')
  for (const hour of hours.keys()) hours[hour] = 9 - hour
  const mild = province('mild', 9)
  const tonight = (provinces: readonly ProvinceForecast[], at: number) => nationalMapOf(provinces, at).tonight
  expect(tonight([mild], dawn - 4 * hourMs)).toBe('2026-04-12')
  expect(tonight([mild], dawn)).toBe('2026-04-13')
  expect(tonight([falling], dawn - hourMs)).toBe('2026-04-12')
  expect(tonight([mild, falling], dawn - hourMs)).toBe('2026-04-12')
  expect(tonight([mild, falling, province('third', 8)], dawn - hourMs)).toBe('2026-04-13')
  expect(nationalMapOf([mild], dawn).date).toBe('2026-04-13')
})

test('each of a list of places has the night that its page shows', () => {
  const asked = { nowAt: dawn, question: mapQuestion(new URLSearchParams()) as MapQuestion }
  const [listed] = tonightIn([province('frozen', -4)], asked)
  const coming = nationalMapOf([province('frozen', -4)], dawn, { date: '2026-04-13' }).provinces[0]
  expect(listed?.frost).toEqual(coming?.frost)
  const [before] = tonightIn([province('frozen', -4)], { ...asked, nowAt: dawn - 4 * hourMs })
  expect(before?.frost).not.toEqual(coming?.frost)
})

test('a crop without its stage has the degree at its height, and a level only where the season says the stage', () => {
  const provinces = [province('frozen', -4)]
  const asked = (crop: string) => ({ question: mapQuestion(new URLSearchParams({ crop })) as MapQuestion })
  // 376 degree-days over −1 °C from the first of January on: apricots begin to flower.
  const startOfSeason = Date.UTC(2025, 9, 1) / hourMs
  const temperaturesC = new Float32Array(24 * 195).fill(2.72)
  const hours = { startHour: startOfSeason, temperaturesC }
  const seasons = { known: () => ({ hours, source: 'S' }), instantOf: (_: unknown, at: number) => at }
  const [unknown] = nationalMapOf(provinces, dawn, asked('apricot')).provinces
  expect(unknown).toMatchObject({ lacksStage: true, frost: { score: null, level: 'unknown' } })
  const [never] = nationalMapOf(provinces, dawn, { ...asked('hazelnut'), seasons }).provinces
  expect([never?.lacksStage, never?.frost.score]).toEqual([true, null])
  const [known] = nationalMapOf(provinces, dawn, { ...asked('apricot'), seasons }).provinces
  expect([known?.lacksStage, known?.frost.score]).toEqual([false, expect.any(Number)])
  const [ground] = nationalMapOf(provinces, dawn).provinces
  for (const one of [unknown, never, known])
    expect(one?.plantTemperatureMinC).toBeGreaterThanOrEqual(ground?.plantTemperatureMinC ?? 0)
})
