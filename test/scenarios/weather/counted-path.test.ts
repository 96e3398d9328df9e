/** The way of a cold question, counted: nothing on it is computed, read or searched twice. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfiguration } from '../../../src/app/configuration.ts'
import { openWeather, type Weather } from '../../../src/app/weather.ts'
import { epochDay } from '../../../src/frost/season.ts'
import { learnedSeasons } from '../../../src/frost/seasonal-site.ts'
import { createResponseCache } from '../../../src/http/response-cache.ts'
import type { FrostRiskBody } from '../../../src/http/weather/frost-risk.schema.ts'
import { createKnownPoints } from '../../../src/http/weather/locator.ts'
import { weatherOperations } from '../../../src/http/weather/operations.ts'
import type { LearnedPlace } from '../../../src/observations/learned-place.ts'
import { type Point, pointOf } from '../../../src/weather/point.ts'
import { countCalls } from '../../call-counts.ts'
import { placeMigrated } from '../../migrated-sqlite.ts'
import { type BareStage, bareForecasts, openBareStage } from './bare-forecasts.ts'

let bare: BareStage
let opened: AsyncDisposableStack
beforeEach(async () => {
  bare = await openBareStage()
  opened = new AsyncDisposableStack()
})
afterEach(async () => {
  await opened.disposeAsync()
  await bare.close()
})

/** The store, whose reads are counted. */
function countedStore() {
  const reads: string[] = []
  const storedForecasts: typeof bare.store.storedForecasts = {
    ...bare.store.storedForecasts,
    read: (sourceId, key, newerThan) => {
      reads.push(key)
      return bare.store.storedForecasts.read(sourceId, key, newerThan)
    }
  }
  return { reads, store: { ...bare.store, storedForecasts } }
}

/** `/weather/frost-risk` over everything that stands behind it in the app. */
async function openFrostRisk() {
  const dataDir = await mkdtemp(join(tmpdir(), 'ayaz-counted-'))
  await placeMigrated(dataDir)
  const environment = { SOURCES: 'open-meteo', ENSEMBLE: 'yes', DATA_DIR: dataDir }
  const weather = await openWeather(readConfiguration({ ...bare.upstream.environment, ...environment }), {
    clock: bare.clock.read,
    random: () => 0.5,
    report: () => undefined,
    serves: true
  })
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))
  opened.defer(weather.close)
  opened.defer(weather.learning.recorder.settled)
  const operations = weatherOperations({
    ...weather,
    knownPoints: createKnownPoints(),
    answers: createResponseCache(1_000_000),
    sourceOf: weather.cache.get,
    knowledgeVersion: weather.learning.version
  })
  const handle = operations.find(({ id }) => id === 'getFrostRisk')?.handle
  const ask = async (query: string): Promise<FrostRiskBody> => {
    const withoutKey = {
      apiKey: null,
      bearerToken: null,
      managed: async () => null,
      seen: async (point: Point) => point,
      countMore: async () => null
    }
    const request = { ...withoutKey, params: {}, body: null, idempotencyKey: null }
    const answer = await handle?.({ ...request, query, client: 'one', nowAt: bare.clock.read() })
    if (answer?.kind !== 'kept') throw new Error('no answer')
    return JSON.parse(Buffer.from(answer.answer.body, 'latin1').toString())
  }
  // The demo ends with the first answer of a source.
  await ask('location=adana')
  await weather.learning.recorder.settled()
  return { ask, weather }
}

const open = { isOpen: true, measuredBy: new Set<string>(), own: new Map() }

/** What was done until all was answered and recorded; `recorded`: scorings of nights beside those of the answer. */
async function countedAnswer({ learning }: Weather, work: () => Promise<FrostRiskBody>) {
  const counting = await countCalls()
  try {
    const { nights, frost_risk } = await work()
    await learning.recorder.settled()
    const { of: calls } = await counting.take()
    expect(nights).toHaveLength(16)
    const scored = nights.length - frost_risk.nights_unknown
    const recorded = calls('frost/score-night.ts', 'scoreNight') - scored
    return { calls, recorded, method: frost_risk.learned_method }
  } finally {
    await counting.end()
  }
}

const recent: LearnedPlace = {
  biasC: -1,
  contrasts: { slopes: [0.1, 0.1, 0.1], recentC: 1, recentDay: epochDay('2026-04-10') },
  siteVarianceC2: 1,
  plantBiasC: 0,
  plantVarianceC2: null,
  offset: { constantC: 1, slope: 0.1 },
  seasonal: null,
  nights: 21,
  offsetNights: 0,
  seasonalNights: 0
}

const lastDay = epochDay('2026-04-10')
/** Eighty nights at every lead that is asked for. */
const ensembleNights = Array.from({ length: 80 * 17 }, (_, index) => {
  const leadDay = index % 17
  const meanC = (index * 37) % 19
  const day = lastDay - Math.floor(index / 17)
  return { day, leadDay, leadDays: leadDay, meanC, spreadC: 1, observedC: meanC + (index % 5) }
})
const seasonal: LearnedPlace = { ...recent, seasonal: learnedSeasons(ensembleNights), seasonalNights: 80 }

it('computes, reads, searches and scores once for a cold answer', async () => {
  const { ask, weather } = await openFrostRisk()
  // The probe that ends the demo reads a row as well.
  await ask('lat=40&lon=30&days=16')
  const { calls, recorded } = await countedAnswer(weather, () => ask('lat=38.44&lon=38.11&days=16'))
  expect(calls('weather/point.ts', 'pointKey')).toBe(1)
  expect(calls('places/gazetteer.ts', 'near')).toBe(1)
  expect(calls('forecasts/packed-series.ts', 'packSeries')).toBe(1)
  expect(calls('forecasts/stored-rows.ts', 'readable')).toBe(1)
  expect(recorded).toBe(0)
  // Whether it keeps a record was asked all the same.
  expect(calls('places/gazetteer.ts', 'isAt')).toBe(1)
})

describe('a place that keeps a record', () => {
  it.each([
    ['nothing', null, null],
    ['recent nights', recent, 'recent_nights'],
    ['a season of its ensemble', seasonal, 'seasonal_emos']
  ] as const)(
    'scores each night once for it, and once for the answer, having learned from %s',
    async (_, shared, method) => {
      const { ask, weather } = await openFrostRisk()
      const place = weather.gazetteer.bySlug('malatya')
      if (place === null) throw new Error('Malatya is in the table')
      const { key: pointKey, ...position } = pointOf(place)
      weather.learning.knowledge.set({ point: { ...position, pointKey }, shared, ...open })
      const answer = await countedAnswer(weather, async () => {
        // Members are asked for where a place is watched.
        await weather.forecasts.refreshWatched([{ ...position, key: pointKey }])
        return ask('location=malatya&days=16')
      })
      const { calls, recorded } = answer
      expect(answer.method).toBe(method)
      expect(calls('weather/point.ts', 'pointKey')).toBe(1)
      expect(calls('places/gazetteer.ts', 'near')).toBe(0)
      expect(recorded).toBeGreaterThan(0)
      expect(recorded).toBeLessThanOrEqual(16)
    }
  )
})

it('reads the stored row of each watched place once', async () => {
  const { reads, store } = countedStore()
  const forecasts = bareForecasts({ clock: bare.clock, store, sources: [bare.source('open-meteo')] })
  const points = [36, 37, 38].map((lat) =>
    pointOf({ lat, lon: 30, timezone: 'Europe/Istanbul', elevation: 500 })
  )
  await forecasts.refreshWatched(points)
  expect(reads.toSorted()).toEqual(points.map(({ key }) => key))
})

it('gives no answer from before something was learned within reach', async () => {
  const { ask, weather } = await openFrostRisk()
  const query = 'lat=38.44&lon=38.11'
  for (let time = 0; time < 3; time++) expect((await ask(query)).frost_risk.learned_nights).toBe(0)
  const { key, ...position } = pointOf({ lat: 38.445, lon: 38.11, timezone: 'UTC', elevation: 512 })
  weather.learning.knowledge.set({
    point: { pointKey: key, ...position },
    shared: { ...recent, contrasts: null, offset: null },
    ...open
  })
  expect((await ask(query)).frost_risk.learned_nights).toBe(21)
})
