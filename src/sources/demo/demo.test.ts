import { describe, expect, it } from 'vitest'
import { hourMs } from '../../common/time.ts'
import type { FrostNight } from '../../frost/frost-night.ts'
import { frostNights, genericSettings } from '../../frost/frost-nights.ts'
import { nightWindows } from '../../frost/night-window.ts'
import { type Point, pointOf } from '../../weather/point.ts'
import { column, valueAt } from '../../weather/series.ts'
import type { FetchedForecast } from '../source.ts'
import { createDemo } from './demo.ts'
import { seededRandom } from './nights.ts'

function at(lat: number, lon: number, elevation: number): Point {
  return pointOf({ lat, lon, timezone: 'Europe/Istanbul', elevation })
}

const malatya = at(38.353, 38.309, 960)

async function forecast(point: Point, now: number): Promise<FetchedForecast> {
  const answer = await createDemo(() => now).fetchForecast(
    { point, days: 7, previous: null },
    new AbortController().signal
  )
  if (answer.kind !== 'forecast') throw new Error('the demo always has a forecast')
  return answer
}

/** The nights not over at `now`, the running one first. */
async function nights(point: Point, now: number): Promise<readonly FrostNight[]> {
  const { series, issuedAt } = await forecast(point, now)
  const nowHour = Math.floor(now / hourMs)
  const windows = nightWindows(point, nowHour, nowHour + 6 * 24).filter((window) => window.overHour > nowHour)
  return frostNights({ series, windows, issuedAt: issuedAt ?? now, nowHour, settings: genericSettings })
}

const spring = Date.UTC(2026, 3, 11, 18)

describe('the demo', () => {
  it('has a strong frost in Malatya on one of the next two nights, at any hour of any day of the year', async () => {
    for (let hour = 0; hour < 366 * 24; hour += 7) {
      const next = (await nights(malatya, Date.UTC(2026, 0, 1, hour, 20))).slice(0, 2)
      const best = Math.max(...next.map((night) => (night.state === 'known' ? night.score : 0)))
      expect(best, `hour ${hour} of 2026`).toBeGreaterThanOrEqual(70)
    }
  })

  it.each([
    ['a radiation frost in Malatya', malatya, 'radiation'],
    ['an advection frost in Ardahan', at(41.11, 42.702, 1800), 'advection']
  ])('has %s', async (_, point, frostType) => {
    const known = (await nights(point, spring)).filter((night) => night.state === 'known')
    expect(known.some((night) => night.score >= 70 && night.frostType === frostType)).toBe(true)
  })

  it('has mild nights in Mersin', async () => {
    for (const night of await nights(at(36.8, 34.633, 10), spring))
      expect(night).toMatchObject({ state: 'known', score: expect.closeTo(0, 0) })
  })

  it('has clouds that arrive at three in Niğde and stop the cooling', async () => {
    const point = at(37.967, 34.679, 1230)
    const { series } = await forecast(point, spring)
    const evenings = Array.from({ length: 5 }, (_, day) => Date.UTC(2026, 3, 11 + day, 22) / hourMs)
    const arriving = evenings.filter(
      (hour) => valueAt(series, 'cloudCover', hour) < 0.2 && valueAt(series, 'cloudCover', hour + 4) > 0.9
    )
    expect(arriving.length).toBeGreaterThan(0)
  })

  it('misses temperatures in Yalova, so that nights there are unknown', async () => {
    const reported = await nights(at(40.655, 29.277, 5), spring)
    expect(
      reported.some((night) => night.state === 'unknown' && night.reason === 'temperature_missing')
    ).toBe(true)
    expect(reported.some((night) => night.state === 'known')).toBe(true)
  })

  it('is nine hours old in Kilis and fresh elsewhere', async () => {
    expect(spring - ((await forecast(at(36.718, 37.121, 650), spring)).issuedAt ?? 0)).toBe(9 * hourMs)
    expect(spring - ((await forecast(malatya, spring)).issuedAt ?? 0)).toBe(0)
  })

  it('says the same of an hour whenever it is asked', async () => {
    const [early, late] = [await forecast(malatya, spring), await forecast(malatya, spring + 31 * hourMs)]
    const common = late.series.startHour - early.series.startHour
    expect(common).toBeGreaterThan(0)
    const earlier = column(early.series, 'temperature').subarray(common)
    expect(column(late.series, 'temperature').subarray(0, earlier.length)).toEqual(earlier)
  })

  it('has no jump of temperature from one hour to the next', async () => {
    for (const point of [malatya, at(41.01, 28.98, 40), at(36.8, 34.633, 10)]) {
      const temperatures = column((await forecast(point, spring)).series, 'temperature')
      for (let hour = 1; hour < temperatures.length; hour++) {
        expect(Math.abs((temperatures[hour] ?? 0) - (temperatures[hour - 1] ?? 0))).toBeLessThan(4)
      }
    }
  })

  it('of many places at once lets other work have its turns', async () => {
    let [turns, isCounting] = [0, true]
    const count = (): void => {
      turns += 1
      if (isCounting) setImmediate(count)
    }
    setImmediate(count)
    const places = Array.from({ length: 81 }, (_, index) => at(36 + index / 20, 30, 500))
    await Promise.all(places.map((point) => forecast(point, spring)))
    isCounting = false
    expect(turns).toBeGreaterThan(10)
  })

  it('draws from all numbers between 0 and 1 alike', () => {
    const drawn = Array.from({ length: 10_000 }, (_, number) => seededRandom(`38.353,38.309,960/${number}`))
    for (let tenth = 0; tenth < 10; tenth++) {
      const share = drawn.filter((one) => Math.floor(10 * one) === tenth).length / drawn.length
      expect(share, `tenth ${tenth}`).toBeCloseTo(0.1, 1.5)
    }
  })

  it('differs from place to place', async () => {
    const places = [
      malatya,
      at(39.93, 32.86, 890),
      at(41.01, 28.98, 40),
      at(37.87, 32.48, 1020),
      at(38.42, 27.14, 20)
    ]
    const minima = await Promise.all(
      places.map(async (point) => Math.min(...column((await forecast(point, spring)).series, 'temperature')))
    )
    expect(Math.max(...minima) - Math.min(...minima)).toBeGreaterThan(3)
  })
})
