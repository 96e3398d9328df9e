import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { KnownNight } from '../../frost/frost-night.ts'
import { z90 } from '../../frost/gaussian.ts'
import { bandHalfWidthC } from '../../frost/night-odds.ts'
import { contributionBar } from '../place/night-section.ts'
import { fanChart, plotOf } from './charts.ts'

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

test('every line of degrees is drawn, two at least, and none lies among the hours at the foot', () => {
  const visitor = { lang: 'en', theme: 'auto', carried: {} } as const
  fc.assert(
    fc.property(
      fc.double({ min: -30, max: 20, noNaN: true }),
      fc.double({ min: 0, max: 25, noNaN: true }),
      fc.constantFrom('metric' as const, 'imperial' as const),
      (lowC, rangeC, units) => {
        const of = { from: 0, until: 1, timezone: 'UTC', knownC: [lowC, lowC + rangeC] }
        const { ticks } = plotOf(of, { ...visitor, units })
        expect(ticks.length).toBeGreaterThan(1)
        expect(Math.max(...ticks.map(({ y }) => y))).toBeLessThanOrEqual(960)
        const steps = ticks.slice(1).map(({ degrees }, index) => degrees - (ticks[index]?.degrees ?? 0))
        const [step = 1] = steps
        expect(new Set(steps)).toEqual(new Set([step]))
        const least = (units === 'imperial' ? lowC * 1.8 + 32 : lowC) - 1
        expect((ticks[0]?.degrees ?? 0) - least).toBeLessThan(step)
      }
    )
  )
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
  const drawn = (atC: number, coldestAfter = 0, furtherC: readonly number[] = []) =>
    String(
      fanChart({
        ...{
          night: {
            ...night,
            plantTemperatureMinC: -2,
            window: { sunsetAt: null, sunriseAt: null },
            coldestHour: at / 3_600_000 + coldestAfter
          } as KnownNight,
          hours
        },
        ...{ timezone: 'Europe/Istanbul', label: '' },
        thresholds: [atC, ...furtherC].map((limitC) => ({ atC: limitC, name: '10 % of buds' })),
        ...{ harmC: atC, level: 'moderate', at },
        visitor: { lang: 'en', theme: 'auto', units: 'metric', carried: {} }
      })
    )
  const shareOf = (svg: string, name: string, attribute: string): number =>
    Number(new RegExp(`class="${name}"[^>]*? ${attribute}="([\\d.]+)%"`).exec(svg)?.[1])
  /** The corners of a path, in shares. */
  const cornersOf = (svg: string, name: string): readonly (readonly [x: number, y: number])[] => {
    const path = new RegExp(`class="${name}" d="([^"]*)"`).exec(svg)?.[1] ?? ''
    let [x, y] = [0, 0]
    return [...path.matchAll(/([Ml])(-?\d+) (-?\d+)/g)].map(([, kind, across, down]) => {
      ;[x, y] = kind === 'M' ? [Number(across), Number(down)] : [x + Number(across), y + Number(down)]
      return [x / 10, y / 10]
    })
  }

  test('every curve is drawn', () => {
    for (const name of ['band', 'frozen', 'air', 'harm', 'plant', 'harmful', 'threshold'])
      expect(drawn(-1.5)).toMatch(new RegExp(`<path class="${name}" d="M`))
  })

  test('the names of harmful temperatures stand right of the curves, at their own height', () => {
    const svg = drawn(-2.8)
    expect(shareOf(svg, 'threshold-name', 'x')).toBe(100)
    const line = Number(/class="threshold" d="M0 (\d+)H1000"/.exec(svg)?.[1])
    expect(shareOf(svg, 'threshold-name', 'y')).toBe(line / 10)
    expect(cornersOf(svg, 'plant').every(([x]) => x >= 0 && x <= 100)).toBe(true)
  })

  test('a further limit is drawn less than 4 °C below the band', () => {
    const lowestC = Math.min(...hours.map(({ lowC }) => lowC))
    const namesOf = (limitC: number) => drawn(-1.5, 0, [limitC]).match(/class="threshold-name"/g)
    expect(namesOf(lowestC - 3.9)).toHaveLength(2)
    expect(namesOf(lowestC - 4.1)).toHaveLength(1)
  })

  test('the minimum stands above the line of the air where a harmful temperature is close below', () => {
    const crowded = drawn(-2.2)
    const lowest = Math.max(...cornersOf(crowded, 'air').map(([, y]) => y))
    expect(shareOf(crowded, 'coldest-value', 'y')).toBeLessThanOrEqual(lowest)
    expect(crowded).toContain('dy="-.6em">−2.0°')
    expect(drawn(-6)).toContain('dy="1.4em">−2.0°')
  })

  test('the minimum keeps off the ends of the plot and off its foot', () => {
    for (const offset of [-3, -2, -1, 0, 1, 2]) {
      const svg = drawn(-6, offset)
      expect(shareOf(svg, 'coldest-value', 'x')).toBeGreaterThanOrEqual(8)
      expect(shareOf(svg, 'coldest-value', 'x')).toBeLessThanOrEqual(92)
      const isBelow = svg.includes('dy="1.4em">−2.0°')
      expect(shareOf(svg, 'coldest-value', 'y')).toBeLessThan(isBelow ? 88 : 100)
    }
  })

  test('what is below 0 °C is filled between the freezing point and the curve, and no more', () => {
    const svg = drawn(-1.5)
    const filled = cornersOf(svg, 'frozen')
    const zero = filled[0]?.[1] ?? Number.NaN
    expect(filled.at(-1)?.[1]).toBe(zero)
    expect(filled.every(([, y]) => y >= zero)).toBe(true)
    const deep = cornersOf(svg, 'plant').filter(([, y]) => y > zero + 0.2)
    expect(deep.length).toBeGreaterThan(2)
    for (const corner of deep) expect(filled).toContainEqual(corner)
    const plantsBelow = hours.filter(({ plantC }) => plantC <= -1.5).length
    expect(/class="harmful" d="([^"]*)"/.exec(svg)?.[1]?.match(/M/g)).toHaveLength(plantsBelow)
  })
})
