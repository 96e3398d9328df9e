/** What decoders of many makers call a temperature: the number with its unit, or without one that was given. */
import { describe, expect, it } from 'vitest'
import { decodedReadings } from './decoded.ts'
import { storableName, type TemperatureUnit } from './upload.ts'

const found = (decoded: unknown, given: TemperatureUnit | null = null) =>
  decodedReadings('d', decoded, given)?.map(({ field, temperature, unit, relativeHumidity, dewPoint }) => [
    ...[field, temperature, unit],
    ...(relativeHumidity === undefined ? [] : [relativeHumidity]),
    ...(dewPoint === undefined ? [] : [dewPoint])
  ])

describe('decoded fields', () => {
  it.each([
    [
      'Dragino LHT65',
      { TempC_SHT: -1.2, Hum_SHT: 88, TempC_DS: -3 },
      [
        ['TempC_SHT', -1.2, 'C', 88],
        ['TempC_DS', -3, 'C']
      ]
    ],
    [
      'Dragino of three probes',
      { TempC1: -1, TempC2: 4.5, Temp_Red: 3 },
      [
        ['TempC1', -1, 'C'],
        ['TempC2', 4.5, 'C'],
        ['Temp_Red', 3, null]
      ]
    ],
    [
      'probes by title, each of its own member',
      { probe1: { type: 'Temperature', value: 3 }, probe2: { type: 'Temperature', value: 5 } },
      [
        ['probe1/Temperature', 3, null],
        ['probe2/Temperature', 5, null]
      ]
    ],
    [
      'a title beside a temperature',
      { name: 'barn', value: 12, temperature: -1.3 },
      [['temperature', -1.3, null]]
    ],
    ['Dragino, written as text', { temp_DS18B20: '-0.31', conduct_SOIL: 0 }, [['temp_DS18B20', -0.31, null]]],
    [
      'Milesight',
      { battery: 99, temperature: -2.5, humidity: 91, temperature_alarm: 'threshold alarm' },
      [['temperature', -2.5, null, 91]]
    ],
    [
      'Milesight, with what it could not send before',
      { temperature: -2.5, history: [{ timestamp: 1_700_000_000, temperature: 20 }] },
      [['temperature', -2.5, null]]
    ],
    [
      'what a logger has around it',
      { DataLogger: { temperature: -2.5 } },
      [['DataLogger/temperature', -2.5, null]]
    ],
    [
      'Milesight, a sudden change',
      { temperature: -2.5, temperature_mutation: 3.1 },
      [['temperature', -2.5, null]]
    ],
    [
      'Decentlab',
      {
        air_temperature: { displayName: 'Air temperature', unit: '°C', value: -4.25 },
        air_humidity: { unit: '%', value: 80 }
      },
      [['air_temperature', -4.25, 'C']]
    ],
    [
      'SenseCAP',
      {
        messages: [
          [
            { measurementId: '4097', type: 'Air Temperature', measurementValue: -0.7 },
            { measurementId: '4098', type: 'Air Humidity', measurementValue: 90 }
          ]
        ]
      },
      [['Air Temperature', -0.7, null]]
    ],
    [
      'names in camel case',
      { externalTemperature: 1, airTemperature: 2, airHumidity: 70 },
      [
        ['externalTemperature', 1, null],
        ['airTemperature', 2, null, 70]
      ]
    ],
    [
      'names with their unit in brackets',
      { 'Temperature (°C)': -1, 'Humidity (%)': 60, 'Soil temp [degF]': 41 },
      [
        ['Temperature (°C)', -1, 'C', 60],
        ['Soil temp [degF]', 41, 'F']
      ]
    ],
    ['a unit beside it', { temperature: 30.2, temperature_unit: 'Fahrenheit' }, [['temperature', 30.2, 'F']]],
    [
      'a unit around it',
      { StatusSNS: { DS18B20: { Temperature: 30.2 }, TempUnit: 'F' } },
      [['StatusSNS/DS18B20/Temperature', 30.2, 'F']]
    ],
    ['a unit against the name', { temperature_c: 30.2, TempUnit: 'F' }, [['temperature_c', 30.2, null]]],
    [
      'kelvin',
      { temperature: { value: 271.1, unit: 'K' }, temp_k: 271 },
      [
        ['temperature', 271.1, null],
        ['temp_k', 271, null]
      ]
    ],
    [
      'what is set or set off',
      { temperature_setpoint: 21, temperature_calibration: -2, temperatureOffset: 1 },
      []
    ],
    ['no number', { temperature: null, temp1: true, temp2: [1], attempts: 3 }, []],
    ['a number with its unit', { temperature: '21,3 °C' }, [['temperature', '21,3 °C', null]]],
    [
      'names of JavaScript',
      JSON.parse('{"__proto__": {"temperature_c": 1}, "constructor": 2}'),
      [['__proto__/temperature_c', 1, 'C']]
    ]
  ] as const)('of %s', (_, decoded, wanted) => {
    expect(found(decoded)).toEqual(wanted)
  })

  it('have the unit that the owner says where they do not say one, or say two', () => {
    expect(found({ temperature: 30, temp_c: 1, TempUnit: 'C' }, 'F')).toEqual([
      ['temperature', 30, 'C'],
      ['temp_c', 1, 'C']
    ])
    expect(found({ temperature: { value: 3, unit: 'K' }, temp_c: 1, unit: 'F' }, 'C')).toEqual([
      ['temperature', 3, 'F'],
      ['temp_c', 1, 'C']
    ])
  })

  it('nested deeply or without an end are not all visited', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`) as unknown
    expect(found(deep)).toBeUndefined()
  })
})

describe('a name from outside', () => {
  it('stays another one than any other, can be stored, and is no longer than its column', () => {
    const parts = ['a'.repeat(79), '\u0000', '\ud800', '😀', 'b', '\u0001', '~']
    const names = parts.flatMap((one) => parts.flatMap((two) => parts.map((three) => one + two + three)))
    const stored = names.map((name) => storableName(name, 80))
    expect(new Set(stored).size).toBe(new Set(names).size)
    for (const name of stored) {
      expect(name.length).toBeLessThanOrEqual(80)
      expect(name).not.toMatch(/[\p{Cc}\p{Cs}]/u)
    }
  })
})
