/** The way of a cold question, counted: nothing on it is computed, read or searched twice. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createForecastCache } from '../../../src/forecasts/forecast-cache.ts'
import { createResponseCache } from '../../../src/http/response-cache.ts'
import type { FrostRiskBody } from '../../../src/http/weather/frost-risk.schema.ts'
import { createKnownPoints } from '../../../src/http/weather/locator.ts'
import { weatherOperations } from '../../../src/http/weather/operations.ts'
import { openLearning } from '../../../src/observations/learning.ts'
import { openGazetteer } from '../../../src/places/gazetteer.ts'
import { pointOf } from '../../../src/weather/point.ts'
import { countCalls } from '../../call-counts.ts'
import { type BareStage, bareForecasts, openBareStage } from './bare-forecasts.ts'

let bare: BareStage
beforeEach(async () => {
  bare = await openBareStage()
})
afterEach(() => bare.close())

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
  const { reads, store } = countedStore()
  const learning = openLearning({
    store: bare.store.record,
    isRecorded: async () => true,
    clock: bare.clock.read,
    report: () => undefined
  })
  const cache = createForecastCache(10_000_000, (at) => learning.learnedFor(at, null))
  const forecasts = bareForecasts({
    clock: bare.clock,
    store,
    cache,
    sources: [bare.source('open-meteo')],
    onRun: ({ point }) => {
      const snapshot = cache.open(point.key)
      if (snapshot !== null) learning.recorder.record(snapshot)
    }
  })
  const gazetteer = await openGazetteer()
  let searches = 0
  const operations = weatherOperations({
    forecasts,
    gazetteer: {
      ...gazetteer,
      near: (lat, lon) => {
        searches++
        return gazetteer.near(lat, lon)
      }
    },
    knownPoints: createKnownPoints(),
    answers: createResponseCache(1_000_000),
    sourceOf: cache.get,
    knowledgeVersion: learning.knowledge.version,
    siteUrl: 'https://ayaz.example',
    baseUrl: 'https://ayaz.example/api/v1'
  })
  const handle = operations.find(({ id }) => id === 'getFrostRisk')?.handle
  const ask = async (query: string): Promise<FrostRiskBody> => {
    const request = { params: {}, body: null, apiKey: null, bearerToken: null, idempotencyKey: null }
    const answer = await handle?.({ ...request, query, client: 'one', nowAt: bare.clock.read() })
    if (answer?.kind !== 'kept') throw new Error('no answer')
    return JSON.parse(String(answer.answer.body))
  }
  return { ask, reads, learning, searches: () => searches }
}

it('computes, reads, searches and scores once for a cold answer', async () => {
  const frostRisk = await openFrostRisk()
  const counting = await countCalls()
  try {
    const body = await frostRisk.ask('lat=38.44&lon=38.11&days=16')
    await frostRisk.learning.recorder.settled()
    const calls = await counting.take()
    expect(calls.of('weather/point.ts', 'pointKey')).toBe(1)
    expect(calls.of('forecasts/packed-series.ts', 'packSeries')).toBe(1)
    expect(frostRisk.reads).toEqual(['38.440,38.110'])
    expect(frostRisk.searches()).toBe(1)
    expect(body.nights).toHaveLength(16)
    // Each once for the answer, and once at most for the record.
    const recorded = calls.of('frost/score-night.ts', 'scoreNight') - 16
    expect(recorded).toBeGreaterThan(0)
    expect(recorded).toBeLessThanOrEqual(16)
  } finally {
    await counting.end()
  }
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
  const { ask, learning } = await openFrostRisk()
  const query = 'lat=38.44&lon=38.11'
  for (let time = 0; time < 3; time++) expect((await ask(query)).frost_risk.learned_nights).toBe(0)
  const { key, ...position } = pointOf({ lat: 38.445, lon: 38.11, timezone: 'UTC', elevation: 512 })
  const shared = {
    biasC: -1,
    contrasts: null,
    siteVarianceC2: 1,
    plantBiasC: 0,
    plantVarianceC2: null,
    offset: null,
    seasonal: null,
    nights: 21,
    offsetNights: 0,
    seasonalNights: 0
  }
  learning.knowledge.set({ point: { pointKey: key, ...position }, shared, own: new Map() })
  expect((await ask(query)).frost_risk.learned_nights).toBe(21)
})
