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

  it('has its temperatures in its unit and its wind in km/h', () => {
    const fahrenheit = valuesOf({ temperature: 30.2, dew_point: 23, unit: 'F', wind_speed: 7.2 })
    expect(fahrenheit).toMatchObject({ temperatureC: -1, dewPointC: -5, windSpeedMps: 2 })
  })

  // WMO-No. 8: at 20 °C and 50 % the dew point is 9.3 °C.
  it('gets its dew point from the humidity, unless it was given', () => {
    expect(valuesOf({ temperature: 20, relative_humidity: 50 }).dewPointC).toBeCloseTo(9.3, 1)
    expect(valuesOf({ temperature: 20, relative_humidity: 50, dew_point: 8 }).dewPointC).toBe(8)
    expect(valuesOf({ relative_humidity: 0 }).dewPointC).toBe(null)
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
    ['above its own dew point', { dew_point: 2 }, 'dew_point', 'implausible'],
    ['with an exposure of the air', { exposure: 'vine' }, 'exposure', 'not_allowed'],
    ['of a humidity beyond 100 %', { relative_humidity: 101 }, 'relative_humidity', 'out_of_range'],
    ['of no place', { location: undefined }, 'location', 'required']
  ])('%s is refused', (_, change, member, code) => {
    expect(read(change)).toMatchObject({ kind: 'fault', fault: { member, code } })
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
    expect(read({ dew_point: value })).toMatchObject({ fault: { member: 'dew_point' } })
    expect(read({ relative_humidity: value })).toMatchObject({ fault: { member: 'relative_humidity' } })
  })
})
