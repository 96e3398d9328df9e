/** Uploads written after recorded ones: what each station says, and what of it is refused. */
import { describe, expect, test } from 'vitest'
import { protocolAt } from './registry.ts'
import type { FieldReading, TemperatureUnit, Upload } from './upload.ts'

interface Sent {
  readonly query?: string
  readonly body?: string
  readonly unit?: TemperatureUnit
}

function read(path: string, { query = '', body = '', unit }: Sent): Upload {
  const protocol = protocolAt.get(path)
  if (protocol === undefined) throw new Error(`${path} is a protocol`)
  return protocol.read({ query, body }, { unit: unit ?? null })
}

/** Device, field, value and unit of each, and what else it has. */
function readingsOf(upload: Upload): readonly unknown[] {
  if (upload.kind !== 'readings') throw new Error(JSON.stringify(upload))
  return upload.readings.map(({ device: _, ...reading }: FieldReading) =>
    Object.fromEntries(Object.entries(reading).filter(([, value]) => value !== undefined))
  )
}

const gateway =
  'PASSKEY=0123456789ABCDEF&stationtype=GW1100A_V2.1.8&dateutc=2026-04-12+01:40:05&tempinf=70.5&humidityin=41&baromrelin=29.42&baromabsin=26.81'

describe('a console of Ecowitt', () => {
  test('has its own thermometer and up to eight further ones, and one in the room', () => {
    const upload = read('ecowitt', {
      body: `${gateway}&tempf=30.2&humidity=88&windspeedmph=2.0&temp1f=28.4&humidity1=93&temp2f=55.0&tf_ch1=41.9`
    })
    expect(upload).toMatchObject({ sentAt: Date.parse('2026-04-12T01:40:05Z'), clock: 'station' })
    expect(readingsOf(upload)).toEqual([
      { field: 'tempinf', temperature: 70.5, unit: 'F', isIndoors: true },
      { field: 'tempf', temperature: 30.2, unit: 'F', relativeHumidity: 88, windSpeed: 2 * 1.609344 },
      { field: 'temp1f', temperature: 28.4, unit: 'F', relativeHumidity: 93 },
      { field: 'temp2f', temperature: 55, unit: 'F' },
      { field: 'tf_ch1', temperature: 41.9, unit: 'F' }
    ])
  })

  test('is known by a part of the hash of its key, never by the key', () => {
    const text = JSON.stringify(read('ecowitt', { body: `${gateway}&tempf=30.2` }))
    expect(text).not.toContain('0123456789ABCDEF')
    const other = read('ecowitt', { body: `${gateway.replace('0123', '9999')}&tempf=30.2` })
    expect(JSON.stringify(other)).not.toBe(text)
  })

  test('that is set to metric units contradicts its names, until its owner says so', () => {
    const body =
      'PASSKEY=A&dateutc=2026-04-12+01:40:05&tempinf=21&baromrelin=912.3&baromabsin=840.1&tempf=-1.4&windspeedmph=3.1&humidity=90'
    expect(read('ecowitt', { body })).toMatchObject({ kind: 'refused', reason: 'units_contradict' })
    expect(readingsOf(read('ecowitt', { body, unit: 'C' }))).toContainEqual({
      field: 'tempf',
      temperature: -1.4,
      unit: 'C',
      relativeHumidity: 90
    })
    expect(read('ecowitt', { body: `${gateway}&tempf=30.2`, unit: 'C' })).toMatchObject({
      reason: 'units_contradict'
    })
  })

  test.each([15.9, 33.1, 837.793, 0])('with a pressure of %d inches is refused', (pressure) => {
    const upload = read('ecowitt', { body: `tempf=30.2&baromabsin=${pressure}&dateutc=now` })
    expect(upload).toMatchObject({ kind: 'refused', reason: 'units_contradict' })
  })

  test.each([16, 24.74, 33, -9999])('with a pressure of %d inches is read', (pressure) => {
    expect(readingsOf(read('ecowitt', { body: `tempf=30.2&baromabsin=${pressure}` }))).toHaveLength(1)
  })

  test.each([
    ['tempf=-2&tempc=-2', undefined],
    ['temp3f=20.1&temp3c=20.1', undefined],
    ['tempf=50&tempc=11.2', undefined],
    ['tempf=30&tempc=-1.1', 'C' as const]
  ])('with two temperatures under one name, %s, is refused', (fields, unit) => {
    const upload = read('ecowitt', { body: `dateutc=now&${fields}`, ...(unit && { unit }) })
    expect(upload).toMatchObject({ kind: 'refused', reason: 'units_contradict' })
  })

  test('may say one temperature in both units', () => {
    for (const fields of [
      'tempf=50&tempc=11',
      'tempf=30.2&tempc=-1',
      'tempf=30&tempc=-1.1',
      'tempf=30.2&tempc=-9999'
    ])
      expect(readingsOf(read('ecowitt', { body: `dateutc=now&${fields}` }))).toHaveLength(2)
    expect(readingsOf(read('ecowitt', { body: 'tempf=-1.1&tempc=-1.1', unit: 'C' }))).toHaveLength(2)
  })

  test.each(['{"PASSKEY":"A","dateutc":"now","tempf":28.4}', '<xml/>', 'a=1&b=2'])(
    'that sends no form, but %s, is refused with a reason',
    (body) => expect(read('ecowitt', { body })).toMatchObject({ kind: 'refused', reason: 'unreadable' })
  )

  test('may begin its form with a mark', () => {
    expect(read('ecowitt', { body: `\uFEFF${gateway}&tempf=30.2` })).toEqual(
      read('ecowitt', { body: `${gateway}&tempf=30.2` })
    )
  })

  test.each(['toUpperCase', 'toLowerCase'] as const)('may write its names with other letters (%s)', (as) => {
    const changed = gateway.replaceAll(/[A-Z]+=/gi, (name) => name[as]())
    const name = 'tempf='[as]()
    expect(read('ecowitt', { body: `${changed}&${name}30.2` })).toEqual(
      read('ecowitt', { body: `${gateway}&tempf=30.2` })
    )
    const two = read('ecowitt', { body: `tempf=30.2&${name}30.2&TEMPF=31&temp1f=28` })
    expect(readingsOf(two).map((one) => Object.values(one as object).slice(0, 2))).toEqual([
      ['temp1f', 28],
      ['tempf', 30.2],
      ['tempf', 30.2],
      ['tempf', 31]
    ])
  })

  test.each([
    'Humidity=12&',
    'baromabsin=26.9&',
    'windspeedmph=3&WindSpeedMph=4&',
    'TEMPF=30.20&',
    'tempF=&',
    'x=1&X=2&'
  ])('that sends %s twice has its temperature', (more) => {
    const sent = read('ecowitt', { body: `${more}${gateway}&tempf=30.2&humidity=88` })
    expect(readingsOf(sent)).toContainEqual({
      ...{ field: 'tempf', temperature: 30.2, unit: 'F' },
      ...(!more.startsWith('Humidity') && { relativeHumidity: 88 })
    })
  })

  test('of Ambient is read alike, by GET', () => {
    const query =
      'stationtype=AMBWeatherV4.3.4&PASSKEY=B&dateutc=2026-4-12+1:4:5&tempf=31.1&humidity=80&batt_co2=1'
    expect(read('ambient', { query })).toMatchObject({ sentAt: Date.parse('2026-04-12T01:04:05Z') })
  })
})

describe('what sends to Weather Underground', () => {
  test('says now or nothing, or writes its dates unpadded', () => {
    const query = 'ID=IMALATYA1&PASSWORD=x&action=updateraw&tempf=29.8&humidity=91&dewptf=27.5&indoortempf=68'
    for (const now of ['now', 'NOW', ''])
      expect(read('wu', { query: `${query}&dateutc=${now}` })).toMatchObject({ sentAt: null })
    const dated = read('wu', { query: `${query}&dateutc=2026-4-2%209:7:5` })
    expect(dated).toMatchObject({ sentAt: Date.parse('2026-04-02T09:07:05Z') })
    expect(readingsOf(dated)).toEqual([
      { field: 'tempf', temperature: 29.8, unit: 'F', relativeHumidity: 91, dewPoint: 27.5 },
      { field: 'indoortempf', temperature: 68, unit: 'F', isIndoors: true }
    ])
  })

  test('in metric fields has degrees Celsius, and a wind of which nothing is known', () => {
    const query =
      'ID=X&outtemp=-1.4&outhumi=98&dewpoint=-1.7&windspeed=0.0&intemp=22.8&absbaro=909.5&relbaro=1033.4&dateutc=2026-4-12%204:42:35'
    expect(readingsOf(read('wu', { query }))).toEqual([
      { field: 'outtemp', temperature: -1.4, unit: 'C', relativeHumidity: 98, dewPoint: -1.7 },
      { field: 'intemp', temperature: 22.8, unit: 'C', isIndoors: true }
    ])
  })

  test('by a hub names each sensor', () => {
    const query =
      'dateutc=now&ID=mine&id=24C86E000000&mt=tower&sensor=00008384&humidity=30&tempf=29.3&baromin=29.29'
    expect(read('wu', { query })).toMatchObject({ readings: [{ device: 'mine 00008384', field: 'tempf' }] })
  })
})

describe('no number is made of what is none', () => {
  test.each(['NaN', '--', '12,3', '1e2', '0x20', 'Infinity', '-', '1.2.3'])('%s', (text) => {
    const body = new URLSearchParams({ tempf: text }).toString()
    expect(read('ecowitt', { body })).toMatchObject({ readings: [{ temperature: text }] })
  })

  test('an empty field says nothing', () => {
    expect(readingsOf(read('ecowitt', { body: 'tempf=&humidity=80' }))).toEqual([])
  })
})

describe('an upload is refused as a whole', () => {
  const many = Array.from({ length: 301 }, (_, index) => `x${index}=1`).join('&')
  test.each([
    ['of 301 fields', 'ecowitt', { body: many }, 'too_many_fields'],
    ['of two consoles', 'ecowitt', { query: 'PASSKEY=A&tempf=30', body: 'passkey=B' }, 'repeated_field'],
    ['of two times', 'wu', { query: 'tempf=30&dateutc=now&DATEUTC=2026-04-12' }, 'repeated_field'],
    [
      'of a pressure of which one is none',
      'ecowitt',
      { query: 'tempf=30&baromin=29&BAROMIN=990' },
      'units_contradict'
    ],
    ['of no time', 'wu', { query: 'tempf=30&dateutc=yesterday' }, 'unreadable_time'],
    ['of the 31st of April', 'wu', { query: 'tempf=30&dateutc=2026-04-31%2010:00:00' }, 'unreadable_time'],
    ['of a network that is no JSON', 'lorawan', { body: 'tempf=30' }, 'unreadable'],
    [
      'of a network that does not say when',
      'lorawan',
      {
        body: JSON.stringify({ end_device_ids: { device_id: 'a' }, uplink_message: { decoded_payload: {} } })
      },
      'unreadable_time'
    ]
  ])('%s', (_, path, sent, reason) => {
    expect(read(path, sent)).toMatchObject({ kind: 'refused', reason })
  })
})

describe('a LoRaWAN network', () => {
  const uplink = (decoded_payload: object, more: object = {}) =>
    JSON.stringify({
      end_device_ids: { device_id: 'orchard-1' },
      received_at: '2026-04-12T01:40:05.828332832Z',
      uplink_message: { f_port: 2, decoded_payload, received_at: '2026-04-12T01:40:05.621251971Z' },
      ...more
    })

  test('decodes by names that have a unit; the humidity is that of the same probe', () => {
    const body = uplink({
      BatV: 3.06,
      Hum_SHT: 88.6,
      TempC_DS: -1.81,
      TempC_SHT: -0.29,
      Systimestamp: 1661461942
    })
    const upload = read('lorawan', { body })
    expect(upload).toMatchObject({ sentAt: Date.parse('2026-04-12T01:40:05.621Z'), clock: 'network' })
    expect(readingsOf(upload)).toEqual([
      { field: 'TempC_DS', temperature: -1.81, unit: 'C' },
      { field: 'TempC_SHT', temperature: -0.29, unit: 'C', relativeHumidity: 88.6 }
    ])
  })

  test('of names without a unit has none, until the owner says it', () => {
    const body = uplink({ temperature_1: '-1.5', relative_humidity_1: 90, nested: { soil_temperature: 4 } })
    expect(readingsOf(read('lorawan', { body }))).toEqual([
      { field: 'temperature_1', temperature: -1.5, unit: null, relativeHumidity: 90 },
      { field: 'nested/soil_temperature', temperature: 4, unit: null }
    ])
    expect(read('lorawan', { body, unit: 'C' })).toMatchObject({ readings: [{ unit: 'C' }, { unit: 'C' }] })
  })

  test('sends joins, status and simulated uplinks, of which nothing is read', () => {
    const join = JSON.stringify({ end_device_ids: { device_id: 'a' }, join_accept: {} })
    for (const body of [join, uplink({ TempC_DS: 3 }, { simulated: true })])
      expect(read('lorawan', { body })).toEqual({ kind: 'ignored' })
    expect(read('lorawan', { query: 'event=status', body: '{"margin":7}' })).toEqual({ kind: 'ignored' })
  })

  const without = { end_device_ids: { device_id: 'a' }, received_at: '2026-04-12T01:40:05Z' }
  const chirp = { deviceInfo: { devEui: '01' }, time: '2026-04-12T01:40:05Z' }
  test.each([
    ['undecoded', { ...without, uplink_message: { f_port: 2, frm_payload: 'AQ==' } }, 'not_decoded'],
    ['undecoded by ChirpStack', { ...chirp, fPort: 2, data: 'qg==' }, 'not_decoded'],
    ['of the network itself', { ...without, uplink_message: { f_port: 0, frm_payload: 'AQ==' } }, null],
    ['of the network itself, by ChirpStack', { ...chirp, fPort: 0 }, null],
    ['of a door', { ...without, uplink_message: { decoded_payload: { open: true } } }, 'no_temperature'],
    ['decoded to nothing', { ...chirp, fPort: 2, data: 'qg==', object: {} }, 'no_temperature'],
    ['of nothing', {}, 'unreadable'],
    ['of The Things Network v2', { dev_id: 'a', payload_fields: { temp_c: 1 } }, 'unreadable'],
    ['of ChirpStack v3', { devEUI: 'AQ==', objectJSON: '{"temp_c":1}' }, 'unreadable'],
    ['in a list', [{ ...chirp, object: { temp_c: 1 } }], 'unreadable']
  ])('sends an uplink %s', (_, sent, reason) => {
    const upload = read('lorawan', { body: JSON.stringify(sent) })
    expect(upload).toMatchObject(reason === null ? { kind: 'ignored' } : { kind: 'refused', reason })
  })

  test('refuses with where its values are, and what would be read', () => {
    const body = uplink({ messages: [{ id: 4101, level: 3 }], battery: 99 })
    const detail = read('lorawan', { body })
    expect(detail).toMatchObject({ reason: 'no_temperature' })
    for (const part of ['"messages/0/id"', '"messages/0/level"', '"battery"', '"air_temperature"'])
      expect(JSON.stringify(detail).replaceAll('\\"', '"')).toContain(part)
  })

  test('that puts fields into its own units is read in them', () => {
    const sent = JSON.parse(uplink({ t: 30 })) as { uplink_message: object }
    Object.assign(sent.uplink_message, {
      normalized_payload: [{ air: { temperature: -1.1, relativeHumidity: 80 } }]
    })
    expect(readingsOf(read('lorawan', { body: JSON.stringify(sent), unit: 'F' }))).toEqual([
      { field: 'normalized_payload/0/air/temperature', temperature: -1.1, unit: 'C', relativeHumidity: 80 }
    ])
  })

  test('that says a member twice is not read', () => {
    const body = uplink({ TempC_DS: 3 }).replace('"TempC_DS":3', '"TempC_DS":3,"TempC_DS":-3')
    expect(read('lorawan', { body })).toMatchObject({ reason: 'repeated_field' })
  })

  test("is followed by its own clock, not by a gateway's", () => {
    const rxInfo = [{ nsTime: '2026-04-12T01:40:06.5Z' }, { nsTime: '2026-04-12T01:40:05.9Z' }, {}]
    const sent = { ...chirp, time: '1999-08-22T00:00:00Z', rxInfo, object: { temp_c: 1 } }
    const sentAt = Date.parse('2026-04-12T01:40:05.9Z')
    expect(read('lorawan', { body: JSON.stringify(sent) })).toMatchObject({ sentAt })
  })

  test('of ChirpStack is read as its documentation has it', () => {
    const body = JSON.stringify({
      deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
      time: '2026-04-12T01:40:05.775023242+00:00',
      deviceInfo: { applicationName: 'orchard', deviceName: 'd1', devEui: '0101010101010101' },
      object: { temperature_c: -2.25, humidity: 77 }
    })
    expect(read('lorawan', { query: 'event=up', body })).toMatchObject({
      sentAt: Date.parse('2026-04-12T01:40:05.775Z'),
      readings: [
        {
          device: '0101010101010101',
          field: 'temperature_c',
          temperature: -2.25,
          unit: 'C',
          relativeHumidity: 77
        }
      ]
    })
  })
})
