/** What devices publish: each preset reads a temperature with its unit, or says that it is none. */
import { describe, expect, test } from 'vitest'
import { type BrokerTopics, presetNames, type TemperatureUnit, type Upload } from '../upload.ts'
import { readPublication } from './presets.ts'

describe('what is published to a broker', () => {
  const at = Date.parse('2026-04-12T01:40:05Z')
  const published = (
    preset: BrokerTopics['preset'],
    payload: string,
    more: { readonly pointer?: string; readonly unit?: TemperatureUnit; readonly topic?: string } = {}
  ) =>
    readPublication(
      { topic: more.topic ?? 'a/b', payload, at },
      { preset, pointer: more.pointer ?? null },
      { unit: more.unit ?? null }
    )
  const valuesOf = (upload: Upload) =>
    upload.kind === 'readings'
      ? upload.readings.map(({ field, temperature, unit }) => [field, temperature, unit])
      : upload.kind

  test('is of when it arrived', () => {
    expect(published('esphome', '1.5')).toMatchObject({ sentAt: at, clock: 'network' })
  })

  test.each(presetNames)('as %s is no reading where it is empty or says that nothing was read', (preset) => {
    for (const payload of ['', ' ', 'unavailable', 'unknown', 'None', 'nan', 'null'])
      expect(published(preset, payload), payload).toEqual({ kind: 'ignored' })
  })

  test.each(['12,3', '21.5 °C', '1e2', '\uFFFD\uFFFD', '0x20', '-'])(
    'as a state is not the number that %s looks like, and is counted',
    (payload) => {
      for (const preset of ['esphome', 'statestream'] as const)
        expect(valuesOf(published(preset, payload))).toEqual([['state', payload, null]])
    }
  )

  test.each(['tasmota', 'zigbee2mqtt', 'shelly', 'json'] as const)('as %s is JSON', (preset) => {
    for (const payload of [
      '{"temperature": NaN}',
      '\u0000\uFFFD',
      "{'temperature': 1}",
      '{"a":1',
      'x'.repeat(9999)
    ])
      expect(published(preset, payload, { pointer: '/temperature' })).toMatchObject({ reason: 'unreadable' })
    const twice = '{"temperature":1,"temperature":-3}'
    expect(published(preset, twice, { pointer: '/temperature' })).toMatchObject({ reason: 'repeated_field' })
  })

  test('by Zigbee2MQTT is °C, but of a device that is set to show Fahrenheit that is not known', () => {
    for (const name of [
      'temperature_unit',
      'temperature_units',
      'temperature_display_mode',
      'display_unit'
    ]) {
      const shows = (unit: unknown) => JSON.stringify({ temperature: 30.2, [name]: unit })
      for (const other of ['celsius', false, 'flipped'])
        expect(valuesOf(published('zigbee2mqtt', shows(other)))).toEqual([['temperature', 30.2, 'C']])
      expect(valuesOf(published('zigbee2mqtt', shows('fahrenheit')))).toEqual([['temperature', 30.2, null]])
      const said = valuesOf(published('zigbee2mqtt', shows('°F'), { unit: 'F' }))
      expect(said).toEqual([['temperature', 30.2, 'F']])
    }
  })

  test('by Tasmota has each of its probes in the unit beside or around them', () => {
    const probes = { 'DS18B20-1': { Temperature: 30.2 }, 'DS18B20-2': { Temperature: 28.4 }, TempUnit: 'F' }
    expect(valuesOf(published('tasmota', JSON.stringify({ StatusSNS: probes }), { unit: 'C' }))).toEqual([
      ['StatusSNS/DS18B20-1/Temperature', 30.2, 'F'],
      ['StatusSNS/DS18B20-2/Temperature', 28.4, 'F']
    ])
  })

  test('by Shelly has no reading without a probe, and no number in a text', () => {
    const reported = (tC: unknown) =>
      JSON.stringify({ params: { 'temperature:100': { tC }, 'switch:0': { temperature: { tC: 60 } } } })
    expect(valuesOf(published('shelly', reported(null)))).toEqual([])
    expect(valuesOf(published('shelly', reported('x')))).toEqual([['temperature:100/tC', 'x', 'C']])
    expect(valuesOf(published('shelly', reported({ toString: 0, valueOf: 0 })))).toEqual([])
  })

  test('in JSON is what the pointer finds, of whatever type', () => {
    const payload = JSON.stringify({ a: [{ t: '-1.5' }, { t: true }, { t: null }], 'b/c': 2, d: '1,5' })
    for (const [pointer, value] of [
      ['/a/0/t', -1.5],
      ['/a/1/t', true],
      ['/b~1c', 2],
      ['/d', '1,5']
    ] as const)
      expect(valuesOf(published('json', payload, { pointer }))).toEqual([[pointer, value, null]])
    for (const pointer of ['/a/2/t', '/a/9/t', '/a/length', '/__proto__', '/b/c'])
      expect(valuesOf(published('json', payload, { pointer }))).toBe('ignored')
  })

  test('in JSON is no object or list', () => {
    for (const payload of ['{"t":{"toString":0}}', '[[1]]', `${'['.repeat(5000)}${']'.repeat(5000)}`])
      for (const pointer of ['', '/t', '/0'])
        expect(typeof valuesOf(published('json', payload, { pointer }))).toBe('string')
  })

  test.each(['esphome', 'statestream'] as const)('by %s is no state in words, and no time', (preset) => {
    for (const state of ['on', 'home', 'Living room', '2026-11-28T14:00:00+03:00'])
      expect(valuesOf(published(preset, state))).toBe('ignored')
    for (const number of ['-1.5', '-1.3333333333333335'])
      expect(valuesOf(published(preset, number))).toEqual([['state', Number(number), null]])
  })

  test('on two long topics is of two devices', () => {
    const devices = ['1', '2'].map((end) => {
      const upload = published('esphome', '1', { topic: `${'a/'.repeat(150)}${end}` })
      return upload.kind === 'readings' ? upload.readings[0]?.device : ''
    })
    expect(new Set(devices).size).toBe(2)
  })
})
