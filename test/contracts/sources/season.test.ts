/** The temperatures of a season gone by, from every source that has them. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { estimateStage } from '../../../src/frost/degree-days.ts'
import { estimableCrops } from '../../../src/frost/stage-models.ts'
import { type SeasonCapability, type SeasonRequest, SourceError } from '../../../src/sources/source.ts'
import { pointOf } from '../../../src/weather/point.ts'
import { civilDate } from '../../../src/weather/zone-clock.ts'
import { faults } from '../../upstream/faults.ts'
import { clearNights } from '../../upstream/weather.ts'
import { malatya, now, openStage, type Stage, sourceFrom } from './harness.ts'

const today = Math.floor(now / 86_400_000)
const firstOfOctober = Date.UTC(2025, 9, 1) / 86_400_000
const request: SeasonRequest = { point: malatya, fromDay: firstOfOctober, toDay: today }
const signal = new AbortController().signal

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(async () => {
  await stage.upstream.fail(null)
  expect(stage.upstream.violations).toEqual([])
})
afterAll(() => stage.close())

function seasonOf(id: 'open-meteo' | 'demo'): SeasonCapability {
  const { season } = stage.source(id)
  if (season === undefined) throw new Error(`${id} has no season`)
  return season
}

it.each(['open-meteo', 'demo'] as const)('%s gives every hour of every day asked for', async (id) => {
  const { startHour, temperaturesC } = await seasonOf(id).fetch(request, signal)
  expect(startHour).toBe(firstOfOctober * 24)
  expect(temperaturesC).toHaveLength((today - firstOfOctober + 1) * 24)
  expect(temperaturesC.some(Number.isNaN)).toBe(false)
})

it('is not offered by those who have none', () => {
  expect(stage.source('met-norway').season).toBeUndefined()
  expect(stage.source('openweathermap').season).toBeUndefined()
})

describe('Open-Meteo', () => {
  it('is asked for the archive, and for what the archive does not have yet at the forecast server', async () => {
    const before = stage.upstream.count()
    const { temperaturesC } = await seasonOf('open-meteo').fetch(request, signal)
    const asked = stage.upstream.requests.slice(before)
    const archive = asked.find(({ path }) => path === '/v1/archive')
    const recent = asked.find(({ path }) => path === '/v1/forecast')
    expect(asked).toHaveLength(2)
    expect(Object.fromEntries(archive?.query ?? [])).toEqual({
      latitude: '38.353',
      longitude: '38.309',
      elevation: '960',
      hourly: 'temperature_2m',
      start_date: '2025-10-01',
      end_date: civilDate(today - 7),
      wind_speed_unit: 'ms',
      timeformat: 'unixtime',
      timezone: 'GMT'
    })
    expect(archive?.headers.accept).toBe('application/json')
    expect(recent?.query.get('past_days')).toBe('6')
    expect(recent?.query.get('forecast_days')).toBe('1')
    for (const hour of [0, 1000, temperaturesC.length - 1]) {
      expect(temperaturesC[hour]).toBeCloseTo(
        clearNights(malatya, firstOfOctober * 24 + hour).temperatureC,
        4
      )
    }
  })

  it('asks one server where the other has nothing to say', async () => {
    const pathsFor = async (fromDay: number, toDay: number): Promise<readonly string[]> => {
      const before = stage.upstream.count()
      await seasonOf('open-meteo').fetch({ ...request, fromDay, toDay }, signal)
      return stage.upstream.requests.slice(before).map(({ path }) => path)
    }
    expect(await pathsFor(today - 30, today - 7)).toEqual(['/v1/archive'])
    expect(await pathsFor(today - 6, today)).toEqual(['/v1/forecast'])
  })

  it('leaves missing what nobody has: a null is no 0', async () => {
    // Without the days that the archive fills in later, the archive's own last two days are null.
    const late = { ...request, toDay: today - 7 }
    const { temperaturesC } = await seasonOf('open-meteo').fetch(late, signal)
    expect(temperaturesC.some(Number.isNaN)).toBe(false)
    await stage.upstream.fail({ kind: 'null_column', column: 'temperature' }, 'open-meteo')
    const nothing = await seasonOf('open-meteo').fetch(late, signal)
    expect(nothing.temperaturesC.every(Number.isNaN)).toBe(true)
  })

  it('counts the weeks as its provider does', () => {
    const { season } = sourceFrom('open-meteo', {}, () => Promise.reject(new Error('nobody')))
    expect(season?.costOf({ ...request, fromDay: today - 146, toDay: today })).toBeCloseTo(11)
    expect(season?.costOf({ ...request, fromDay: today - 8, toDay: today })).toBe(2)
    expect(season?.costOf({ ...request, fromDay: today - 2, toDay: today })).toBe(1)
  })

  it.each([
    ['connection refused', 'unreachable'],
    ['reset in mid-body', 'unreachable'],
    ['status 500', 'refused'],
    ['status 429 with Retry-After', 'rate_limited'],
    ['status 304', 'unusable'],
    ['truncated JSON', 'unusable'],
    ['HTML with 200', 'unusable'],
    ['columns of unequal length', 'unusable'],
    ['temperatures as text', 'unusable'],
    ['30 MB of body', 'unusable'],
    ['an error object with 200', 'unusable']
  ] as const)('makes of %s: %s', async (name, kind) => {
    await stage.upstream.fail(faults[name], 'open-meteo')
    const failure = await seasonOf('open-meteo')
      .fetch(request, signal)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SourceError)
    expect(failure).toMatchObject({ kind })
  })

  it.each([
    [{ temperature_2m: '°F' }, [50], 'is in "°F"'],
    [{ temperature_2m: '°C' }, [-999], 'beyond anything observed']
  ])('refuses %o with %o', async (hourly_units, temperature_2m, sentence) => {
    stage.upstream.play('open-meteo', {
      latitude: 38.4,
      longitude: 38.3,
      utc_offset_seconds: 0,
      hourly_units,
      hourly: { time: [firstOfOctober * 86_400], temperature_2m }
    })
    await expect(
      seasonOf('open-meteo')
        .fetch(request, signal)
        .finally(() => stage.upstream.play('open-meteo', null))
    ).rejects.toMatchObject({ kind: 'unusable', message: expect.stringContaining(sentence) })
  })
})

describe('the demo', () => {
  it.each([
    ['Malatya', malatya],
    ['Mendoza', pointOf({ ...malatya, lat: -32.889, lon: -68.845, timezone: 'America/Argentina/Mendoza' })]
  ])('has in %s always the same early spring, with every crop at a stage or a reason', async (_, point) => {
    const season = seasonOf('demo')
    const at = season.instantOf?.(point, now) ?? now
    const toDay = Math.floor(at / 86_400_000)
    const hours = await season.fetch({ point, fromDay: toDay - 190, toDay }, signal)
    const again = await season.fetch({ point, fromDay: toDay - 190, toDay }, signal)
    expect(again.temperaturesC).toEqual(hours.temperaturesC)
    const reported = estimableCrops.map((crop) => estimateStage({ crop, ...point, at }, hours))
    for (const estimate of reported)
      expect(estimate.state === 'unknown' ? estimate.reason : '').not.toMatch(/season/)
  })

  it('shows Malatya’s apricots at first bloom, on whatever day of the year it is asked', async () => {
    const season = seasonOf('demo')
    for (const month of [0, 3, 7, 10]) {
      const at = season.instantOf?.(malatya, Date.UTC(2026, month, 20)) ?? 0
      expect(new Date(at).toISOString().slice(0, 10)).toBe('2026-04-05')
      const toDay = Math.floor(at / 86_400_000)
      const hours = await season.fetch({ point: malatya, fromDay: toDay - 190, toDay }, signal)
      expect(estimateStage({ crop: 'apricot', ...malatya, at }, hours)).toMatchObject({
        stage: 'first-bloom'
      })
    }
  })
})
