/** What strangers may spend on seasons, of which one costs as much as a dozen forecasts. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../../src/common/time.ts'
import type { Forecasts } from '../../../src/forecasts/forecasts.ts'
import { createResponseCache } from '../../../src/http/response-cache.ts'
import type { FrostRiskBody } from '../../../src/http/weather/frost-risk.schema.ts'
import { createKnownPoints } from '../../../src/http/weather/locator.ts'
import { weatherOperations } from '../../../src/http/weather/operations.ts'
import { openGazetteer } from '../../../src/places/gazetteer.ts'
import type { Source } from '../../../src/sources/source.ts'
import { type Point, pointOf } from '../../../src/weather/point.ts'
import { type BareStage, openBareStage } from './bare-forecasts.ts'

const client = { kind: 'client', key: '203.0.113.7' } as const
const another = { kind: 'client', key: '203.0.113.8' } as const
const watch = { kind: 'watch' } as const
const malatya: Point = pointOf({ lat: 38.35, lon: 38.317, timezone: 'Europe/Istanbul', elevation: 963 })
const other: Point = pointOf({ ...malatya, lat: 39 })
const today = '2026-04-11'
const midnight = Date.UTC(2026, 3, 12)

let bare: BareStage
beforeEach(async () => {
  bare = await openBareStage()
})
afterEach(() => bare.close())

/** Open-Meteo as if it were the public service: a forecast costs one of `dailyBudget`, a season what it costs. */
function openForecasts(needs: {
  dailyBudget: number
  seasonCost?: number
  pointsPerDay?: number
  perMinute?: number
  isPublic?: boolean
}): Forecasts {
  const { dailyBudget, seasonCost, pointsPerDay = null, isPublic = true, ...rates } = needs
  const source = bare.source('open-meteo')
  const limits = { ...source.limits, isPublic, dailyBudget, costOf: () => 1, ...rates }
  const { season } = source
  if (season === undefined) throw new Error('Open-Meteo has seasons')
  const priced = seasonCost === undefined ? season : { ...season, costOf: () => seasonCost }
  const sources: readonly Source[] = [{ ...source, limits, season: priced }]
  return bare.forecasts({ sources, pointsPerDay })
}

const spent = (id = 'open-meteo') => bare.store.budgets.spent(id, today)

it('lets strangers’ seasons have a quarter of their half of a day’s budget; watched places may have more', async () => {
  const { seasons } = openForecasts({ dailyBudget: 100, seasonCost: 10 })
  expect(await seasons.refresh(malatya, client)).toBeNull()
  expect(await seasons.refresh(other, client)).toEqual({ because: 'budget_spent', askAgainAt: midnight })
  expect(seasons.known(other)).toBeNull()
  expect(await spent()).toBe(10)
  expect(await seasons.refresh(other, watch)).toBeNull()
  expect(seasons.known(other)).not.toBeNull()
  expect(await spent()).toBe(20)
  const third = pointOf({ ...malatya, lat: 40 })
  expect(await seasons.refresh(third, another)).toMatchObject({ because: 'budget_spent' })
  bare.clock.move(2 * hourMs)
  expect(await seasons.refresh(third, another)).toBeNull()
})

it('counts nothing for a season where the strangers’ half is spent already', async () => {
  const forecasts = openForecasts({ dailyBudget: 100, seasonCost: 10, pointsPerDay: 55 })
  for (let lat = 0; lat < 45; lat++)
    expect((await forecasts.get(pointOf({ ...malatya, lat }), client)).kind).toBe('snapshot')
  expect(await forecasts.seasons.refresh(malatya, client)).toMatchObject({ because: 'budget_spent' })
  expect([await spent(), await spent('open-meteo season')]).toEqual([45, 0])
  // What was not asked is not counted for the client either: ten points are left, five of them within the half.
  for (let lat = 45; lat < 50; lat++)
    expect((await forecasts.get(pointOf({ ...malatya, lat }), client)).kind).toBe('snapshot')
  expect((await forecasts.get(pointOf({ ...malatya, lat: 50 }), client)).kind).toBe('unavailable')
})

it('takes a season’s cost from the client’s points, rounded up, for a point that is kept as well', async () => {
  const forecasts = openForecasts({ dailyBudget: 1000, pointsPerDay: 20 })
  expect((await forecasts.get(malatya, watch)).kind).toBe('snapshot')
  expect(await forecasts.seasons.refresh(malatya, client)).toBeNull()
  // 187 days of the archive in steps of two weeks, and the forecast server's last days: 14.4.
  expect(await spent('open-meteo season')).toBeCloseTo(14.4, 1)
  expect(await forecasts.seasons.refresh(other, client)).toEqual({
    because: 'client_share_spent',
    askAgainAt: bare.clock.read()
  })
  const kinds: string[] = []
  for (let lat = 0; lat < 6; lat++)
    kinds.push((await forecasts.get(pointOf({ ...malatya, lat }), client)).kind)
  expect(kinds).toEqual([...Array(5).fill('snapshot'), 'too_many_points'])
  expect(await forecasts.seasons.refresh(other, another)).toBeNull()
})

it('takes it at a server of the operator’s own too, where points have a limit there', async () => {
  const { seasons } = openForecasts({ dailyBudget: 1000, pointsPerDay: 20, isPublic: false })
  expect(await seasons.refresh(malatya, client)).toBeNull()
  expect(await seasons.refresh(other, client)).toMatchObject({ because: 'client_share_spent' })
  expect(await seasons.refresh(other, another)).toBeNull()
})

it('lets one who may ask have what was refused to another at the same moment', async () => {
  const { seasons } = openForecasts({ dailyBudget: 1000, pointsPerDay: 20 })
  await seasons.refresh(malatya, client)
  const lacks = await Promise.all(
    [client, another, watch].map((requester) => seasons.refresh(other, requester))
  )
  expect(lacks.map((lack) => lack?.because ?? null)).toEqual(['client_share_spent', null, null])
})

it('goes on with yesterday’s sum where today’s days are refused', async () => {
  const first = openForecasts({ dailyBudget: 1000 })
  await first.seasons.refresh(malatya, client)
  bare.clock.move(2 * hourMs)
  const { seasons } = openForecasts({ dailyBudget: 1000, seasonCost: 2, pointsPerDay: 1 })
  expect(await seasons.refresh(malatya, client)).toMatchObject({ because: 'client_share_spent' })
  expect(seasons.known(malatya)?.hours).toBeDefined()
})

it('answers a client who has had his share with an unknown stage and why, and nobody else with it', async () => {
  const forecasts = openForecasts({ dailyBudget: 1000, pointsPerDay: 20 })
  const operations = weatherOperations({
    forecasts,
    gazetteer: await openGazetteer(),
    knownPoints: createKnownPoints(),
    answers: createResponseCache(1_000_000),
    sourceOf: () => forecasts.ready(malatya)?.meta ?? null,
    knowledgeVersion: () => 0,
    siteUrl: 'https://ayaz.example',
    baseUrl: 'https://ayaz.example/api/v1'
  })
  const ask = async (key: string, lang = 'en'): Promise<FrostRiskBody> => {
    const answer = await operations
      .find(({ id }) => id === 'getFrostRisk')
      ?.handle({
        query: `lat=38.35&lon=38.317&crop=apricot&stage=auto&lang=${lang}`,
        params: {},
        body: null,
        client: key,
        apiKey: null,
        bearerToken: null,
        managed: async () => null,
        seen: async (point) => point,
        countMore: async () => null,
        idempotencyKey: null,
        nowAt: bare.clock.read()
      })
    if (answer?.kind !== 'kept') throw new Error('no answer')
    return JSON.parse(Buffer.from(answer.answer.body, 'latin1').toString())
  }
  await forecasts.seasons.refresh(other, client)
  for (const lang of ['en', 'en', 'tr']) {
    const refused = await ask(client.key, lang)
    expect(refused.frost_risk.stage_estimate.unknown_because).toBe('season_share_spent')
    const { message } = refused.meta.notices.find(({ code }) => code === 'stage_unknown') ?? {}
    expect(message).toContain(lang === 'tr' ? 'sorgu payı tükendi' : 'share of requests')
  }
  expect((await ask(another.key)).frost_risk.stage).toBe('first-bloom')
  expect((await ask(client.key)).frost_risk.stage).toBe('first-bloom')
})

it('waits for the minute where only the minute’s limit is reached, not for midnight', async () => {
  const { seasons } = openForecasts({ dailyBudget: 1000, seasonCost: 10, perMinute: 40 })
  expect(await seasons.refresh(malatya, client)).toBeNull()
  // Ten of a minute's forty are for visitors at once, and ten more come within a minute.
  const lack = await seasons.refresh(other, client)
  expect(lack).toEqual({ because: 'no_answer', askAgainAt: bare.clock.read() + minuteMs })
  expect(await spent('open-meteo season')).toBe(10)
  bare.clock.move(minuteMs)
  expect(await seasons.refresh(other, client)).toBeNull()
})
