/** What strangers may spend at a public service, and what is kept for the places that somebody watches. */
import { hash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../../src/common/time.ts'
import type { Forecasts } from '../../../src/forecasts/forecasts.ts'
import type { Source } from '../../../src/sources/source.ts'
import { openStore } from '../../../src/store/open.ts'
import { type Point, pointOf } from '../../../src/weather/point.ts'
import { type BareStage, openBareStage } from './bare-forecasts.ts'
import { openStage, settle } from './harness.ts'

const dailyBudget = 100
const client = { kind: 'client', key: '203.0.113.7' } as const
const watch = { kind: 'watch' } as const

let bare: BareStage
beforeEach(async () => {
  bare = await openBareStage()
})
afterEach(() => bare.close())

/** Open-Meteo as if it were the public service, with a small budget of which each call takes one. */
function publicSource(): Source {
  const source = bare.source('open-meteo')
  return { ...source, limits: { ...source.limits, isPublic: true, dailyBudget, costOf: () => 1 } }
}

function openForecasts(pointsPerDay: number | null): Forecasts {
  return bare.forecasts({ sources: [publicSource()], pointsPerDay })
}

const pointAt = (index: number): Point =>
  pointOf({ lat: Math.floor(index / 50), lon: index % 50, timezone: 'UTC', elevation: null })
const watched: Point = pointOf({ lat: 38.35, lon: 38.317, timezone: 'Europe/Istanbul', elevation: 963 })

async function sweep(forecasts: Forecasts, points: number): Promise<readonly string[]> {
  const kinds: string[] = []
  for (let index = 0; index < points; index++) {
    kinds.push((await forecasts.get(pointAt(index), client)).kind)
  }
  return kinds
}

describe('a sweep over new points', () => {
  it('spends half of a public budget at most; the other half is there for watched places', async () => {
    const forecasts = openForecasts(null)
    const kinds = await sweep(forecasts, 300)
    expect(kinds.filter((kind) => kind === 'snapshot')).toHaveLength(dailyBudget / 2)
    expect(bare.upstream.count()).toBe(dailyBudget / 2)
    for (let index = 0; index < dailyBudget / 2; index++) {
      expect((await forecasts.get(pointOf({ ...watched, lat: 39 + index / 10 }), watch)).kind).toBe(
        'snapshot'
      )
    }
    expect((await forecasts.get(watched, watch)).kind).toBe('unavailable')
    expect(bare.upstream.count()).toBe(dailyBudget)
  })

  it('cannot keep a watched place from being renewed by asking for it all the time', async () => {
    // A day that has just begun, so that its budget is not renewed meanwhile.
    bare.clock.move(2 * hourMs)
    const forecasts = openForecasts(null)
    await forecasts.get(watched, watch)
    await sweep(forecasts, 300)
    for (let minute = 0; minute < 180; minute++) {
      bare.clock.move(minuteMs)
      expect((await forecasts.get(watched, client)).kind).toBe('snapshot')
    }
    // What a watched place uses is not the visitors'.
    expect(bare.upstream.count()).toBe(dailyBudget / 2 + 1)
    const before = bare.upstream.count()
    const refreshed = await forecasts.get(watched, watch)
    expect(bare.upstream.count()).toBe(before + 1)
    expect(refreshed.kind === 'snapshot' && bare.clock.read() - refreshed.meta.confirmedAt).toBe(0)
  })

  it('may go on in another process, but not on another budget', async () => {
    await sweep(openForecasts(null), 40)
    await sweep(openForecasts(null), 300)
    expect(bare.upstream.count()).toBe(dailyBudget / 2)
  })

  it('begins anew with the UTC day', async () => {
    const forecasts = openForecasts(null)
    await sweep(forecasts, 60)
    bare.clock.move(2 * hourMs)
    expect((await forecasts.get(pointAt(999), client)).kind).toBe('snapshot')
  })

  it('ends for one client after its share of new points, while others and known points are still served', async () => {
    const forecasts = openForecasts(20)
    const kinds = await sweep(forecasts, 30)
    expect(kinds).toEqual([...Array(20).fill('snapshot'), ...Array(10).fill('too_many_points')])
    expect((await forecasts.get(pointAt(0), client)).kind).toBe('snapshot')
    expect((await forecasts.get(pointAt(25), { kind: 'client', key: 'another' })).kind).toBe('snapshot')
    expect(bare.upstream.count()).toBe(21)
  })
})

describe('new points through the whole app', () => {
  it('are refused with 429 and the policy `points` once a client has had its share', async () => {
    const stage = await openStage({ environment: { SOURCES: 'openweathermap', POINTS_PER_DAY: '3' } })
    try {
      await settle(stage)
      for (const where of ['lat=2&lon=20', 'lat=3&lon=20', 'location=malatya'])
        expect((await stage.client.ask(`/weather?${where}`)).status).toBe(200)
      const refused = await stage.client.ask('/weather?lat=4&lon=20')
      expect(refused.status).toBe(429)
      expect(refused.json).toMatchObject({ code: 'quota_exceeded', 'violated-policies': ['points'] })
      expect(Number(refused.headers['retry-after'])).toBe(100 * 60)
      expect((await stage.client.ask('/weather/hourly?lat=3&lon=20')).status).toBe(200)
      expect((await stage.client.ask('/weather?location=malatya')).status).toBe(200)
      expect((await stage.client.ask('/limits')).json).toMatchObject({ new_points_per_day: 3 })
      stage.clock.move(2 * hourMs)
      expect((await stage.client.ask('/weather?lat=4&lon=20')).status).toBe(200)
    } finally {
      await stage.close()
    }
  })

  it('are those of its tier for a key, whatever others have', async () => {
    const tiers = 'free=60/60, coop=60/60 points_per_day=2, open=60/60 points_per_day=0'
    const environment = { SOURCES: 'openweathermap', POINTS_PER_DAY: '1', TIERS: tiers }
    const stage = await openStage({ environment })
    try {
      await settle(stage)
      const store = await openStore({ ...stage.app.data, now: stage.clock.read() })
      for (const tier of ['free', 'coop', 'open']) {
        const key = { id: tier, tier, label: '', operator: false, createdAt: stage.clock.read() }
        await store.apiKeys.add({ ...key, hash: hash('sha256', `key of ${tier}`, 'hex') })
      }
      await store.close()
      let row = 10
      for (const [tier, granted, shown] of [
        ['free', 1, 1],
        ['coop', 2, 2],
        ['open', 4, null]
      ] as const) {
        const headers = { 'x-api-key': `key of ${tier}` }
        const ask = async (path: string) => stage.client.ask(path, { headers })
        expect((await ask('/limits')).json).toMatchObject({ new_points_per_day: shown })
        const statuses: number[] = []
        for (let count = 0; count < 4; count += 1, row += 1)
          statuses.push((await ask(`/weather?lat=${row}&lon=20`)).status)
        expect(
          statuses.filter((status) => status === 200),
          tier
        ).toHaveLength(granted)
      }
    } finally {
      await stage.close()
    }
  })

  it('are limited at a server of the operator’s own only where the operator says so', async () => {
    for (const [environment, expected] of [
      [{}, null],
      [{ POINTS_PER_DAY: '1' }, 1]
    ] as const) {
      const stage = await openStage({ environment: { SOURCES: 'open-meteo', ...environment } })
      try {
        await settle(stage)
        expect((await stage.client.ask('/limits')).json).toMatchObject({ new_points_per_day: expected })
        expect((await stage.client.ask('/weather?lat=2&lon=20')).status).toBe(200)
        expect((await stage.client.ask('/weather?lat=3&lon=20')).status).toBe(expected === null ? 200 : 429)
      } finally {
        await stage.close()
      }
    }
  })

  it('are refused by pages and widgets too, which tell this visitor alone when to come back', async () => {
    const stage = await openStage({ environment: { SOURCES: 'openweathermap', POINTS_PER_DAY: '1' } })
    try {
      await settle(stage)
      const visit = async (path: string): Promise<{ answer: Response; text: string }> => {
        const answer = await fetch(stage.app.origin + path)
        return { answer, text: await answer.text() }
      }
      expect((await visit('/tr/yer/malatya')).answer.status).toBe(200)
      for (const [path, reported, until] of [
        ['/tr/yer/siirt', 'kadar yeni yer açtınız', '12 Nisan 03.00'],
        ['/en/place/siirt', 'as many new places today', '12 April, 03:00'],
        ['/tr/widget/siirt', 'kadar yeni yer açtınız', '12 Nisan 03.00'],
        ['/en/widget/siirt', 'as many new places today', '12 April, 03:00']
      ] as const) {
        const { answer, text } = await visit(path)
        expect(answer.status, path).toBe(429)
        expect(answer.headers.get('retry-after')).toBe(String(100 * 60))
        expect(answer.headers.get('cache-control')).toBe('private, no-store')
        expect(text).toContain(reported)
        expect(text).toContain(until)
        expect(text).toContain('<h1>Siirt</h1>')
      }
      expect((await visit('/en/place/malatya')).answer.status).toBe(200)
      stage.clock.move(2 * hourMs)
      expect((await visit('/tr/yer/siirt')).answer.status).toBe(200)
    } finally {
      await stage.close()
    }
  })
})
