/** A thermometer that is read every ten minutes: its nights become minima by themselves. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../../src/common/time.ts'
import { keys, noonOf, type SyntheticRecord, startRecord, syntheticRun } from './synthetic-record.ts'

const row = { location: 'malatya', kind: 'air_2m', unit: 'C' }
const evening = Date.parse('2026-04-11T14:00:00Z')
const morning = Date.parse('2026-04-12T04:00:00Z')

let app: SyntheticRecord
beforeEach(async () => {
  app = await startRecord({ startAt: evening })
})
afterEach(async () => {
  expect(app.faults).toEqual([])
  await app.close()
})

const instant = (at: number) => new Date(at).toISOString()
const post = (body: unknown, key: string = keys.grower) => app.post('/observations', body, key)
const readingAt = (at: number, temperature: number) => ({ ...row, measured_at: instant(at), temperature })
/** Every ten minutes until `until`, hour by hour; lowest, −3.4 °C, at 02:30 UTC. */
async function readNight(until: number, key: string = keys.grower): Promise<void> {
  const coldest = Date.parse('2026-04-12T02:30:00Z')
  for (let hour = evening; hour < until; hour += hourMs) {
    const observations = [0, 10, 20, 30, 40, 50].map((minute) => {
      const at = hour + minute * minuteMs
      return readingAt(at, Math.round(10 * (-3.4 + Math.abs(coldest - at) / hourMs)) / 10)
    })
    app.turnClockTo(hour + 51 * minuteMs)
    const { status, body } = await post({ observations }, key)
    expect([status, body['stored']]).toEqual([200, 6])
  }
}
async function nights(): Promise<unknown> {
  const sensors = await app.store.record.sensors(null, 10)
  const stored = await app.store.record.observations(
    sensors.map(({ seq }) => seq),
    '2026-01-01'
  )
  return stored.map(({ date, minimumC }) => [date, minimumC])
}

describe('readings', () => {
  it('are stored once for an instant, beside nights, and the bad ones are listed', async () => {
    const reading = readingAt(evening, 8.5)
    const sent = [
      reading,
      { ...row, unit: undefined, date: '2026-04-10', minimum: 1 },
      { ...reading, unit: null }
    ]
    const { status, body } = await post({ observations: sent })
    expect([status, body['stored'], body['refused']]).toEqual([200, 2, 1])
    expect(body['observations']).toMatchObject([
      { status: 'stored', date: null, minimum: null, measured_at: reading.measured_at, temperature: 8.5 },
      { status: 'stored', date: '2026-04-10', minimum: 1, measured_at: null, temperature: null },
      { status: 'refused', measured_at: reading.measured_at, temperature: null, sensor: null }
    ])
    expect(String(body['observations']?.[2]?.['detail'])).toMatch(/^"unit" is required/)
    expect((await post(reading)).body).toMatchObject({ stored: 0, unchanged: 1 })
    expect((await post({ ...reading, temperature: 8.4 })).body['observations']).toMatchObject([
      { status: 'replaced', temperature: 8.4, previous_temperature: 8.5, previous_minimum: null }
    ])
  })

  it.each([
    ['an old one', { measured_at: instant(evening - 49 * hourMs) }, '/measured_at', 'validation_failed'],
    ['one of a probe that is away', { temperature: 327.67 }, '/temperature', 'observation_refused'],
    ['one with a night', { date: '2026-04-11' }, '/date', 'validation_failed'],
    ['a misspelt one', { temprature: 2 }, '/temprature', 'validation_failed']
  ])('where none is good nothing is stored: %s', async (_, change, pointer, code) => {
    const { status, body } = await post({ ...readingAt(evening, 3), ...change })
    expect([status, body['code'], body['errors']?.[0]?.['pointer']]).toEqual([422, code, pointer])
    expect(await app.store.record.sensors(null, 10)).toEqual([])
  })

  it('of a place that no one knows name the ones that may be meant, as a query does', async () => {
    const asked = await post({ ...readingAt(evening, 3), location: 'malatia' })
    expect(asked).toMatchObject({
      status: 422,
      body: {
        code: 'location_not_found',
        detail: 'location: No place has the slug "malatia". Did you mean "malatya"?',
        errors: [{ pointer: '/location', code: 'location_not_found' }],
        suggestions: expect.arrayContaining([{ slug: 'malatya', name: 'Malatya' }])
      }
    })
  })

  it('of a revoked sensor are refused, with the reason, until the operator accepts it', async () => {
    const lower = { ...readingAt(evening, 3), station: 'lower field' }
    await post({ observations: [lower, readingAt(evening, 3)] })
    const path = '/sensors/1/revoke'
    expect((await app.post(path, {}, keys.neighbour)).body['code']).toBe('sensor_not_found')
    expect((await app.post(path, {}, keys.grower)).body['sensor']).toMatchObject({
      state: 'revoked',
      revoked_at: '2026-04-11T17:00:00+03:00'
    })
    const { status, body } = await post(lower)
    expect([status, body['errors']?.[0]?.['pointer'], body['errors']?.[0]?.['code']]).toEqual([
      422,
      '/station',
      'sensor_revoked'
    ])
    expect(String(body['detail'])).toMatch(/^station: The sensor "lower field" is revoked\./)
    const { location, kind, station } = lower
    expect((await post({ location, kind, station, date: '2026-04-11', minimum: 1 })).status).toBe(422)
    expect((await post(readingAt(evening, 3))).status).toBe(200)
    expect((await post(lower, keys.neighbour)).status).toBe(200)
    const accepted = await app.post('/sensors/1/accept', {}, keys.operator)
    expect(accepted.body['sensor']).toMatchObject({ state: 'trusted', revoked_at: null })
    expect((await post(lower)).status).toBe(200)
  })
})

describe('a night of readings', () => {
  it('is a minimum once the sun is up, also when no other reading comes', async () => {
    await readNight(morning)
    expect(await nights()).toEqual([])
    app.turnClockTo(morning + 5 * minuteMs)
    await app.record.refresh()
    expect(await nights()).toEqual([['2026-04-12', -3.4]])
  })

  it('is one with the first reading after it, and follows what is corrected', async () => {
    await readNight(morning + hourMs)
    expect(await nights()).toEqual([['2026-04-12', -3.4]])
    await post(readingAt(Date.parse('2026-04-12T02:30:00Z'), -3.9))
    expect(await nights()).toEqual([['2026-04-12', -3.9]])
  })

  it('is one for each night that a request brings, as after a line that was down', async () => {
    const coldest = [Date.parse('2026-04-12T02:30:00Z'), Date.parse('2026-04-13T02:30:00Z')]
    const until = morning + 25 * hourMs
    app.turnClockTo(until)
    const observations = Array.from({ length: (until - evening) / (30 * minuteMs) }, (_, index) => {
      const at = evening + index * 30 * minuteMs
      const courses = coldest.map((one, night) => Math.abs(one - at) / hourMs - 2 - night)
      return readingAt(at, Math.round(10 * Math.min(...courses)) / 10)
    })
    expect((await post({ observations })).body['stored']).toBe(observations.length)
    expect(await nights()).toEqual([
      ['2026-04-12', -2],
      ['2026-04-13', -3]
    ])
  })

  it('with a gap of an hour is none', async () => {
    await post(readingAt(evening, 5))
    app.turnClockTo(morning + hourMs)
    await post(readingAt(morning, 1))
    await app.record.refresh()
    expect(await nights()).toEqual([])
  })

  it('teaches its own key, and nobody else', async () => {
    await app.issue(syntheticRun(noonOf('2026-04-10'), () => -1))
    app.turnClockTo(evening)
    await readNight(morning + hourMs)
    const learned = async (key?: string) =>
      (await app.get('/verification?location=malatya', key)).body['learned']
    expect(await learned(keys.grower)).toMatchObject({ nights: 1 })
    expect(await learned(keys.neighbour)).toBe(null)
    expect(await learned()).toBe(null)
  })
})
