import { describe, expect, test } from 'vitest'
import type { KnownNight } from '../../frost/frost-night.ts'
import { z90 } from '../../frost/gaussian.ts'
import { bandHalfWidthC } from '../../frost/night-band.ts'
import { contributionBar } from './contribution-bar.ts'
import { fanChart } from './fan-chart.ts'
import { turkeyOutline } from './turkey-outline.ts'

const night = {
  sigmaC: 2,
  sigmaAirC: 1.6,
  radiativeOffsetC: 2.2,
  airTemperatureMinC: -1.3,
  plantTemperatureMinC: -3.5
} as KnownNight

describe('the band', () => {
  test('at the coldest hour it is the night’s own 10–90 % range', () => {
    expect(bandHalfWidthC(night, 2.2)).toBeCloseTo(z90 * 2, 6)
  })

  test('it narrows towards the day and never below the air’s own', () => {
    expect(bandHalfWidthC(night, 0)).toBeLessThan(bandHalfWidthC(night, 1))
    expect(bandHalfWidthC(night, 0)).toBeGreaterThan(z90 * 1.6)
  })

  test('a night without an offset has one width', () => {
    const windy = { ...night, radiativeOffsetC: 0, plantTemperatureMinC: -1.3 }
    expect(bandHalfWidthC(windy, 0)).toBeCloseTo(z90 * 2, 6)
    expect(bandHalfWidthC(windy, 1)).toBeCloseTo(z90 * 2, 6)
  })
})

describe('the bar of contributions', () => {
  const rectangles = (parts: Parameters<typeof contributionBar>[0]) =>
    [
      ...String(contributionBar(parts)).matchAll(/class="(part-\w+)"(?: x="([\d.]+)")? width="([\d.]+)"/g)
    ].map(([, name, x, width]) => [name, Number(x ?? 0), Number(width)])

  test('what not knowing adds stands after the rest', () => {
    expect(rectangles({ airTemperature: 20, radiation: 30, uncertainty: 5 })).toEqual([
      ['part-air', 0, 200],
      ['part-radiation', 200, 300],
      ['part-uncertain', 500, 50]
    ])
  })

  test('what it takes away covers the end of the rest', () => {
    expect(rectangles({ airTemperature: 20, radiation: 30, uncertainty: -8 })).toEqual([
      ['part-air', 0, 200],
      ['part-radiation', 200, 300],
      ['part-taken', 420, 80]
    ])
  })
})

describe('the fan of a night with a crop', () => {
  const at = Date.UTC(2026, 3, 12, 2)
  const hours = [-3, -2, -1, 0, 1, 2].map((offset) => {
    const plantC = -2 + 0.3 * offset ** 2
    return {
      ...{ at: at + offset * 3_600_000, airC: plantC + 1.1, plantC },
      ...{ lowC: plantC - 2, highC: plantC + 2 },
      ...{ wetBulbC: Number.NaN, windSpeedMps: Number.NaN, cloudCoverFraction: Number.NaN, score: Number.NaN }
    }
  })
  const drawn = (size: 'wide' | 'narrow', atC: number) =>
    String(
      fanChart({
        ...{
          night: {
            ...night,
            plantTemperatureMinC: -2,
            window: { sunsetAt: null, sunriseAt: null },
            coldestHour: at / 3_600_000
          } as KnownNight,
          hours
        },
        ...{ timezone: 'Europe/Istanbul', thresholds: [{ atC, name: '10 % of buds' }], size, label: '' },
        visitor: { lang: 'en', theme: 'auto', units: 'metric', carried: {} }
      })
    )
  const heightOf = (svg: string, name: string, attribute: string): number =>
    Number(new RegExp(`class="${name}"[^>]*? ${attribute}="([\\d.]+)"`).exec(svg)?.[1])

  test('the names of harmful temperatures stand right of the curves', () => {
    expect(heightOf(drawn('wide', -2.8), 'threshold-name', 'x')).toBeGreaterThan(980 - 168)
    expect(heightOf(drawn('narrow', -2.8), 'threshold-name', 'x')).toBeGreaterThan(340 - 46)
  })

  test('the minimum stands above the line of the air where a harmful temperature is close below', () => {
    for (const size of ['wide', 'narrow'] as const) {
      const crowded = drawn(size, -2.2)
      const air = /class="air" d="([^"]*)"/.exec(crowded)?.[1] ?? ''
      const points = [...air.matchAll(/[ML,C\s]([\d.]+),([\d.]+)/g)]
      const lowest = Math.max(...points.map(([, , y]) => Number(y)))
      expect(heightOf(crowded, 'coldest-value', 'y')).toBeLessThan(lowest)
      const free = drawn(size, -6)
      expect(heightOf(free, 'coldest-value', 'y')).toBeGreaterThan(heightOf(free, 'coldest', 'cy'))
    }
  })
})

test('the outline puts places where they lie: Edirne in the north-west, Hakkâri in the south-east, all inside the frame', () => {
  const outline = turkeyOutline()
  const edirne = outline.position(26.557, 41.677) ?? [0, 0]
  const hakkari = outline.position(43.741, 37.574) ?? [0, 0]
  expect(edirne[0]).toBeLessThan(hakkari[0])
  expect(edirne[1]).toBeLessThan(hakkari[1])
  for (const [x, y] of [edirne, hakkari]) {
    expect(x > 0 && x < outline.width && y > 0 && y < outline.height).toBe(true)
  }
  expect(outline.country.length).toBeGreaterThan(2000)
})
