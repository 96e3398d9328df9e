/** A thermometer that lies is set aside with its reason, moves nothing, and is lifted by its own readings alone. */

import { afterEach, expect, it } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../../../src/common/time.ts'
import type { FaultReason } from '../../../src/observations/faults/sensor-fault.ts'
import { byHand } from '../../../src/observations/ports.ts'
import { valueAt } from '../../../src/weather/series.ts'
import { addDays } from '../../../src/weather/zone-clock.ts'
import {
  datesFrom,
  keys,
  malatya,
  noonOf,
  type SyntheticRecord,
  startRecord,
  syntheticRun
} from './synthetic-record.ts'

const noon = noonOf('2026-04-11')
let app: SyntheticRecord
let now = noon
afterEach(() => app.close())

const snapshot = () => syntheticRun(now, () => 1)

function forecastC(at: number): number {
  const hour = Math.floor(at / hourMs)
  const { series } = snapshot()
  const [from, to] = [hour, hour + 1].map((one) => valueAt(series, 'temperature', one))
  return (from ?? 0) + (at / hourMs - hour) * ((to ?? 0) - (from ?? 0))
}

/** Every ten minutes until an instant, with a waver of tenths. */
async function measureUntil(
  until: number,
  readC: (at: number) => number,
  { everyMs = 10 * minuteMs, key = keys.grower as string } = {}
): Promise<void> {
  const rows = []
  for (let at = now + everyMs; at <= until; at += everyMs)
    rows.push({
      ...{ location: 'malatya', kind: 'air_2m', station: 'garden', unit: 'C' },
      measured_at: new Date(at).toISOString(),
      temperature: Math.round(10 * readC(at)) / 10
    })
  now = until
  app.turnClockTo(now)
  for (let from = 0; from < rows.length; from += 80) {
    const { status } = await app.post('/observations', { observations: rows.slice(from, from + 80) }, key)
    expect(status).toBe(200)
  }
  await app.record.refresh()
}

async function sensor(lang = 'en', key: string = keys.grower) {
  const { body } = await app.get(`/sensors?lang=${lang}`, key)
  return body['sensors']?.[0]
}

const honest = (at: number) => forecastC(at) - 0.8 + 0.4 * Math.sin(at / hourMs)

async function start(key: string = keys.grower) {
  now = noon
  app = await startRecord({ startAt: now, stored: async () => snapshot() })
  await measureUntil(now + dayMs, honest, { key })
  expect(await sensor('en', key)).toMatchObject({ state: 'trusted', reason: null, set_aside_since: null })
}

it('is told with its reason in both languages, and its nights are no minima', async () => {
  await start()
  await measureUntil(now + 10 * hourMs, () => 7.3)
  const found = await sensor()
  expect(found).toMatchObject({ state: 'set_aside', reason: 'frozen' })
  expect(found?.['notices']?.[0]).toMatchObject({
    code: 'frozen',
    message: expect.stringContaining('one value')
  })
  expect(app.reports).toContain('sensor_set_aside')
  expect((await sensor('tr'))?.['notices']?.[0]?.['message']).toContain('aynı değeri')
  for (const hours of [7, 7]) await measureUntil(now + hours * hourMs, () => 7.3)
  expect(app.reports.filter((event) => event === 'sensor_set_aside')).toHaveLength(1)
  const [known] = await app.store.record.sensors(null, 10)
  expect(await app.store.record.observations([known?.seq ?? 0], '2026-04-12')).toEqual([])
})

it('moves its owner’s night to neither side from the next night on', async () => {
  await start()
  const updatedBy = async () =>
    (await app.get('/verification?location=malatya', keys.grower)).body['tonight']?.['updated_by']
  // Found in the evening: what it has raised may stand for that night.
  await measureUntil(now + 9 * hourMs, (at) => (at < noon + 27 * hourMs ? honest(at) : -3))
  expect(await sensor()).toMatchObject({ reason: 'frozen' })
  expect(await updatedBy()).toMatchObject({ station: 'garden' })
  await measureUntil(now + dayMs, () => -3)
  expect(await updatedBy()).toBe(null)
})

it('is lifted by three days of its own readings, and by no silence', async () => {
  await start()
  await measureUntil(now + 10 * hourMs, () => 7.3)
  expect((await sensor())?.['reason']).toBe('frozen')
  now += 10 * dayMs
  app.turnClockTo(now)
  await app.record.refresh()
  expect((await sensor())?.['reason']).toBe('frozen')
  for (let day = 0; day < 4; day++) await measureUntil(now + dayMs, honest)
  expect(await sensor()).toMatchObject({ state: 'trusted', reason: null })
})

it.each([2, 3])(
  'is lifted by three days of its own readings also where it sends every %i hours',
  async (hours) => {
    await start()
    await measureUntil(now + 10 * hourMs, () => 7.3)
    expect((await sensor())?.['reason']).toBe('frozen')
    for (let day = 0; day < 6; day++) await measureUntil(now + dayMs, honest, { everyMs: hours * hourMs })
    expect(await sensor()).toMatchObject({ state: 'trusted', reason: null })
  }
)

it('is not lifted by readings that leave out half of each day', async () => {
  await start()
  await measureUntil(now + 10 * hourMs, () => 7.3)
  for (let day = 0; day < 6; day++) {
    await measureUntil(now + 12 * hourMs, honest, { everyMs: 3 * hourMs })
    now += 12 * hourMs
  }
  app.turnClockTo(now)
  await app.record.refresh()
  expect((await sensor())?.['state']).toBe('set_aside')
})

it('is looked for in no thermometer that a person reads, who gets up in frost alone', async () => {
  now = noon
  app = await startRecord({ startAt: now, stored: async () => snapshot() })
  const { key: pointKey, ...position } = malatya
  const point = { pointKey, ...position }
  const read = { owner: 'grower', isOperators: false, kind: 'air_2m', exposure: null, point } as const
  for (const afterNoonHours of [5, 8, 11, 14]) {
    now = noon + afterNoonHours * hourMs
    const [temperatureC, dewPointC, windSpeedMps] = [honest(now), null, null]
    const sensor = { ...read, station: byHand }
    await app.store.record.saveReadings(
      [{ sensor, measuredAt: now, temperatureC, dewPointC, windSpeedMps }],
      now
    )
  }
  app.turnClockTo(now)
  await app.record.refresh()
  expect(await sensor()).toMatchObject({ state: 'trusted', reason: null })
})

/** On eleven nights so far from their forecasts, which the operator believes. */
async function startProven(offC: number): Promise<void> {
  const dates = datesFrom('2026-03-31', 12)
  app = await startRecord({ startAt: noonOf('2026-03-30'), stored: async () => snapshot() })
  for (const [index, date] of dates.entries()) {
    await app.issue(syntheticRun(noonOf(addDays(date, -1)), () => 1))
    now = noonOf(date)
    app.turnClockTo(now)
    const night = { location: 'malatya', date, kind: 'air_2m', station: 'garden', minimum: 1 + offC }
    const { body } = await app.post('/observations', { observations: [night] }, keys.operator)
    const id = body['sensors']?.[0]?.['id']
    if (index === 0) expect((await app.post(`/sensors/${id}/accept`, {}, keys.operator)).status).toBe(200)
  }
}

it('is lifted where it has always been 7 °C colder', async () => {
  await startProven(-7)
  const usual = (at: number) => honest(at) - 6.2
  await measureUntil(now + 2 * dayMs, usual, { key: keys.operator })
  expect(await sensor('en', keys.operator)).toMatchObject({ state: 'trusted' })
  await measureUntil(now + 10 * hourMs, () => -3.3, { key: keys.operator })
  expect(await sensor('en', keys.operator)).toMatchObject({ reason: 'frozen' })
  for (let day = 0; day < 6; day++) await measureUntil(now + dayMs, usual, { key: keys.operator })
  expect(await sensor('en', keys.operator)).toMatchObject({ state: 'trusted', reason: null })
})

/** Those that follow the night at an instant, for an owner or everybody: whether by a record. */
async function followed(at: number, owner: string | null, { turnClockTo, record, learning } = app) {
  now = at
  turnClockTo(now)
  await record.refresh()
  const learned = owner === null ? learning.shared(snapshot()) : learning.own(snapshot(), owner)
  return (learned?.evening ?? []).map((station) => (station.record === null ? 'colder only' : 'proven'))
}

async function accuse(foundAt: number, reason: FaultReason = 'frozen'): Promise<void> {
  const [known] = await app.store.record.sensors(null, 10)
  const fault = { reason, from: foundAt, foundAt, seenAt: foundAt }
  await app.store.record.saveFault(known?.seq ?? 0, fault, foundAt)
}

/** Malatya's noon is at 9:27 UTC; hours of April 12. */
it.each([
  ['09:30', 6.5, { outAt: 12, staysUntil: 9.3 }],
  ['12:40', 9.7, { outAt: 33.6, staysUntil: 33.3 }],
  ['23:00', 20, { outAt: 33.6, staysUntil: 33.3 }],
  ['06:00 of the next day', 27, { outAt: 33.6, staysUntil: 33.3 }]
])('found at %s it is heard until noon, and not in the next night', async (_, foundAt, expected) => {
  await start()
  await measureUntil(now + dayMs, honest)
  const hour = (hours: number) => noon + (12 + hours) * hourMs
  await accuse(hour(foundAt))
  expect(await followed(hour(expected.staysUntil), 'grower')).toEqual(['colder only'])
  for (const hours of [expected.outAt, expected.outAt + 7, expected.outAt + 15])
    expect(await followed(hour(hours), 'grower')).toEqual([])
})

it('in a place where it departs it goes on to make its owner’s nights colder, and no others', async () => {
  await start()
  await measureUntil(now + dayMs, honest)
  await accuse(noon + 18 * hourMs, 'elsewhere')
  expect(await followed(noon + 45 * hourMs, 'grower')).toEqual(['colder only'])
  expect(await followed(noon + 45 * hourMs, null)).toEqual([])
})

it('as an airport is out from noon on, and after a restart in the night colder only', async () => {
  const lieAt = noonOf('2026-04-11')
  now = lieAt + 18 * hourMs
  app = await startRecord({ startAt: now, stored: async () => snapshot() })
  const icao = 'LTAT'
  const airport = { icao, name: 'Malatya', lat: 38.435, lon: 38.091, elevation: 962 }
  const values = {
    temperatureC: 7,
    dewPointC: null,
    windSpeedMps: null,
    cloudCoverFraction: null,
    isWhole: true
  }
  const reports = Array.from({ length: 96 }, (_, half) => ({
    ...{ icao, measuredAt: lieAt + (half - 20) * 30 * minuteMs },
    ...values
  }))
  await app.store.record.saveAirportReports([airport], reports)
  expect(await followed(lieAt + 21 * hourMs, null)).toEqual(['colder only'])
  expect(app.reports).toContain('airport_set_aside')
  expect(await followed(lieAt + 30 * hourMs, null)).toEqual([])
  now = lieAt + 31 * hourMs
  const again = await startRecord({ startAt: now, stored: async () => snapshot(), data: app.data })
  expect(again.reports).toContain('airport_set_aside')
  for (const hours of [31, 35, 44, 45])
    expect(await followed(lieAt + hours * hourMs, null, again)).toEqual(['colder only'])
  expect(await followed(lieAt + 46 * hourMs, null, again)).toEqual([])
  await again.close()
})

it('is heard by all until noon if they heard it before, and else by its owner alone', async () => {
  await startProven(-1)
  const day = now + 12 * hourMs
  await measureUntil(now + dayMs, (at) => honest(at) - 0.2, { key: keys.operator })
  expect(await followed(day - 2 * hourMs, null)).toEqual(['proven'])
  await accuse(day)
  for (const hours of [0.1, 2, 9.3])
    expect(await followed(day + hours * hourMs, null)).toEqual(['colder only'])
  expect(await followed(day + 9.6 * hourMs, null)).toEqual([])
  await app.close()
  await start(keys.operator)
  await accuse(noon + dayMs)
  expect(await followed(noon + dayMs, 'operator')).toEqual(['colder only'])
  expect(await followed(noon + dayMs, null)).toEqual([])
})
