/** Reports of airports near watched places: who is asked, how often, and what is stored. */
import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '../../../src/common/time.ts'
import { openAirports } from '../../../src/observations/airport-fetches.ts'
import { type Outgoing, openOutgoing } from '../../../src/outgoing/outgoing.ts'
import { createMetar } from '../../../src/sources/metar/metar.ts'
import { openStore, type Store } from '../../../src/store/open.ts'
import { startApp } from '../../app.ts'
import { type LoopbackServer, startLoopback } from '../../receivers/loopback.ts'
import { openTestedData, type TestedData } from '../../tested-data.ts'

const startAt = Date.parse('2026-04-11T20:00:00Z')
const malatya = { lat: 38.353, lon: 38.312, elevation: 964 }
const erhac = {
  icaoId: 'LTAT',
  site: 'Malatya/Erhac',
  lat: 38.435,
  lon: 38.091,
  elev: 862,
  siteType: ['METAR']
}
const others = [
  { ...erhac, icaoId: 'FAR1', lat: 39 },
  { ...erhac, icaoId: 'HIGH', elev: 1120 },
  { ...erhac, icaoId: 'MUTE', siteType: ['TAF'] }
]
const reportOf = (icaoId: string, temp: number, at = now) => ({
  icaoId,
  temp,
  obsTime: at / 1000 - 600,
  clouds: []
})

let now = startAt
let stations: readonly object[] = []
let answer: (icaos: readonly string[]) => {
  readonly status: number
  readonly body?: string
  readonly headers?: Record<string, string>
}
let server: LoopbackServer
let outgoing: Outgoing
let store: Store
let data: TestedData
const signal = new AbortController().signal

beforeEach(async () => {
  now = startAt
  stations = [erhac, ...others]
  answer = (icaos) => ({ status: 200, body: JSON.stringify(icaos.map((icao) => reportOf(icao, 3))) })
  server = await startLoopback(({ path }) => {
    if (path.startsWith('/data/cache/')) return { status: 200, body: gzipSync(JSON.stringify(stations)) }
    return answer((new URL(path, 'http://x').searchParams.get('ids') ?? '').split(','))
  })
  outgoing = openOutgoing({ reach: 'operator', allowHttp: true, allow: [] })
  data = await openTestedData()
  store = await openStore({ ...data, now })
})
afterEach(async () => {
  await outgoing.close()
  await server.close()
  await store.close()
  await data.remove()
})

const open = (change: Partial<Parameters<typeof openAirports>[0]> = {}) =>
  openAirports({
    metar: createMetar({
      settings: { metar: 'on', url: server.origin },
      ...{ send: outgoing.send, clock: () => now, siteUrl: 'https://ayaz.example' }
    }),
    store: store.record,
    leases: store.leases,
    holder: randomUUID(),
    sites: async () => [malatya],
    isDemo: () => false,
    clock: () => now,
    report: () => undefined,
    ...change
  })
const asked = () => server.requests.map(({ path }) => path)
const metars = () => asked().filter((path) => path.startsWith('/api/'))

describe('airports', () => {
  it('within 40 km and 150 m of a watched place are asked, by a service that says who it is', async () => {
    const airports = open()
    await airports.fetch(signal)
    expect(asked()).toEqual(['/data/cache/stations.cache.json.gz', '/api/data/metar?ids=LTAT&format=json'])
    expect(server.requests[1]?.headers['user-agent']).toBe('Ayaz-frost-warnings/0.1 (+https://ayaz.example)')
    expect(await store.record.airports()).toMatchObject([{ icao: 'LTAT', elevation: 862 }])
    expect(await store.record.airportReports(0)).toMatchObject([
      { icao: 'LTAT', measuredAt: now - 600_000, temperatureC: 3, isWhole: true, dewPointC: null }
    ])
    expect(airports.state()).toEqual({ isOn: true, airports: 1, lastAnswerAt: now })
  })

  it('are asked a hundred at a time, and the list of stations once a day', async () => {
    stations = Array.from({ length: 250 }, (_, index) => ({
      ...erhac,
      icaoId: `T${String(index).padStart(3, '0')}`
    }))
    const airports = open()
    await airports.fetch(signal)
    now += 30 * minuteMs
    await airports.fetch(signal)
    expect(metars().map((path) => path.split(',').length)).toEqual([100, 100, 50, 100, 100, 50])
    expect(asked().length - metars().length).toBe(1)
    expect(await store.record.airportReports(0)).toHaveLength(500)
  })

  it('that refuse with 429 are left alone as long as they ask, and at least until the next round', async () => {
    answer = () => ({ status: 429, headers: { 'retry-after': '5400' } })
    const airports = open()
    await expect(airports.fetch(signal)).rejects.toThrow('429')
    for (let round = 0; round < 2; round++) {
      now += 30 * minuteMs
      await airports.fetch(signal)
    }
    expect(metars()).toHaveLength(1)
    now += 30 * minuteMs
    answer = () => ({ status: 204 })
    await airports.fetch(signal)
    expect(metars()).toHaveLength(2)
    expect(await store.record.airportReports(0)).toEqual([])
  })

  it('are not asked on synthetic weather, nor while nothing is watched, nor by two processes', async () => {
    await open({ isDemo: () => true }).fetch(signal)
    await open({ sites: async () => [] }).fetch(signal)
    expect(asked()).toEqual([])
    await open().fetch(signal)
    await open().fetch(signal)
    expect(metars()).toHaveLength(0)
    // A process that looked and had nothing to ask still counts: another one asks half an hour later.
    now += 30 * minuteMs
    await open().fetch(signal)
    await open().fetch(signal)
    expect(metars()).toHaveLength(1)
    const last = open()
    now += 28 * minuteMs
    expect(await last.fetch(signal)).toBe(false)
    now += 2 * minuteMs
    expect(await last.fetch(signal)).toBe(true)
    expect(await last.fetch(signal)).toBe(false)
  })

  it('of which another was not asked for is not stored', async () => {
    answer = () => ({ status: 200, body: JSON.stringify([reportOf('LTAT', 3), reportOf('XXXX', -40)]) })
    await open().fetch(signal)
    expect((await store.record.airportReports(0)).map(({ icao }) => icao)).toEqual(['LTAT'])
  })
})

it.each([
  ['METAR=off', { METAR: 'off', SOURCES: 'open-meteo' }],
  ['SOURCES=demo', { METAR: 'on', SOURCES: 'demo' }]
])('with %s no airport is asked', async (_, environment) => {
  const addresses = { METAR_URL: server.origin, OPEN_METEO_URL: server.origin }
  const app = await startApp({ environment: { ...addresses, ...environment }, clock: () => now })
  const status = await (await fetch(`${app.origin}/status`)).text()
  const metrics = await (await fetch(`${app.origin}/metrics`, { headers: { host: 'localhost' } })).text()
  await app.close()
  expect(status).not.toContain('Reports of airports')
  expect(metrics).not.toMatch(/^ayaz_airports_last_answer_timestamp_seconds /m)
  expect(asked().filter((path) => path.includes('metar') || path.includes('stations'))).toEqual([])
})
