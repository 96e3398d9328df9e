import { describe, expect, it } from 'vitest'
import { exposures } from '../frost/scoring-profile.ts'
import { futureFault, readRow } from './observation-row.ts'
import { implausibility } from './plausibility.ts'

const good = { location: 'malatya', date: '2026-04-12', kind: 'air_2m', minimum: -2.3 }

describe('a row', () => {
  it('is read with its place, its night and its minimum in °C', () => {
    expect(readRow(good)).toEqual({
      kind: 'row',
      row: {
        place: { location: 'malatya' },
        date: '2026-04-12',
        kind: 'air_2m',
        exposure: null,
        minimumC: -2.3,
        station: ''
      }
    })
  })

  it('may be in Fahrenheit, if it says so: 28.4 °F are −2 °C', () => {
    const result = readRow({ ...good, minimum: 28.4, unit: 'F' })
    expect(result).toMatchObject({ kind: 'row', row: { minimumC: -2 } })
  })

  it('says what was meant by another name of a kind, a unit or an exposure', () => {
    const others = {
      kind: ['air', 'Plants', 'air2m'],
      unit: ['°F', '°c', 'fahrenheit'],
      exposure: ['Vines', 'canpy']
    }
    for (const [member, names] of Object.entries(others))
      for (const name of names)
        expect(readRow({ ...good, [member]: name }), name).toMatchObject({
          fault: { member, detail: expect.stringContaining('Did you mean "') }
        })
    expect(readRow({ ...good, kind: 'soil' })).toMatchObject({
      fault: { detail: '"kind" must be one of air_2m, plant.' }
    })
  })

  it('has a number however large, and so has the sentence that refuses it', () => {
    for (const minimum of [1e308, -1e308, Number.MAX_VALUE])
      for (const unit of ['C', 'F']) {
        const read = readRow({ ...good, minimum, unit })
        const minimumC = read.kind === 'row' ? read.row.minimumC : Number.NaN
        expect(Number.isFinite(minimumC)).toBe(true)
        expect(implausibility({ kind: 'air_2m', exposure: null }, minimumC, null)).not.toMatch(/Infinity|NaN/)
      }
  })

  it('of plants may say where among them it was measured, or leave it unknown', () => {
    const plant = { ...good, kind: 'plant' }
    for (const exposure of exposures) {
      expect(readRow({ ...plant, exposure })).toMatchObject({ row: { kind: 'plant', exposure } })
    }
    for (const exposure of [undefined, null, '']) {
      expect(readRow({ ...plant, exposure })).toMatchObject({ row: { kind: 'plant', exposure: null } })
    }
  })

  it('may name a point, its height and its station', () => {
    const { location: _, ...rest } = good
    const raw = { ...rest, lat: 38.35, lon: 38.31, elevation: 950, station: 'Bağ 2' }
    expect(readRow(raw)).toMatchObject({
      kind: 'row',
      row: { place: { lat: 38.35, lon: 38.31, elevation: 950 }, station: 'Bağ 2' }
    })
  })

  it.each([
    ['no place', { location: undefined }, 'location', 'required'],
    ['a place twice', { lat: 1, lon: 1 }, 'location', 'not_allowed'],
    ['half a point', { location: null, lat: 38 }, 'lon', 'required'],
    ['a point off the Earth', { location: null, lat: 91, lon: 0 }, 'lat', 'out_of_range'],
    ['degrees as a text', { location: null, lat: '38', lon: 38 }, 'lat', 'invalid_type'],
    [
      'a height of nowhere',
      { location: null, lat: 38, lon: 38, elevation: 9999 },
      'elevation',
      'out_of_range'
    ],
    ['no date', { date: '' }, 'date', 'required'],
    ['a day that does not exist', { date: '2026-02-30' }, 'date', 'invalid_format'],
    ['an American date', { date: '04/12/2026' }, 'date', 'invalid_format'],
    ['no kind', { kind: undefined }, 'kind', 'required'],
    ['an unknown kind', { kind: 'grass' }, 'kind', 'not_allowed'],
    ['an unknown exposure', { kind: 'plant', exposure: 'roof' }, 'exposure', 'not_allowed'],
    ['an exposure of the air', { exposure: 'canopy' }, 'exposure', 'not_allowed'],
    ['no minimum', { minimum: null }, 'minimum', 'required'],
    ['a minimum as a text', { minimum: '-2' }, 'minimum', 'invalid_type'],
    ['an infinite minimum', { minimum: Number.POSITIVE_INFINITY }, 'minimum', 'invalid_type'],
    ['Kelvin', { unit: 'K' }, 'unit', 'not_allowed'],
    ['a station of line ends', { station: 'a\nb' }, 'station', 'invalid_format']
  ])('with %s is refused by name', (_, change, member, code) => {
    expect(readRow({ ...good, ...change })).toMatchObject({ kind: 'fault', fault: { member, code } })
  })
})

describe('a night', () => {
  it('counts from the morning that ends it, in the place’s own zone', () => {
    const at = Date.parse('2026-04-11T22:00:00Z')
    expect(futureFault('2026-04-12', 'Europe/Istanbul', at)).toBeNull()
    expect(futureFault('2026-04-12', 'America/Chicago', at)?.code).toBe('out_of_range')
    expect(futureFault('2026-04-13', 'Europe/Istanbul', at)?.detail).toContain('is not over yet')
    expect(futureFault('1899-12-31', 'Europe/Istanbul', at)?.code).toBe('out_of_range')
  })
})
