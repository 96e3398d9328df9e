/**
 * A thousand fields of one district cost as many upstream points as the source's grid has cells there: refreshes,
 * seasons and past runs.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fieldsFinding } from '../../../src/app/database-findings.ts'
import { hourMs, minuteMs } from '../../../src/common/time.ts'
import { followed } from '../../../src/forecasts/shared-cells.ts'
import { storedRows } from '../../../src/forecasts/stored-rows.ts'
import type { FetchedForecast, Source } from '../../../src/sources/source.ts'
import { fieldLocation } from '../../../src/weather/field.ts'
import { ownPoint, type Point, pointKey, pointOf } from '../../../src/weather/point.ts'
import { column, emptySeries } from '../../../src/weather/series.ts'
import { stored } from '../../contracts/store/opened.ts'
import { type BareStage, openBareStage } from './bare-forecasts.ts'

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

/** A source with room for all fields, and forecasts that have each of them. */
async function openFields() {
  const source = bare.source('open-meteo')
  const limits = { ...source.limits, dailyBudget: 10_000, costOf: () => 1 }
  const sources: readonly Source[] = [{ ...source, limits }]
  const forecasts = bare.forecasts({ sources })
  for (let from = 0; from < fields.length; from += 50)
    await forecasts.refreshWatched(fields.slice(from, from + 50))
  return { sources, forecasts }
}

it('asks for each field once, and from then on for one of each cell', async () => {
  const { forecasts } = await openFields()
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

/** Requests for past hours alone: of a season, or with what earlier runs had said of them. */
const pastAsked = (kind: 'season' | 'earlier runs') =>
  bare.upstream.requests.filter(({ query }) => {
    const hourly = query.get('hourly') ?? ''
    return kind === 'season' ? hourly === 'temperature_2m' : hourly.includes('_previous_day1')
  }).length

it('asks for the season and for past runs once a cell, each field at its own height', async () => {
  const { sources, forecasts } = await openFields()
  /** Twenty a round, as alerts with an estimated stage ask. */
  const refreshSeasons = async ({ seasons } = forecasts): Promise<void> => {
    for (let from = 0; from < fields.length; from += 20) {
      const some = fields.slice(from, from + 20)
      expect(await Promise.all(some.map((point) => seasons.refresh(point, { kind: 'watch' })))).toEqual(
        some.map(() => null)
      )
    }
  }
  const spentOn = (day: string) => bare.store.budgets.spent('open-meteo', day)
  const before = await spentOn('2026-04-11')
  await refreshSeasons()
  // Of the archive, and of the forecast server for the last days.
  expect(pastAsked('season')).toBe(2 * cells)
  expect((await spentOn('2026-04-11')) - before).toBeLessThan(15 * cells)
  const [own, moved] = [fields[996], fields[998]].map((point) =>
    point === undefined ? undefined : forecasts.seasons.known(point)?.hours.temperaturesC[30]
  )
  expect((own ?? 0) - (moved ?? 99)).toBeCloseTo(0.013, 4)
  // After a restart each has its own.
  const restarted = bare.forecasts({ sources })
  await refreshSeasons(restarted)
  expect(pastAsked('season')).toBe(2 * cells)
  bare.clock.move(24 * hourMs)
  const asked = pastAsked('season')
  await refreshSeasons()
  // The last week, of one server or of both.
  expect((pastAsked('season') - asked) / cells).toBeOneOf([1, 2])
  expect((await spentOn('2026-04-12')) / cells).toBeOneOf([1, 2])

  const runs = []
  for (const point of fields) runs.push(await forecasts.earlierRuns(point))
  expect(pastAsked('earlier runs')).toBe(cells)
  const [first, , third] = runs.map((one) => (one.kind === 'runs' ? one.runs : null))
  expect([first?.grid.elevation, first?.grid.raisedM]).toEqual([900, undefined])
  expect([third?.grid.elevation, third?.grid.raisedM]).toEqual([902, 2])
  const night = (one: typeof first) => one?.temperaturesC[7]?.[200] ?? Number.NaN
  expect(night(first) - night(third)).toBeCloseTo(0.013, 4)
})

it('asks for the whole season of each alone once the source has another grid', async () => {
  const { sources, forecasts } = await openFields()
  // Of one cell of an eighth of a degree, and of four of a sixty-fourth.
  const some = [4, 8, 12, 16].map((index) => fields[index] as Point)
  const cellsOf = (perDegree: number) => new Set(some.map(({ lat }) => Math.round(lat * perDegree))).size
  expect([cellsOf(8), cellsOf(64)]).toEqual([1, 4])
  const [first, second, ...others] = some as [Point, Point, ...Point[]]
  const wholeAsked = () =>
    bare.upstream.requests.filter(({ query }) => query.get('start_date')?.endsWith('-09-30')).length
  const refresh = async (point: Point, { seasons } = forecasts) =>
    expect(await seasons.refresh(point, { kind: 'watch' })).toBeNull()
  await refresh(first)
  await refresh(second)
  expect(wholeAsked()).toBe(1)
  bare.upstream.setGrid(64)
  bare.clock.move(24 * hourMs)
  // Their stored forecasts still tell the cell that they had in common. The first ones have a season of the old grid on
  // disk.
  const restarted = bare.forecasts({ sources })
  await refresh(first, restarted)
  await refresh(second, restarted)
  expect(wholeAsked()).toBe(3)
  for (const point of others) await refresh(point, restarted)
  expect(wholeAsked()).toBe(5)
  // From then on each has the last week alone asked for.
  bare.clock.move(24 * hourMs)
  for (const point of some) await refresh(point, restarted)
  expect(wholeAsked()).toBe(5)
})

it('asks for past hours of each alone where the source does not tell the cell', async () => {
  const synthetic = bare.source('open-meteo')
  const source: Source = {
    ...synthetic,
    fetchForecasts: async (requests, signal) =>
      ((await synthetic.fetchForecasts?.(requests, signal)) ?? []).map((one) =>
        'grid' in one ? { ...one, grid: { lat: null, lon: null, elevation: null } } : one
      )
  }
  const forecasts = bare.forecasts({ sources: [source] })
  const some = fields.slice(0, 3)
  await forecasts.refreshWatched(some)
  for (const point of some) {
    expect(await forecasts.seasons.refresh(point, { kind: 'watch' })).toBeNull()
    expect(await forecasts.earlierRuns(point)).toMatchObject({ kind: 'runs' })
  }
  expect([pastAsked('season'), pastAsked('earlier runs')]).toEqual([2 * some.length, some.length])
})

it('pays for a visitor’s season alone, and once for all that wait for a source that fails', async () => {
  const synthetic = bare.source('open-meteo')
  const { season } = synthetic
  if (season === undefined) throw new Error('Open-Meteo has seasons')
  const limits = { ...synthetic.limits, dailyBudget: 10_000, costOf: () => 0 }
  const forecasts = bare.forecasts({
    sources: [{ ...synthetic, limits, season: { ...season, costOf: () => 1 } }]
  })
  const some = fields.slice(0, 4)
  await forecasts.refreshWatched(some)
  const paid = () => bare.store.budgets.spent('open-meteo', '2026-04-11')
  const [first, second, ...others] = some as [Point, Point, ...Point[]]
  await bare.upstream.fail({ kind: 'status', status: 503 })
  const refreshed = [first, second].map((point) => forecasts.seasons.refresh(point, { kind: 'watch' }))
  expect((await Promise.all(refreshed)).map((lack) => lack?.because)).toEqual(['no_answer', 'no_answer'])
  expect(await paid()).toBe(1)
  await bare.upstream.fail(null)
  bare.clock.move(hourMs)
  expect(await forecasts.seasons.refresh(first, { kind: 'watch' })).toBeNull()
  expect(await forecasts.seasons.refresh(second, { kind: 'watch' })).toBeNull()
  expect(await paid()).toBe(2)
  for (const point of others) await forecasts.seasons.refresh(point, { kind: 'client', key: '203.0.113.7' })
  expect(await paid()).toBe(2 + others.length)
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

it('is shown to the operator in numbers, and not where they lie', async () => {
  const sources = [bare.source('open-meteo')]
  const some = fields.slice(0, 30)
  const finding = () => fieldsFinding({ store: bare.store, sources }, 'en', bare.clock.read())
  expect(await finding()).toEqual([])
  for (const [index, point] of some.entries()) {
    const estimated = index < 20 ? { crop: 'apple', stage: 'auto', stageGivenAt: bare.clock.read() } : {}
    await stored(bare.store, { location: fieldLocation(point), ...estimated })
  }
  const text = async () => (await finding())[0]?.text ?? ''
  expect(await text()).toMatch(/^30 of them fields; a refresh of these takes 30 points of open-meteo/)
  expect(await text()).toContain('20 with an estimated stage take 20 seasons, one for each cell, at 40 calls')
  expect(await text()).toContain('past weeks take 30 requests once, at 131 calls')
  await bare.forecasts({ sources }).refreshWatched(some.map(ownPoint))
  const few = new Set(some.map(({ lat, lon }) => `${Math.round(lat * 8)},${Math.round(lon * 8)}`)).size
  expect(await text()).toMatch(new RegExp(`takes ${few} points`))
  const seasons = new Set(
    some.slice(0, 20).map(({ lat, lon }) => `${Math.round(lat * 8)},${Math.round(lon * 8)}`)
  )
  expect(await text()).toContain(
    `take ${seasons.size} seasons, one for each cell, at ${2 * seasons.size} calls`
  )
  expect(await text()).toContain(
    `past weeks take ${few} requests once, at ${Math.ceil((few * 61) / 14)} calls`
  )
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
