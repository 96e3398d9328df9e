/** A thousand fields of one district cost as many upstream points as the source's grid has cells there. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fieldsFinding } from '../../../src/app/fields-finding.ts'
import { followed } from '../../../src/forecasts/shared-cells.ts'
import { storedRows } from '../../../src/forecasts/stored-rows.ts'
import type { FetchedForecast, Source } from '../../../src/sources/source.ts'
import { fieldLocation } from '../../../src/weather/field.ts'
import { type Point, pointKey, pointOf } from '../../../src/weather/point.ts'
import { column, emptySeries } from '../../../src/weather/series.ts'
import { stored } from '../../contracts/store/opened.ts'
import { type BareStage, openBareStage } from './bare-forecasts.ts'
import { hourMs, minuteMs } from './harness.ts'

let bare: BareStage
beforeEach(async () => {
  bare = await openBareStage()
})
afterEach(() => bare.close())

/** Forty by twenty-five fields, 500 m apart; every second one without a height of its own. */
const fields: readonly Point[] = Array.from({ length: 1000 }, (_, index) => {
  const at = {
    lat: Number((38.3 + (index % 40) * 0.005).toFixed(3)),
    lon: Number((38.2 + Math.floor(index / 40) * 0.006).toFixed(3))
  }
  const elevation = index % 2 === 0 ? 900 + index : null
  return pointOf({ ...at, timezone: 'Europe/Istanbul', elevation }, pointKey(at, elevation))
})
/** Of the provider on loopback: an eighth of a degree. */
const cells = new Set(fields.map(({ lat, lon }) => `${Math.round(lat * 8)},${Math.round(lon * 8)}`)).size

const pointsAsked = () =>
  bare.upstream.requests.reduce((sum, { query }) => sum + (query.get('latitude') ?? '').split(',').length, 0)

it('asks for each field once, and from then on for one of each cell', async () => {
  const synthetic = bare.source('open-meteo')
  const limits = { ...synthetic.limits, dailyBudget: 10_000, costOf: () => 1 }
  const sources: readonly Source[] = [{ ...synthetic, limits }]
  const forecasts = bare.forecasts({ sources })
  for (let from = 0; from < fields.length; from += 50)
    await forecasts.refreshWatched(fields.slice(from, from + 50))
  expect(pointsAsked()).toBe(1000)
  const spentBefore = await bare.store.budgets.spent('open-meteo', '2026-04-11')
  bare.clock.move(hourMs)
  await forecasts.refreshWatched(fields)
  expect(cells).toBeLessThan(10)
  expect(pointsAsked()).toBe(1000 + cells)
  expect((await bare.store.budgets.spent('open-meteo', '2026-04-11')) - spentBefore).toBe(cells)
  const snapshots = await Promise.all(fields.map((point) => forecasts.latest(point)))
  expect(snapshots.every((one) => one?.confirmedAt === bare.clock.read())).toBe(true)
  // Where no height was given, that of the provider's terrain, as its own answer said.
  expect(snapshots.map((one) => one?.grid.elevation)).toEqual(fields.map(({ elevation }) => elevation ?? 512))
  expect(snapshots.filter((one) => one?.grid.raisedM === undefined)).toHaveLength(cells)
  const [first, second] = [snapshots[0], snapshots[2]]
  const [own, moved] = [first, second].map((one) => one && column(one.series, 'temperature')[30])
  expect(second?.grid.raisedM).toBe(2)
  expect(Math.abs((own ?? 0) - (moved ?? 99) - 0.013)).toBeLessThan(0.006)
})

it('comes together: fields that fall due at different minutes are asked for once an hour after some hours', async () => {
  const synthetic = bare.source('open-meteo')
  const sources: readonly Source[] = [synthetic]
  // As in the service: each answer has a jitter of its own.
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const forecasts = bare.forecasts({ sources, random })
  const some = fields.filter((_, index) => index % 40 < 5 && index < 200)
  const few = new Set(some.map(({ lat, lon }) => `${Math.round(lat * 8)},${Math.round(lon * 8)}`)).size
  const askDue = async (minutes: number): Promise<number> => {
    const before = pointsAsked()
    for (let minute = 0; minute < minutes; minute++) {
      bare.clock.move(minuteMs)
      await forecasts.refreshWatched(some)
    }
    return pointsAsked() - before
  }
  for (const one of some) {
    await forecasts.refreshWatched([one])
    bare.clock.move(2 * minuteMs)
  }
  await askDue(6 * 60)
  expect(await askDue(6 * 60)).toBeLessThanOrEqual(7 * few)
})

it('is told to the operator in numbers, and not where they lie', async () => {
  const sources = [bare.source('open-meteo')]
  const some = fields.slice(0, 30)
  expect(await fieldsFinding({ store: bare.store, sources }, 'en')).toEqual([])
  for (const point of some) await stored(bare.store, { location: fieldLocation(point) })
  const text = async () => (await fieldsFinding({ store: bare.store, sources }, 'en'))[0]?.text ?? ''
  expect(await text()).toMatch(/^30 of them fields; a refresh of these takes 30 points of open-meteo/)
  await bare.forecasts({ sources }).refreshWatched(some)
  const few = new Set(some.map(({ lat, lon }) => `${Math.round(lat * 8)},${Math.round(lon * 8)}`)).size
  expect(await text()).toMatch(new RegExp(`takes ${few} points`))
  expect(await text()).not.toMatch(/38\./)
})

it('leaves a field to a request of its own where its cell is another one now', async () => {
  const series = emptySeries(490_000, 3)
  column(series, 'temperature').fill(5)
  const answer: FetchedForecast = {
    ...{ kind: 'forecast', series, issuedAt: null, expiresAt: null, model: 'best_match' },
    validators: { etag: null, lastModified: null },
    grid: { lat: 38.375, lon: 38.25, elevation: 1000 }
  }
  const [point] = fields as readonly [Point]
  const rows = storedRows({ store: bare.store.storedForecasts, report: () => undefined }, point)
  const follower = { point, rows, heightM: 1300, cell: 'best_match 38.375,38.25' }
  const own = followed(answer, follower)
  expect(own?.grid).toEqual({ lat: 38.375, lon: 38.25, elevation: 1300, raisedM: 300 })
  expect(own && column(own.series, 'temperature')[0]).toBeCloseTo(5 - 1.95, 5)
  expect(followed(answer, { ...follower, cell: 'best_match 38.5,38.25' })).toBeNull()
  expect(followed({ ...answer, grid: { ...answer.grid, elevation: null } }, follower)).toBeNull()
})
