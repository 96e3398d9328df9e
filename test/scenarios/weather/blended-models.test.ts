/** Several models at watched places, over the providers on loopback: what is asked, said, stored and left out. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { createBudget } from '../../../src/forecasts/budget.ts'
import type { Forecasts } from '../../../src/forecasts/forecasts.ts'
import type { Source } from '../../../src/sources/source.ts'
import { type Point, pointOf } from '../../../src/weather/point.ts'
import { valueAt } from '../../../src/weather/series.ts'
import { post } from '../../contracts/http-alerts/client.ts'
import { missingModels, modelErrorsC } from '../../upstream/open-meteo.ts'
import { clearNights } from '../../upstream/weather.ts'
import { openRunningHarness } from '../alerts/running-harness.ts'
import { type BareStage, openBareStage } from './bare-forecasts.ts'
import { metaOf, noticesOf } from './harness.ts'

const watch = { kind: 'watch' } as const
const point = pointOf({ lat: 38.35, lon: 38.31, timezone: 'Europe/Istanbul', elevation: 950 })
const models = 'ecmwf_ifs025,gfs_seamless,icon_seamless'

let bare: BareStage
beforeEach(async () => {
  bare = await openBareStage()
})
afterEach(async () => {
  for (const name of Object.keys(modelErrorsC)) delete modelErrorsC[name]
  missingModels.clear()
  await bare.close()
})

const modelRequests = (): number => bare.upstream.requests.filter(({ query }) => query.has('models')).length

function blending(more: Partial<Source['limits']> = {}): Source {
  const source = bare.source('open-meteo', { OPEN_METEO_MODELS: models })
  return { ...source, limits: { ...source.limits, ...more } }
}

async function forecastOf(forecasts: Forecasts, at: Point = point) {
  await forecasts.refreshWatched([at])
  const found = await forecasts.peek(at)
  if (found === null) throw new Error('no forecast')
  return found
}

it('blends what the models say from now on, each without its own error, and says which', async () => {
  // ECMWF is always three degrees too cold, and that is known; GFS is two warmer from now on.
  modelErrorsC['ecmwf_ifs025'] = { alwaysC: -3, aheadC: 0 }
  modelErrorsC['gfs_seamless'] = { alwaysC: 0, aheadC: 2 }
  const found = await forecastOf(bare.forecasts({ sources: [blending()] }))
  expect(found.models?.names).toEqual(['best_match', ...models.split(',')])
  const now = Math.floor(bare.clock.read() / hourMs)
  const difference = (hour: number): number =>
    valueAt(found.series, 'temperature', hour) - clearNights(point, hour).temperatureC
  expect(difference(now - 5)).toBeCloseTo(0, 5)
  // What is left of three degrees, and a quarter of two without the extremes.
  for (const ahead of [3, 20, 100]) expect(Math.abs(difference(now + ahead))).toBeLessThan(0.8)
  expect(found.modelSpread?.spreadC[10]).toBeGreaterThan(0.5)
  // Beyond the models' week the best match stands alone, and humidity stays what it was.
  expect(difference(now + 12 * 24)).toBeCloseTo(0, 5)
  expect(valueAt(found.series, 'relativeHumidity', now + 9)).toBeCloseTo(
    clearNights(point, now + 9).humidityPercent / 100,
    3
  )
})

it('is less sure of a night on which the models disagree', async () => {
  const sigmaOf = async (aheadC: number, lat: number): Promise<number> => {
    modelErrorsC['gfs_seamless'] = { alwaysC: 0, aheadC }
    modelErrorsC['icon_seamless'] = { alwaysC: 0, aheadC: -aheadC }
    const at = pointOf({ ...point, lat })
    const found = await forecastOf(bare.forecasts({ sources: [blending()] }), at)
    return found.modelSpread?.spreadC[5] ?? Number.NaN
  }
  expect(await sigmaOf(4, 38.5)).toBeGreaterThan((await sigmaOf(0.5, 38.6)) + 1)
})

it('goes on without a model that is missing or absurd, and without all of them', async () => {
  missingModels.add('gfs_seamless')
  modelErrorsC['icon_seamless'] = { alwaysC: 40, aheadC: 0 }
  const found = await forecastOf(bare.forecasts({ sources: [blending()] }))
  expect(found.models?.names).toEqual(['best_match', 'ecmwf_ifs025'])
  expect(found.models?.left).toEqual([
    { name: 'gfs_seamless', reason: 'missing' },
    { name: 'icon_seamless', reason: 'absurd' }
  ])
  for (const name of models.split(',')) missingModels.add(name)
  const alone = await forecastOf(bare.forecasts({ sources: [blending()] }), pointOf({ ...point, lat: 39.5 }))
  expect(alone.models).toBeNull()
})

it('asks for the models every three hours, while the best match is renewed hourly', async () => {
  const forecasts = bare.forecasts({ sources: [blending()] })
  for (let hour = 0; hour < 9; hour++) {
    await forecastOf(forecasts)
    bare.clock.move(hourMs * 1.05)
  }
  expect(bare.upstream.requests).toHaveLength(9 + modelRequests())
  expect(modelRequests()).toBe(3)
})

it('is no affair of visitors, and the first to go where the budget is short', async () => {
  const limits = { isPublic: true, dailyBudget: 100, costOf: () => 1 }
  const budget = createBudget(bare.store.budgets, bare.clock.read)
  const forecasts = bare.forecasts({ sources: [blending(limits)], budget })
  await forecasts.get(pointOf({ ...point, lat: 20 }), { kind: 'client', key: 'visitor' })
  expect(modelRequests()).toBe(0)
  const places = Array.from({ length: 50 }, (_, index) => pointOf({ ...point, lat: 30 + index / 10 }))
  // All that is not the visitors' is wanted for the places themselves.
  await budget.reserve(blending(limits), 40, { refreshes: 50, models: 0 })
  for (const place of places) await forecasts.get(place, watch)
  expect(modelRequests()).toBe(0)
  const carried = await Promise.all(places.map((place) => forecasts.peek(place)))
  expect(carried.filter((one) => one !== null)).toHaveLength(50)
})

it('comes first where frost is possible tonight, whichever place is refreshed first', async () => {
  const source = blending({ isPublic: true, dailyBudget: 100, costOf: () => 0 })
  const budget = createBudget(bare.store.budgets, bare.clock.read)
  const places = Array.from({ length: 12 }, (_, index) => pointOf({ ...point, lat: 30 + index }))
  const [mild, cold] = [places.slice(0, 6), places.slice(6)]
  const units = source.models?.costUnits ?? 0
  // All is wanted for refreshes and visitors but what three places' models cost.
  await budget.reserve(source, 10, { refreshes: 50 - 3.5 * units, models: 3 * units })
  const forecasts = bare.forecasts({ sources: [source], budget })
  const deciding = new Set(cold.map(({ key }) => key))
  await forecasts.refreshWatched(mild, undefined, { deciding })
  expect(modelRequests()).toBe(0)
  await forecasts.refreshWatched(cold, undefined, { deciding })
  expect(modelRequests()).toBe(3)
})

it('says its models in the answer, and names the one that is left out', async () => {
  missingModels.add('gfs_seamless')
  const harness = await openRunningHarness({ SOURCES: 'open-meteo', OPEN_METEO_MODELS: models })
  const { stage } = harness
  try {
    const body = { location: 'malatya', channel: 'feed', threshold: 10 }
    expect((await post(stage.client, '/alerts/subscribe', body)).status).toBe(201)
    await harness.passMinutes(70)
    const answer = await stage.client.ask('/weather/frost-risk?location=malatya')
    expect(metaOf(answer).sources).toMatchObject([
      { id: 'open-meteo', model: 'best_match', models: ['best_match', 'ecmwf_ifs025', 'icon_seamless'] }
    ])
    expect(noticesOf(answer)).toContain('models_left_out')
    const visitor = await stage.client.ask('/weather/frost-risk?lat=20&lon=20')
    expect(metaOf(visitor).sources).toMatchObject([{ models: ['best_match'] }])
    expect(stage.upstream.violations).toEqual([])
  } finally {
    await stage.close()
  }
})
