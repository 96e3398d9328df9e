import { describe, expect, it } from 'vitest'
import { syntheticNight, syntheticWindow } from '../../test/made/synthetic-night.ts'
import { publish } from '../weather/units.ts'
import type { FrostNight } from './frost-night.ts'
import { isRiskDay, nightsNotOver, periodScore, slotScore } from './period.ts'
import { levelOf, mgmClassOf, roundToHundredth, roundToTenth } from './published.ts'

const window = (index: number) => ({
  ...syntheticWindow(493_000 + 24 * index, new Array(24).fill(true)),
  date: `2026-04-1${index}`
})
const known = (index: number, score: number): FrostNight => ({
  ...syntheticNight([{ T: 2, Td: -1, u: 1, c: 0 }]),
  window: window(index),
  score,
  hourScore: new Float64Array(24).fill(score)
})
const unknown = (index: number): FrostNight => ({
  state: 'unknown',
  reason: 'horizon',
  window: window(index),
  hours: 24,
  hoursAvailable: 0,
  partial: true,
  airTemperatureMinC: null
})

describe('a period', () => {
  it('is its highest known night; of equals the earliest is the worst, by published numbers', () => {
    const period = periodScore([known(0, 3), known(1, 41.96), known(2, 42.04), known(3, 12)])
    expect(period).toMatchObject({
      worstDate: '2026-04-11',
      level: 'moderate',
      nextRiskDate: '2026-04-11',
      nightsUnknown: 0
    })
  })

  it('counts from a published 10.0: 9.95 is a risk day, 9.94 is not', () => {
    expect(isRiskDay(known(0, 9.95))).toBe(true)
    expect(isRiskDay(known(0, 9.94))).toBe(false)
    expect(isRiskDay(unknown(0))).toBe(false)
  })

  it('is never "none" while tonight or one of the two nights after it is unknown', () => {
    const quiet = [known(0, 0), known(1, 0.2), known(2, 0.3), known(3, 0.1)]
    expect(periodScore(quiet).level).toBe('none')
    for (const dataGap of [0, 1, 2]) {
      const nights = quiet.map((night, index) => (index === dataGap ? unknown(index) : night))
      expect(periodScore(nights)).toMatchObject({ level: 'unknown', nightsUnknown: 1 })
      expect(periodScore(nights).score).not.toBeNull()
    }
    expect(periodScore([...quiet.slice(0, 3), unknown(3)])).toMatchObject({ level: 'none', nightsUnknown: 1 })
    expect(periodScore([unknown(0), known(1, 60)])).toMatchObject({ level: 'high', score: 60 })
  })

  it('is null only where every night is unknown', () => {
    const dataGap = { score: null, level: 'unknown', worstDate: null, nextRiskDate: null, nightsUnknown: 2 }
    expect(periodScore([unknown(0), unknown(1)])).toEqual(dataGap)
    expect(periodScore([])).toMatchObject({ score: null, level: 'unknown' })
  })

  it('lists the nights that are not over', () => {
    const nights = [known(0, 1), known(1, 2)]
    expect(nightsNotOver(nights, window(0).overHour - 1)).toHaveLength(2)
    expect(nightsNotOver(nights, window(0).overHour)).toEqual([nights[1]])
  })
})

describe('slots', () => {
  it('take the highest hour, each hour from its own night', () => {
    const nights = [known(0, 20), known(1, 30), unknown(2)]
    const border = window(1).firstHour
    expect(slotScore(nights, border - 3, border)).toBe(20)
    expect(slotScore(nights, border - 2, border + 1)).toBe(30)
    expect(slotScore(nights, border + 24, border + 27)).toBeNull()
    expect(slotScore([], 0, 3)).toBeNull()
  })
})

describe('published numbers', () => {
  it.each([
    [0.25, 0.3],
    [-0.25, -0.3],
    [0.05, 0.1],
    [-0.04, 0],
    [-0, 0],
    [2.949, 2.9],
    [-3.312, -3.3],
    [99.96, 100]
  ])('%f is %f to a tenth', (value, expected) => {
    expect(Object.is(roundToTenth(value), expected)).toBe(true)
  })

  it('rounds a hundredth that came as a 32-bit float as it was written, as temperatures are', () => {
    for (let hundredths = -2000; hundredths <= 2000; hundredths++) {
      const value = Math.fround(hundredths / 100)
      expect(roundToTenth(value), String(hundredths / 100)).toBe(publish(value, 'temperature', 'metric'))
    }
    expect(roundToTenth(Math.fround(-4.35))).toBe(-4.4)
  })

  it('rounds chances to a hundredth, never to −0', () => {
    expect(roundToHundredth(0.125)).toBe(0.13)
    expect(Object.is(roundToHundredth(-0.001), 0)).toBe(true)
  })

  it.each([
    [null, 'unknown'],
    [0, 'none'],
    [0.9, 'none'],
    [1, 'low'],
    [9.9, 'low'],
    [10, 'moderate'],
    [49.9, 'moderate'],
    [50, 'high'],
    [89.9, 'high'],
    [90, 'severe'],
    [100, 'severe']
  ] as const)('a published %s is %s', (score, level) => {
    expect(levelOf(score)).toBe(level)
  })

  it.each([
    [0.1, 'none'],
    [0, 'hafif'],
    [-2.2, 'hafif'],
    [-2.3, 'orta'],
    [-4.4, 'orta'],
    [-4.5, 'kuvvetli']
  ] as const)('a published %f °C is %s', (temperatureC, mgmClass) => {
    expect(mgmClassOf(temperatureC)).toBe(mgmClass)
  })
})
