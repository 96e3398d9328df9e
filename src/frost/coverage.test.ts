import { describe, expect, it } from 'vitest'
import { syntheticSeries, syntheticWindow } from '../../test/made/synthetic-night.ts'
import { column, type HourlySeries } from '../weather/series.ts'
import type { FrostNight } from './frost-night.ts'
import { frostNights, genericSettings } from './frost-nights.ts'

/** A night of 24 hours: hours 6…17 are dark, midnight is hour 12. */
const firstHour = 493_000
const dark = Array.from({ length: 24 }, (_, hour) => hour >= 6 && hour <= 17)
const window = syntheticWindow(firstHour, dark)
const before = firstHour - 100

const series = (hours = 24, startOffset = 0) =>
  syntheticSeries(
    firstHour + startOffset,
    Array.from({ length: hours }, (_, index) => ({
      T: 3 - 0.1 * (index + startOffset),
      Td: -2,
      u: 2,
      c: 0.3
    }))
  )

function without(whole: HourlySeries, ...hours: readonly number[]): HourlySeries {
  for (const hour of hours) column(whole, 'temperature')[firstHour + hour - whole.startHour] = Number.NaN
  return whole
}

function night(of: HourlySeries, nowHour = before, at = window): FrostNight {
  const [one] = frostNights({ series: of, windows: [at], issuedAt: 0, nowHour, settings: genericSettings })
  if (one === undefined) throw new Error('one window, one night')
  return one
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('how much of a night must be known', () => {
  it('scores a whole night', () => {
    expect(night(series())).toMatchObject({ state: 'known', hours: 24, hoursAvailable: 24, partial: false })
  })

  it('fills a gap of three hours in a straight line, also at the most important hours', () => {
    const filled = night(without(series(), 14, 15, 16))
    const whole = night(series())
    if (filled.state !== 'known' || whole.state !== 'known') throw new Error('both must be known')
    expect(filled.hoursAvailable).toBe(24)
    expect(filled.partial).toBe(false)
    expect(filled.plantTemperatureMinC).toBeCloseTo(whole.plantTemperatureMinC, 5)
  })

  it('leaves a gap of four hours open: unknown after midnight, partial before it', () => {
    expect(night(without(series(), 13, 14, 15, 16))).toMatchObject({
      state: 'unknown',
      reason: 'temperature_missing'
    })
    expect(night(without(series(), 3, 4, 5, 6))).toMatchObject({
      state: 'known',
      partial: true,
      hoursAvailable: 20
    })
  })

  it('needs three quarters of the dark hours: 9 of 12 do, 8 of 12 do not', () => {
    expect(night(without(series(), ...range(3, 8)))).toMatchObject({ state: 'known', partial: true })
    expect(night(without(series(), ...range(3, 9)))).toMatchObject({ state: 'unknown' })
  })

  it('never gives a score to a night that the end of the horizon cuts', () => {
    for (let hours = 1; hours <= 17; hours++) {
      expect(night(series(hours)), `${hours} hours`).toMatchObject({ state: 'unknown', reason: 'horizon' })
    }
    expect(night(series(18))).toMatchObject({ state: 'known', partial: false, hoursAvailable: 18 })
  })

  it('tells no minimum of an unknown night: the coldest hour may be among the missing', () => {
    expect(night(series(10)).airTemperatureMinC).toBeNull()
    expect(night(without(series(), ...range(0, 23)))).toMatchObject({
      state: 'unknown',
      reason: 'horizon',
      hoursAvailable: 0,
      airTemperatureMinC: null
    })
  })

  it('forgives hours before the first one only in the night now running', () => {
    const late = series(16, 8)
    expect(night(late)).toMatchObject({ state: 'known', partial: true })
    const later = series(13, 11)
    expect(night(later, before)).toMatchObject({ state: 'unknown', reason: 'temperature_missing' })
    expect(night(later, firstHour + 11)).toMatchObject({ state: 'known', partial: true, hoursAvailable: 13 })
    expect(night(later, window.lastHour)).toMatchObject({ state: 'known', partial: true })
    expect(night(later, window.lastHour + 1)).toMatchObject({ state: 'unknown' })
    expect(night(later, firstHour - 1)).toMatchObject({ state: 'unknown' })
  })

  it('forgives hours to come in no night, wherever the first known one lies and whenever that is', () => {
    for (let now = 0; now < 18; now++)
      for (let first = now + 1; first <= 18; first++) {
        const isKnown = night(series(24 - first, first), firstHour + now).state === 'known'
        // As within a night, three hours are no gap.
        const comes = range(Math.max(6, now + 3), 17)
        const missing = comes.filter((hour) => hour < first)
        const isEnough = missing.every((hour) => hour < 12) && missing.length <= 0.25 * comes.length
        expect(isKnown && !isEnough, `now ${now}, known from ${first} on`).toBe(false)
      }
  })

  it('does not forgive gaps in the running night, and knows nothing of one whose dark is all gone by', () => {
    expect(night(without(series(13, 11), 13, 14, 15, 16), firstHour + 11)).toMatchObject({ state: 'unknown' })
    expect(night(series(6, 18), firstHour + 17)).toMatchObject({ state: 'unknown' })
  })

  it('asks for three quarters of all hours where nothing is dark', () => {
    const polarDay = syntheticWindow(
      firstHour,
      dark.map(() => false)
    )
    expect(night(series(18), before, polarDay)).toMatchObject({ state: 'known', partial: true })
    expect(night(series(17), before, polarDay)).toMatchObject({ state: 'unknown', reason: 'horizon' })
  })

  it('keeps a known night’s hours that are missing as NaN', () => {
    const partial = night(without(series(), 3, 4, 5, 6))
    if (partial.state !== 'known') throw new Error('known')
    expect([...partial.hourScore].map(Number.isNaN).filter(Boolean)).toHaveLength(4)
    expect([...partial.plantTemperatureC].map(Number.isNaN).filter(Boolean)).toHaveLength(4)
  })
})
