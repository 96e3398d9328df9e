/** Places that the app watches are asked for together, and yet each of them fares as if it had been asked for alone. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import type { Forecasts } from '../../../src/forecasts/forecasts.ts'
import type { Source } from '../../../src/sources/source.ts'
import { type Point, pointOf } from '../../../src/weather/point.ts'
import { startUpstream } from '../../upstream/upstream.ts'
import { clearNights, shifted } from '../../upstream/weather.ts'
import { type BareStage, openBareStage } from './bare-forecasts.ts'

let bare: BareStage
beforeEach(async () => {
  bare = await openBareStage()
})
afterEach(() => bare.close())

const places: readonly Point[] = Array.from({ length: 20 }, (_, index) =>
  pointOf({ lat: 36 + index / 4, lon: 30, timezone: 'Europe/Istanbul', elevation: 500 + index })
)
const [first, second, third] = places as readonly [Point, Point, Point]
const visitor = { kind: 'client', key: '203.0.113.7' } as const

function source(id: 'open-meteo' | 'met-norway', dailyBudget: number | null = null): Source {
  const synthetic = bare.source(id)
  return { ...synthetic, limits: { ...synthetic.limits, dailyBudget, costOf: () => 1 } }
}

function open(...sources: readonly Source[]): Forecasts {
  return bare.forecasts({ sources })
}

async function sourcesOf(
  forecasts: Forecasts,
  points: readonly Point[]
): Promise<readonly (string | null)[]> {
  const shown = await Promise.all(points.map((point) => forecasts.peek(point)))
  return shown.map((forecast) => forecast?.source.id ?? null)
}

/** How many points each request was for, oldest first. */
function sizes(): readonly number[] {
  return bare.upstream.requests.map(({ query }) => (query.get('latitude') ?? '').split(',').length)
}

it('reports a fault of the parser once for all places of the request, with the fault itself', async () => {
  const fault = new TypeError('no such member')
  const faulty: Source = { ...source('open-meteo'), fetchForecasts: () => Promise.reject(fault) }
  const reported: unknown[] = []
  const report = (event: string, { err, points }: Readonly<Record<string, unknown>>): void =>
    void reported.push([event, err, points])
  await bare.forecasts({ sources: [faulty], report }).refreshWatched(places)
  expect(reported[0]).toEqual(['source_failed', fault, 20])
  expect(reported.filter((one) => Array.isArray(one) && one[1] === fault)).toHaveLength(1)
})

it('asks for twenty places in one request and gives each its own forecast', async () => {
  const forecasts = open(source('open-meteo', 100))
  await forecasts.refreshWatched(places)
  expect(sizes()).toEqual([20])
  const shown = await Promise.all(places.map((place) => forecasts.peek(place)))
  expect(shown.map((forecast) => forecast?.grid.lat)).toEqual(
    places.map(({ lat }) => Math.round(lat * 8) / 8)
  )
  expect(shown.map((forecast) => forecast?.grid.elevation)).toEqual(places.map(({ elevation }) => elevation))
  expect(await bare.store.budgets.spent('open-meteo', '2026-04-11')).toBe(20)
  await forecasts.refreshWatched(places)
  expect(sizes()).toEqual([20])
  bare.clock.move(hourMs)
  await forecasts.refreshWatched(places)
  expect(sizes()).toEqual([20, 20])
})

it('asks all the same where a clock that was ahead has left an answer of the future', async () => {
  const ahead = open(source('met-norway'))
  bare.clock.move(100 * hourMs)
  await ahead.refreshWatched([first])
  bare.clock.move(-100 * hourMs)
  const forecasts = open(source('open-meteo'), source('met-norway'))
  for (let round = 0; round < 3; round += 1) {
    await forecasts.refreshWatched([first])
    expect((await forecasts.latest(first))?.confirmedAt).toBe(bare.clock.read())
    bare.clock.move(2 * hourMs)
  }
  expect(bare.upstream.requests.map(({ provider }) => provider)).toEqual([
    'met-norway',
    ...Array.from({ length: 3 }, () => 'open-meteo')
  ])
})

it('takes what another process has renewed rather than what it remembers itself, and asks nobody for it', async () => {
  const [one, other] = [open(source('open-meteo')), open(source('open-meteo'))]
  await one.refreshWatched([first])
  await other.refreshWatched([first])
  const before = await one.latest(first)
  bare.clock.move(2 * hourMs)
  bare.upstream.setWeather(shifted(clearNights, -4))
  await other.refreshWatched([first])
  expect(sizes()).toEqual([1, 1])
  const refreshed = await one.latest(first)
  expect(refreshed?.run).not.toBe(before?.run)
  expect(refreshed?.confirmedAt).toBe(bare.clock.read())
  await one.refreshWatched([first])
  expect(sizes()).toEqual([1, 1])
})

it('asks for bare points, whose height the provider knows, in a request of their own', async () => {
  const forecasts = open(source('open-meteo'))
  await forecasts.refreshWatched(
    places.map((place, index) => (index < 5 ? { ...place, elevation: null } : place))
  )
  expect(sizes().toSorted((one, other) => one - other)).toEqual([5, 15])
})

it('lets one bad answer of a batch spoil no other: the next source is asked for that place alone', async () => {
  const forecasts = open(source('open-meteo'), source('met-norway'))
  const answer = await sampleAnswer()
  bare.upstream.play('open-meteo', [answer, { error: true, reason: 'Data corrupted at path' }, answer])
  await forecasts.refreshWatched([first, second, third])
  expect(await sourcesOf(forecasts, [first, second, third])).toEqual([
    'open-meteo',
    'met-norway',
    'open-meteo'
  ])
  const fallback = await Promise.all([first, second, third].map((place) => forecasts.peek(place)))
  expect(fallback.map((point) => point?.isFallback)).toEqual([false, true, false])
  expect(bare.upstream.count('met-norway')).toBe(1)
})

async function sampleAnswer(lat = 36): Promise<unknown> {
  const query = `latitude=${lat}&longitude=30&elevation=500&hourly=temperature_2m,dew_point_2m,wind_speed_10m,cloud_cover&past_days=1&forecast_days=16&wind_speed_unit=ms&timeformat=unixtime&timezone=GMT`
  return (await fetch(`${bare.upstream.urls['open-meteo']}/v1/forecast?${query}`)).json()
}

it('refuses the answers of a batch that are for other places than asked, and keeps the others', async () => {
  const forecasts = open(source('open-meteo'), source('met-norway'))
  const apart = [36, 46, 56].map((lat) => pointOf({ ...first, lat }))
  bare.upstream.play('open-meteo', [await sampleAnswer(46), await sampleAnswer(36), await sampleAnswer(56)])
  await forecasts.refreshWatched(apart)
  expect(await sourcesOf(forecasts, apart)).toEqual(['met-norway', 'met-norway', 'open-meteo'])
})

it('takes a list of another length for no answer at all', async () => {
  const forecasts = open(source('open-meteo'))
  const answer = await sampleAnswer()
  bare.upstream.play('open-meteo', [answer, answer])
  await forecasts.refreshWatched([first, second, third])
  expect(await sourcesOf(forecasts, [first, second, third])).toEqual([null, null, null])
})

it('asks each place alone where a whole request is refused because one of them is not covered', async () => {
  const forecasts = open(source('open-meteo'), source('met-norway'))
  const body = JSON.stringify({ error: true, reason: 'No data is available for this location' })
  await bare.upstream.fail({ kind: 'status', status: 400, body }, 'open-meteo')
  await forecasts.refreshWatched([first, second, third])
  const asked = bare.upstream.requests.filter(({ provider }) => provider === 'open-meteo')
  expect(asked.map(({ query }) => query.get('latitude'))).toEqual(['36,36.25,36.5', '36', '36.25', '36.5'])
  expect(await sourcesOf(forecasts, [first, second, third])).toEqual(Array(3).fill('met-norway'))
})

it('counts a request that fails as one failure of the source and as one of each place', async () => {
  const forecasts = open(source('open-meteo'))
  await bare.upstream.fail({ kind: 'status', status: 500 }, 'open-meteo')
  await forecasts.refreshWatched(places)
  expect(sizes()).toEqual([20])
  await forecasts.refreshWatched(places)
  expect((await forecasts.get(first, visitor)).kind).toBe('unavailable')
  expect(sizes()).toEqual([20])
  // Twenty failures would have closed the source for everybody.
  await bare.upstream.fail(null, 'open-meteo')
  expect((await forecasts.get(pointOf({ ...first, lat: 10 }), visitor)).kind).toBe('snapshot')
  bare.clock.move(30_000)
  await forecasts.refreshWatched(places)
  expect(sizes()).toEqual([20, 1, 20])
  expect(new Set(await sourcesOf(forecasts, places))).toEqual(new Set(['open-meteo']))
})

it('waits as long as a 429 says, at every place', async () => {
  const forecasts = open(source('open-meteo'))
  const headers = { 'retry-after': '1200' }
  await bare.upstream.fail({ kind: 'status', status: 429, headers }, 'open-meteo')
  await forecasts.refreshWatched(places)
  await bare.upstream.fail(null, 'open-meteo')
  bare.clock.move(1_199_000)
  await forecasts.refreshWatched([...places, pointOf({ ...first, lat: 10 })])
  expect(sizes()).toEqual([20])
  bare.clock.move(1_000)
  await forecasts.refreshWatched(places)
  expect(sizes()).toEqual([20, 20])
})

it('asks for as many places as the budget has left, and for the others elsewhere', async () => {
  const forecasts = open(source('open-meteo', 12), source('met-norway'))
  await forecasts.refreshWatched(places)
  expect(sizes()[0]).toBe(12)
  expect(bare.upstream.count('met-norway')).toBe(8)
  const reported = await sourcesOf(forecasts, places)
  expect(reported.filter((id) => id === 'open-meteo')).toHaveLength(12)
  expect(reported.filter((id) => id === 'met-norway')).toHaveLength(8)
  expect(await bare.store.budgets.spent('open-meteo', '2026-04-11')).toBe(12)
})

it('asks one by one where the first source takes one point at a time', async () => {
  const forecasts = open(source('met-norway'), source('open-meteo'))
  await forecasts.refreshWatched(places)
  expect(bare.upstream.count('met-norway')).toBe(20)
  expect(bare.upstream.count('open-meteo')).toBe(0)
})

it('lets a visitor wait for the batch that is under way instead of asking again', async () => {
  const forecasts = open(source('open-meteo'))
  const release = bare.upstream.hold()
  const batch = forecasts.refreshWatched(places)
  await expect.poll(() => bare.upstream.count()).toBe(1)
  const visit = forecasts.get(third, visitor)
  release()
  await batch
  expect((await visit).kind).toBe('snapshot')
  expect(sizes()).toEqual([20])
})

it('lets a visitor wait for his own place of a batch, not for the members of another', async () => {
  const members = await startUpstream(bare.clock.read)
  const environment = { OPEN_METEO_ENSEMBLE_URL: members.urls['open-meteo'] }
  const synthetic = bare.source('open-meteo', environment)
  const { fetchEnsemble } = synthetic
  if (fetchEnsemble === undefined) throw new Error('Open-Meteo has members')
  const slow = Promise.withResolvers<void>()
  const slowAtFirst: Source = {
    ...synthetic,
    fetchEnsemble: async (request, signal) => {
      if (request.point === first) await slow.promise
      return fetchEnsemble(request, signal)
    }
  }
  const forecasts = bare.forecasts({ sources: [slowAtFirst], ensemble: true })
  const release = bare.upstream.hold()
  const batch = forecasts.refreshWatched(places)
  await expect.poll(() => bare.upstream.count()).toBe(1)
  const visits = places.slice(1).map((place) => forecasts.get(place, visitor))
  release()
  const reported = await Promise.all(visits)
  expect(new Set(reported.map(({ kind }) => kind))).toEqual(new Set(['snapshot']))
  expect(await forecasts.peek(first)).toBeNull()
  slow.resolve()
  await batch
  expect(await forecasts.peek(first)).not.toBeNull()
  expect(sizes()).toEqual([20])
  await members.close()
})

it('asks for the members of several places at a time, and leaves a server of members that fails alone', async () => {
  const members = await startUpstream(bare.clock.read)
  const environment = { OPEN_METEO_ENSEMBLE_URL: members.urls['open-meteo'] }
  const sources = [bare.source('open-meteo', environment)]
  const forecasts = bare.forecasts({ sources, ensemble: true })
  const release = members.hold()
  const refreshing = forecasts.refreshWatched(places)
  await expect.poll(() => members.count()).toBe(8)
  release()
  await refreshing
  expect(members.count()).toBe(20)
  expect((await forecasts.peek(third))?.ensemble?.members).toBe(40)

  await members.fail({ kind: 'status', status: 500 })
  bare.upstream.setWeather(shifted(clearNights, 1))
  bare.clock.move(hourMs)
  await forecasts.refreshWatched(places)
  // Eight were under way, and four begin until the fifth failure is known.
  expect(members.count() - 20).toBeLessThanOrEqual(12)
  const shown = await Promise.all(places.map((place) => forecasts.peek(place)))
  expect(shown.map((forecast) => forecast?.confirmedAt)).toEqual(places.map(() => bare.clock.read()))
  expect(members.violations).toEqual([])
  await members.close()
})

it('begins no further question once the app stops', async () => {
  const forecasts = open(source('open-meteo'), source('met-norway'))
  await bare.upstream.fail({ kind: 'status', status: 500 }, 'open-meteo')
  const release = bare.upstream.hold()
  const stopping = new AbortController()
  const refreshing = forecasts.refreshWatched(places, stopping.signal)
  await expect.poll(() => bare.upstream.count()).toBe(1)
  stopping.abort()
  release()
  await refreshing
  expect(bare.upstream.count()).toBe(1)
})
