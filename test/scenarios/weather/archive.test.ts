/** Thirty years of minima, fetched a year at a time behind everything else. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { minuteMs } from '../../../src/common/time.ts'
import { archiveYears, createArchives } from '../../../src/forecasts/archive/archives.ts'
import { createBudget } from '../../../src/forecasts/budget.ts'
import { createDemo } from '../../../src/sources/demo/demo.ts'
import type { Source } from '../../../src/sources/source.ts'
import { type Point, pointOf } from '../../../src/weather/point.ts'
import { archiveMinimumC, archiveTerrainM } from '../../upstream/open-meteo.ts'
import { type BareStage, openBareStage } from './bare-forecasts.ts'

const malatya: Point = pointOf({ lat: 38.35, lon: 38.317, timezone: 'Europe/Istanbul', elevation: 963 })
const field: Point = pointOf({ ...malatya, lat: 38.371, lon: 38.349, elevation: null })

let bare: BareStage
let reported: string[] = []
beforeEach(async () => {
  bare = await openBareStage()
  reported = []
})
afterEach(() => bare.close())

/** Open-Meteo with its archive as if it were the public service, or one of its own. */
function opened({ dailyBudget = 10_000 as number | null, isDemo = false } = {}) {
  const source = bare.source('open-meteo')
  const limits = { ...source.limits, isPublic: dailyBudget !== null, dailyBudget }
  const archive = source.archive === undefined ? {} : { archive: { ...source.archive, limits } }
  const sources: readonly Source[] = [{ ...source, ...archive, limits }]
  const archives = createArchives({
    sources,
    demo: createDemo(bare.clock.read),
    isDemo: () => isDemo,
    store: bare.store.archive,
    budget: createBudget(bare.store.budgets, bare.clock.read),
    clock: bare.clock.read,
    abortAfter: (milliseconds) => AbortSignal.timeout(milliseconds),
    report: (event) => void reported.push(event)
  })
  const fetchDue = () => archives.fetchDue(new AbortController().signal)
  /** At a named point, unless it says otherwise. */
  const minimaAt = (point: Point, elevation: number | null, isNamed = true) =>
    archives.minimaAt({ point, elevation, isNamed })
  return { minimaAt, watch: archives.watch, fetchDue }
}

const askedArchive = () => bare.upstream.requests.filter(({ path }) => path === '/v1/archive')
const spent = () => bare.store.budgets.spent('open-meteo', '2026-04-11')

it('is fetched a year in 24 minutes on a free service: two points a day, and then stored for ever', async () => {
  const { minimaAt, fetchDue } = opened()
  expect(await minimaAt(malatya, 963)).toEqual({
    kind: 'lacking',
    reason: 'being_fetched',
    yearsFetched: 0
  })
  for (let minute = 0; minute < 30; minute++) {
    await fetchDue()
    bare.clock.move(minuteMs)
  }
  expect(askedArchive()).toHaveLength(2)
  expect(await spent()).toBeCloseTo((365 + 366) / 14, 9)
  expect(await minimaAt(malatya, 963)).toMatchObject({ reason: 'being_fetched', yearsFetched: 2 })
  for (let year = 2; year < archiveYears; year++) {
    bare.clock.move(24 * minuteMs)
    await fetchDue()
  }
  const found = await minimaAt(malatya, null)
  if (found.kind === 'lacking') throw new Error(found.reason)
  expect(found).toMatchObject({ from: 1996, to: 2025, synthetic: false })
  const day = Date.UTC(2001, 3, 15) / 86_400_000
  expect(found.minima.minimaC[day - found.minima.startDay]).toBeCloseTo(archiveMinimumC(day), 2)
  const asked = askedArchive().length
  bare.clock.move(24 * minuteMs)
  await fetchDue()
  expect(askedArchive()).toHaveLength(asked)
  expect(asked).toBe(archiveYears)
})

it('is one for all points of a cell, each at its own height, and a field that nobody watches is not fetched', async () => {
  const { minimaAt, fetchDue } = opened({ dailyBudget: null })
  expect(await minimaAt(field, null, false)).toMatchObject({ reason: 'not_fetched' })
  await fetchDue()
  expect(askedArchive()).toEqual([])
  await minimaAt(malatya, 963)
  // A server of one's own gives a point in one round.
  await fetchDue()
  expect(askedArchive()).toHaveLength(archiveYears)
  expect(
    askedArchive().every(({ query }) => query.get('latitude') === '38.4' && query.get('longitude') === '38.3')
  ).toBe(true)
  const [low, high] = [
    await minimaAt(field, archiveTerrainM, false),
    await minimaAt(field, archiveTerrainM + 300, false)
  ]
  if (low.kind === 'lacking' || high.kind === 'lacking') throw new Error('its cell is known')
  expect((low.minima.minimaC[100] ?? 0) - (high.minima.minimaC[100] ?? 0)).toBeCloseTo(1.95, 2)
  expect(askedArchive()).toHaveLength(archiveYears)
})

it('of a watched field is fetched in turn with that of a named place, and its answer does not say that it is watched', async () => {
  const { minimaAt, watch, fetchDue } = opened()
  const unwatched = await minimaAt(field, null, false)
  const istanbul = pointOf({ ...malatya, lat: 41.014, lon: 28.95 })
  await minimaAt(istanbul, null)
  await watch([field, field])
  expect(await minimaAt(field, null, false)).toEqual(unwatched)
  for (let year = 0; year < 4; year++) {
    await fetchDue()
    bare.clock.move(24 * minuteMs)
  }
  expect(askedArchive().map(({ query }) => query.get('latitude'))).toEqual(['41', '38.4', '41', '38.4'])
  expect(await minimaAt(field, null, false)).toEqual(unwatched)
  // Its alert has ended.
  await watch([])
  for (let year = 0; year < 2; year++) {
    await fetchDue()
    bare.clock.move(24 * minuteMs)
  }
  expect(
    askedArchive()
      .slice(4)
      .map(({ query }) => query.get('latitude'))
  ).toEqual(['41', '41'])
})

it('of scattered fields, however many, leaves named places their places in the queue and their turns', async () => {
  const { minimaAt, watch, fetchDue } = opened()
  const scattered = Array.from({ length: 300 }, (_, index) =>
    pointOf({ ...field, lat: 36.5 + Math.floor(index / 20) * 0.3, lon: 27 + (index % 20) * 0.5 })
  )
  await watch(scattered)
  await watch(scattered)
  const waiting = await bare.store.database.queries.selectFrom('archive_cells').selectAll().execute()
  expect(waiting).toHaveLength(100)
  expect(await minimaAt(malatya, 963)).toMatchObject({ reason: 'being_fetched' })
  for (let year = 0; year < 2 * archiveYears; year++) {
    await fetchDue()
    bare.clock.move(24 * minuteMs)
  }
  expect(await minimaAt(malatya, 963)).toMatchObject({ kind: 'minima' })
})

it('waits while most of the day’s budget is spent, and goes on the next day', async () => {
  const { minimaAt, fetchDue } = opened({ dailyBudget: 1000 })
  await minimaAt(malatya, 963)
  await bare.store.budgets.add('open-meteo', '2026-04-11', 760)
  await fetchDue()
  expect(askedArchive()).toEqual([])
  bare.clock.move(24 * 60 * minuteMs)
  await fetchDue()
  expect(askedArchive()).toHaveLength(1)
})

it('tries again an hour after a failure of the source, which is reported and costs nothing meanwhile', async () => {
  const { minimaAt, fetchDue } = opened()
  await minimaAt(malatya, 963)
  await bare.upstream.fail({ kind: 'status', status: 500 })
  await fetchDue()
  expect(reported).toEqual(['source_failed'])
  await bare.upstream.fail(null)
  const paid = await spent()
  for (let minute = 0; minute < 59; minute++) {
    bare.clock.move(minuteMs)
    await fetchDue()
  }
  expect(await spent()).toBe(paid)
  bare.clock.move(minuteMs)
  await fetchDue()
  expect(await minimaAt(malatya, 963)).toMatchObject({ yearsFetched: 1 })
})

it('is made up in the demo, and says so', async () => {
  const { minimaAt, fetchDue } = opened({ isDemo: true })
  const found = await minimaAt(field, null, false)
  expect(found).toMatchObject({ kind: 'minima', synthetic: true, from: 1996, to: 2025 })
  await fetchDue()
  expect(askedArchive()).toEqual([])
})

it('a year belongs to it from the eleventh of January after it', async () => {
  const { minimaAt } = opened({ isDemo: true })
  const yearsAt = (instant: string) => {
    bare.clock.move(Date.parse(instant) - bare.clock.read())
    return minimaAt(field, null, false)
  }
  expect(await yearsAt('2027-01-10T23:59:59Z')).toMatchObject({ from: 1996, to: 2025 })
  expect(await yearsAt('2027-01-11T00:00:00Z')).toMatchObject({ from: 1997, to: 2026 })
})
