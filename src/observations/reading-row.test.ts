import { describe, expect, it } from 'vitest'
import { type RawReading, readReading } from './reading-row.ts'

const now = Date.parse('2026-04-12T00:40:00Z')
const raw = {
  location: 'malatya',
  measured_at: '2026-04-12T03:30:00+03:00',
  kind: 'air_2m',
  temperature: -1.5,
  unit: 'C'
}
const read = (change: RawReading) => readReading({ ...raw, ...change }, now)
const valuesOf = (change: RawReading) => {
  const result = read(change)
  if (result.kind === 'fault') throw new Error(result.fault.detail)
  return result.reading
}

describe('a reading', () => {
  it('is an instant with a temperature; all else may be absent', () => {
    expect(valuesOf({})).toEqual({
      place: { location: 'malatya' },
      ...{ kind: 'air_2m', exposure: null, station: '' },
      ...{ measuredAt: now - 600_000, temperatureC: -1.5, dewPointC: null, windSpeedMps: null }
    })
  })

  it('is one of the minute in which it was measured', () => {
    const at = Math.floor(now / 60_000) * 60_000 - 60_000 + 59_000
    expect(valuesOf({ measured_at: new Date(at).toISOString() })).toMatchObject({
      measuredAt: at - 59_000,
      instantAt: at
    })
  })

  it('has its temperatures in its unit and its wind in km/h', () => {
    const fahrenheit = valuesOf({ temperature: 30.2, dew_point: 23, unit: 'F', wind_speed: 7.2 })
    expect(fahrenheit).toMatchObject({ temperatureC: -1, dewPointC: -5, windSpeedMps: 2 })
  })

  // WMO-No. 8: at 20 °C and 50 % the dew point is 9.3 °C.
  it('gets its dew point from the humidity, unless it was given', () => {
    expect(valuesOf({ temperature: 20, relative_humidity: 50 }).dewPointC).toBeCloseTo(9.3, 1)
    expect(valuesOf({ temperature: 20, relative_humidity: 50, dew_point: 8 }).dewPointC).toBe(8)
  })

  it.each<[string, RawReading, number | null]>([
    ['102.9 %, as in fog', { relative_humidity: 102.9 }, -1.5],
    ['a dew point 0.6 above the temperature', { dew_point: -0.9 }, -1.5]
  ])('is saturated with %s', (_, change, dewPointC) => {
    const reading = valuesOf(change)
    expect(reading.dewPointC).toBeCloseTo(dewPointC ?? Number.NaN, 6)
    expect(reading.leftOut).toBeUndefined()
  })

  it.each<[RawReading, string]>([
    ...[-1, 0, 105.1, 655.35, -9999, 'x', [], true].map((value): [RawReading, string] => [
      { relative_humidity: value },
      'relative_humidity'
    ]),
    ...[2, -9999, 327.67, 'x', {}].map((value): [RawReading, string] => [{ dew_point: value }, 'dew_point']),
    ...[255, -1, 401, 'calm'].map((value): [RawReading, string] => [{ wind_speed: value }, 'wind_speed'])
  ])('is kept without a side value that cannot be: %j', (change, member) => {
    expect(valuesOf(change)).toMatchObject({
      ...{ temperatureC: -1.5, dewPointC: null, windSpeedMps: null },
      leftOut: [{ member, code: 'implausible', detail: expect.stringContaining('left out') }]
    })
  })

  it('has the dew point of its humidity where the one that was sent cannot be', () => {
    expect(valuesOf({ relative_humidity: 100, dew_point: 12 }).dewPointC).toBeCloseTo(-1.5, 6)
  })

  it.each([
    [0.84, 84],
    [1, 100],
    [0.005, 0.5]
  ])('with a humidity of %f is refused with the guess %f', (value, guess) => {
    const result = read({ relative_humidity: value })
    expect(result).toMatchObject({
      kind: 'fault',
      fault: { member: 'relative_humidity', code: 'implausible' }
    })
    expect(result.kind === 'fault' && result.fault.detail).toContain(`Did you mean ${guess}?`)
  })

  it.each<[string, RawReading, string, string]>([
    ['in six minutes', { measured_at: '2026-04-12T00:46:00Z' }, 'measured_at', 'out_of_range'],
    ['of the day before yesterday', { measured_at: '2026-04-10T00:39:00Z' }, 'measured_at', 'out_of_range'],
    ['of a day', { measured_at: '2026-04-12' }, 'measured_at', 'invalid_format'],
    ['of a time without an offset', { measured_at: '2026-04-12T00:40:00' }, 'measured_at', 'invalid_format'],
    ['of a leap second', { measured_at: '2026-04-11T23:59:60Z' }, 'measured_at', 'out_of_range'],
    ['without a unit', { unit: undefined }, 'unit', 'required'],
    ['in kelvin', { unit: 'K' }, 'unit', 'not_allowed'],
    ['without a temperature', { temperature: null }, 'temperature', 'required'],
    ['too cold', { temperature: -90.1 }, 'temperature', 'implausible'],
    ['too warm', { temperature: 45.1 }, 'temperature', 'implausible'],
    ['too warm in Fahrenheit', { temperature: 114, unit: 'F' }, 'temperature', 'implausible'],
    ['of a plant, too cold', { kind: 'plant', temperature: -95.1 }, 'temperature', 'implausible'],
    ['with an exposure of the air', { exposure: 'vine' }, 'exposure', 'not_allowed'],
    ['of no place', { location: undefined }, 'location', 'required']
  ])('%s is refused', (_, change, member, code) => {
    expect(read(change)).toMatchObject({ kind: 'fault', fault: { member, code } })
  })

  it.each([
    [271.15, '−2 °C, in kelvin'],
    [104, '40 °C, in Fahrenheit'],
    [-230, '−23 °C, in tenths of a degree']
  ])('of %f °C is refused with the guess %s', (temperature, guess) => {
    const { fault } = read({ temperature }) as { readonly fault: { readonly detail: string } }
    expect(fault.detail).toContain(`Did you mean ${guess}?`)
  })

  it('is taken up to its limits', () => {
    for (const [change] of [
      [{ measured_at: '2026-04-12T00:45:00Z' }],
      [{ measured_at: '2026-04-10T00:40:00Z' }],
      [{ temperature: -90 }],
      [{ temperature: 45 }],
      [{ kind: 'plant', temperature: -95 }]
    ] as const) {
      expect(read(change).kind).toBe('reading')
    }
  })

  it.each([-9999, 327.67, -127, 32767, -999])('%d says that there is no probe', (value) => {
    const { fault } = read({ temperature: value }) as { readonly fault: { readonly detail: string } }
    expect(fault).toMatchObject({ member: 'temperature', code: 'implausible' })
    expect(fault.detail).toContain('no probe')
  })
})
