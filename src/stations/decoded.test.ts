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
      [['air_temperature', -4.25, 'C', 80]]
    ],
    [
      'SenseCAP, by ids alone, which have one unit',
      {
        messages: [
          { type: 'report_telemetry', measurementId: 4097, measurementValue: -2.4 },
          { type: 'report_telemetry', measurementId: 4098, measurementValue: 91.4 },
          { type: 'report_telemetry', measurementId: 4105, measurementValue: 3 }
        ]
      },
      [['Air Temperature', -2.4, 'C', 91.4]]
    ],
    [
      'SenseCAP, of several probes',
      {
        messages: [
          [
            { measurementValue: -1, measurementId: '4203', type: 'Temperature', measurementChannel: '1' },
            { measurementValue: -3, measurementId: '4203', type: 'Temperature', measurementChannel: '2' }
          ]
        ]
      },
      [
        ['Temperature/1', -1, null],
        ['Temperature/2', -3, null]
      ]
    ],
    [
      'Adeunis, whose lists begin with now',
      {
        bytes: {
          decodingInfo: 'values: [t=0, t-1, t-2, ...]',
          temperatures: [
            { name: 'temperature 1', unit: '°C', values: [-4.5, 20] },
            { name: 'temperature 2', unit: '°C', values: [1] }
          ]
        }
      },
      [
        ['temperature 1', -4.5, 'C'],
        ['temperature 2', 1, 'C']
      ]
    ],
    ['a list of values of which none is known to be that of now', { temperature: { values: [20, -4] } }, []],
    ...['sensor', 'probe', 'depth', 'position', 'device'].map(
      (member) =>
        [
          `one title for each ${member}`,
          {
            sensors: [
              { [member]: 'A', name: 'temperature', value: 1 },
              { [member]: 'B', name: 'temperature', value: -2 }
            ]
          },
          [
            ['temperature/A', 1, null],
            ['temperature/B', -2, null]
          ]
        ] as const
    ),
    ...['channel', 'probe'].map(
      (member) =>
        [
          `one ${member} each of one device, at a place that is no name`,
          [1, 2].map((one) => ({
            device: 'A',
            position: { lat: 38 },
            [member]: one,
            type: 'temperature',
            value: one
          })),
          [
            ['temperature/1', 1, null],
            ['temperature/2', 2, null]
          ]
        ] as const
    ),
    [
      'Yosensi, of several addresses',
      {
        measurements: [
          { address: '', typeName: 'temperature', typeUnits: '[°C]', value: 2.5 },
          { address: '25', typeName: 'temperature', typeUnits: '[°C]', value: -1.5 },
          { address: '', typeName: 'relative humidity', typeUnits: '[%]', value: 71 }
        ]
      },
      [
        ['temperature', 2.5, 'C', 71],
        ['temperature/25', -1.5, 'C', 71]
      ]
    ],
    [
      'Watteco, with what it could not send before',
      [
        { variable: 'temperature', value: 20, date: '2026-04-12T01:10:44.508Z' },
        { variable: 'temperature', value: -1, date: '2026-04-12T01:40:44.508Z' },
        { variable: 'battery_voltage', value: 3.7, date: '2026-04-12T01:55:00Z' }
      ],
      [['temperature', -1, null]]
    ],
    [
      'lists with times of their own',
      {
        measurements: [
          { temperature: 3, log_timestamp: 1_754_433_055 },
          { temperature: -1, log_timestamp: 1_754_433_355 }
        ]
      },
      [['measurements/1/temperature', -1, null]]
    ],
    [
      'lists of several sensors, each with a time of its own',
      [
        { sensor: 'A', timestamp: 1_712_900_000, temperature: -3.1, unit: 'C' },
        { sensor: 'B', timestamp: 1_712_900_001, temperature: 1.2, unit: 'C' },
        { sensor: 'A', timestamp: 1_712_900_002, temperature: '-3.4', unit: '°C' },
        { sensor: 'B', timestamp: 1_712_800_000, temperature_soil: 4 }
      ],
      [
        ['1/temperature', 1.2, 'C'],
        ['2/temperature', -3.4, 'C'],
        ['3/temperature_soil', 4, null]
      ]
    ],
    ...['sensor', 'sensor_id', 'probeId', 'port'].flatMap((id) =>
      [
        ['A', 'B'],
        [1, 2]
      ].map(
        ([one, other]) =>
          [
            `sensors a second apart, of ${id} ${one}`,
            [
              { [id]: one, timestamp: 1_712_900_000, temperature: -3.1 },
              { [id]: other, timestamp: 1_712_900_001, temperature: 1.2 }
            ],
            [
              ['0/temperature', -3.1, null],
              ['1/temperature', 1.2, null]
            ]
          ] as const
      )
    ),
    ...[
      { type: 'temperature sensor', v: 3.61 },
      { kind: 'temp', v: 3.6 },
      { deviceName: 'Temperature Barn', val: 87 }
    ].flatMap((titled) => [
      [
        `a temperature beside another value of ${Object.values(titled)[0]}`,
        { ...titled, temperature: -4.2, humidity: 80 },
        [['temperature', -4.2, null, 80]]
      ] as const,
      [
        `a temperature with its unit beside another value of ${Object.values(titled)[0]}`,
        { ...titled, temperature: { value: -4.2, unit: 'C' } },
        [['temperature', -4.2, 'C']]
      ] as const
    ]),
    [
      'SenML',
      [
        { bn: 'urn:dev:1', n: 'temperature', u: 'Cel', v: -1.5 },
        { n: 'humidity', u: '%RH', v: 88 }
      ],
      [['temperature', -1.5, 'C', 88]]
    ],
    [
      'Cayenne, as ChirpStack decodes it',
      { temperatureSensor: { 3: -1.2, 5: 25.5 }, humiditySensor: { 4: 50 } },
      [
        ['temperatureSensor/3', -1.2, null],
        ['temperatureSensor/5', 25.5, null]
      ]
    ],
    [
      'statistics and units below the name',
      { temperature: { avg: 2, min: -1 }, temp2: { celsius: -1, fahrenheit: 30.2 }, temp3: { supply: 1840 } },
      [
        ['temperature/avg', 2, null],
        ['temperature/min', -1, null],
        ['temp2/celsius', -1, 'C'],
        ['temp2/fahrenheit', 30.2, 'F']
      ]
    ],
    [
      'names written together, and of other languages',
      { roomtemp_F: 30, ENVTemp: 3, soiltemp1: 4, sicaklik: -1, température: 2, Temperatur: 5, 'temp(℃)': 6 },
      [
        ['roomtemp_F', 30, 'F'],
        ['ENVTemp', 3, null],
        ['soiltemp1', 4, null],
        ['sicaklik', -1, null],
        ['température', 2, null],
        ['Temperatur', 5, null],
        ['temp(℃)', 6, 'C']
      ]
    ],
    [
      'words that only look like it',
      {
        template: 5,
        temporary: 3,
        attempts: 2,
        attempt_count: 2,
        tempo: 1,
        temper: 9,
        'temp_[n-3]': 4,
        TEMPLATE: 5,
        TEMPORARY: 3
      },
      []
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
      [['Air Temperature', -0.7, 'C', 90]]
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
