/** What the operator's monitoring reads of a source with a budget, its circuit and the watched places. */
import { afterEach, expect, it } from 'vitest'
import { post } from '../../contracts/http-alerts/client.ts'
import { openStage, type Stage, settle } from './harness.ts'

let stage: Stage
afterEach(() => stage.close())

type Samples = Readonly<Record<string, number>>

/** By name and labels. */
async function samples(): Promise<Samples> {
  const text = await (await fetch(`${stage.app.origin}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', value = ''] = line.split(' ')
      return [name, value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value)]
    })
  )
}

const ofSource = (name: string, requester: string) =>
  `${name}{source="openweathermap",requester="${requester}"}`

it('budget, pace, queue and circuit have their values', async () => {
  stage = await openStage({ environment: { SOURCES: 'openweathermap' }, roundsOnClock: true })
  await settle(stage)
  const body = { location: 'malatya', channel: 'feed', threshold: 10 }
  expect((await post(stage.client, '/alerts/subscribe', body)).status).toBe(201)
  await stage.clock.rests('watch')
  stage.clock.move(60_000)
  await expect.poll(async () => (await samples())['ayaz_watched_places']).toBe(1)
  const quiet = await samples()
  expect(quiet).toMatchObject({
    'ayaz_upstream_budget_limit{source="openweathermap"}': 32_000,
    'ayaz_upstream_budget_used{source="openweathermap"}': stage.upstream.count('openweathermap'),
    'ayaz_watched_places_carried{state="own_period"}': 3959,
    'ayaz_watched_places_carried{state="slowest"}': 10_558,
    ayaz_watched_period_seconds: 10_800,
    ayaz_watched_missing_refreshes: 0,
    ayaz_watched_places_without_data: 0,
    [ofSource('ayaz_source_queue', 'visitor')]: 0,
    [ofSource('ayaz_source_circuit', 'visitor')]: 0,
    [ofSource('ayaz_source_circuit', 'watched')]: 0,
    'ayaz_http_connections_closed_total{reason="per_address"}': 0
  })
  const confirmedAt = quiet['ayaz_watched_oldest_confirmation_timestamp_seconds'] ?? 0
  expect(stage.clock.read() / 1000 - confirmedAt).toBeGreaterThanOrEqual(0)
  expect(stage.clock.read() / 1000 - confirmedAt).toBeLessThanOrEqual(60)

  await stage.upstream.fail({ kind: 'status', status: 500 })
  for (let lat = 37; lat < 42; lat++) await stage.client.ask(`/weather?lat=${lat}&lon=35`)
  const failing = await samples()
  expect(failing[ofSource('ayaz_source_circuit', 'visitor')]).toBe(2)
  expect(failing[ofSource('ayaz_source_circuit', 'watched')]).toBe(0)
  stage.clock.move(30_000)
  expect((await samples())[ofSource('ayaz_source_circuit', 'visitor')]).toBe(1)
})

it('fields are counted, with the cells that a refresh of all places costs and the seasons of a day', async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' }, roundsOnClock: true })
  await settle(stage)
  const field = { lon: 38.25, channel: 'feed', threshold: 10, crop: 'apple', stage: 'auto' }
  for (const body of [
    { ...field, lat: 38.37 },
    { ...field, lat: 38.38 },
    { ...field, lat: 38.38, lon: 38.26, crop: undefined, stage: undefined },
    { location: 'ankara', channel: 'feed', threshold: 10 }
  ])
    expect((await post(stage.client, '/alerts/subscribe', body)).status).toBe(201)
  await stage.clock.rests('watch')
  stage.clock.move(60_000)
  await expect.poll(async () => (await samples())['ayaz_watched_places']).toBe(4)
  expect(await samples()).toMatchObject({
    ayaz_watched_fields: 3,
    ayaz_watched_cells: 2,
    ayaz_watched_seasons: 1
  })
})
