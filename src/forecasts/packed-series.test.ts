import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { column, emptySeries, seriesVariables } from '../weather/series.ts'
import { hashBytes, isPackedSeries, packSeries, unpackSeries } from './packed-series.ts'

describe('a packed series', () => {
  it('gives back every tenth and hundredth a source tells, and what is missing', () => {
    const series = emptySeries(493_000, 5)
    column(series, 'temperature').set([-0.1, 12.34, Number.NaN, -40, 0])
    column(series, 'cloudCover').set([0, 0.37, 1, Number.NaN, 0.005])
    column(series, 'pressureMsl').set([1013.2, 870.1, 1085.7, Number.NaN, 1000])
    column(series, 'visibility').set([24_140, 60, 0, Number.NaN, 70_000])
    series.stepHours.set([1, 1, 6, 6, 6])
    const back = unpackSeries(packSeries(series))
    expect(back.startHour).toBe(493_000)
    expect([...back.stepHours]).toEqual([1, 1, 6, 6, 6])
    expect([...back.values]).toEqual([...series.values])
  })

  it('is the same after any number of packings', () => {
    fc.assert(
      fc.property(
        fc.array(fc.float({ min: -80, max: 60, noNaN: true }), { minLength: 1, maxLength: 30 }),
        (values) => {
          const series = emptySeries(1, values.length)
          column(series, 'temperature').set(values)
          const once = packSeries(series)
          expect(packSeries(unpackSeries(once))).toEqual(once)
          const back = column(unpackSeries(once), 'temperature')
          for (const [index, value] of values.entries())
            expect(Math.abs((back[index] ?? 99) - value)).toBeLessThan(0.00501)
        }
      )
    )
  })

  it('makes a value beyond its range missing, never another value', () => {
    const series = emptySeries(1, 1)
    column(series, 'temperature').set([400])
    expect(column(unpackSeries(packSeries(series)), 'temperature')[0]).toBeNaN()
  })

  it('refuses bytes that it did not make', () => {
    const packed = packSeries(emptySeries(1, 24))
    expect(isPackedSeries(packed)).toBe(true)
    expect(isPackedSeries(packed.subarray(0, packed.length - 1))).toBe(false)
    expect(isPackedSeries(new Uint8Array(0))).toBe(false)
    const other = packed.slice()
    other[0] = 9
    expect(isPackedSeries(other)).toBe(false)
  })

  it('reads bytes that do not begin on an even address, as a database may hand them over', () => {
    const packed = packSeries(emptySeries(7, 3))
    const shifted = new Uint8Array(packed.length + 1)
    shifted.set(packed, 1)
    expect(unpackSeries(shifted.subarray(1)).startHour).toBe(7)
  })

  it('takes half the room of floats', () => {
    expect(packSeries(emptySeries(1, 408)).length).toBeLessThan(seriesVariables.length * 408 * 2 + 500)
  })

  it('has a hash that a single changed byte moves', () => {
    const packed = packSeries(emptySeries(1, 24))
    const hashes = new Set([hashBytes(packed)])
    for (let index = 0; index < packed.length; index += 7) {
      const other = packed.slice()
      other[index] = (other[index] ?? 0) ^ 1
      hashes.add(hashBytes(other))
    }
    expect(hashes.size).toBe(1 + Math.ceil(packed.length / 7))
  })
})
