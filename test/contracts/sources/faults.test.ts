/**
 * Every way in which a provider fails, over every source: never 0, never "none", never a crash, never a second request.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sourceIds } from '../../../src/sources/registry.ts'
import { SourceError, type SourceErrorKind } from '../../../src/sources/source.ts'
import { column, valueAt } from '../../../src/weather/series.ts'
import { faults } from '../../upstream/faults.ts'
import { failureOf, forecastOf, now, openStage, question, type Stage } from './harness.ts'

/** `missing`: an answer in which cloud cover is missing; `hole`: one that lost a step. */
const expected: Readonly<Record<keyof typeof faults, SourceErrorKind | 'missing' | 'hole'>> = {
  'connection refused': 'unreachable',
  'reset in mid-body': 'unreachable',
  'no answer': 'unreachable',
  'status 500': 'refused',
  'status 403': 'refused',
  'status 429 with Retry-After': 'rate_limited',
  'status 304': 'unusable',
  'truncated JSON': 'unusable',
  'HTML with 200': 'unusable',
  'a null temperature column': 'unusable',
  'a null cloud column': 'missing',
  'columns of unequal length': 'hole',
  'temperatures as text': 'unusable',
  'cloud cover as text': 'unusable',
  'cloud cover as a fraction': 'missing',
  '30 MB of body': 'unusable',
  'an error object with 200': 'unusable'
}

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(async () => {
  await stage.upstream.fail(null)
  expect(stage.upstream.violations).toEqual([])
})
afterAll(() => stage.close())

const providers = sourceIds.filter((id) => id !== 'demo')
const cases = Object.entries(expected) as [keyof typeof faults, SourceErrorKind | 'missing' | 'hole'][]

describe.each(providers)('%s', (id) => {
  it.each(cases)('makes of %s: %s', async (name, usual) => {
    // Open-Meteo has one column a variable: of one that is too short no value has its hour.
    const kind = usual === 'hole' && id === 'open-meteo' ? 'unusable' : usual
    await stage.upstream.fail(faults[name], id)
    const before = stage.upstream.count(id)
    if (kind === 'missing') {
      const { series } = await forecastOf(stage.source(id))
      expect(column(series, 'cloudCover').every(Number.isNaN)).toBe(true)
      expect(valueAt(series, 'temperature', Math.floor(now / 3_600_000))).not.toBeNaN()
    } else if (kind === 'hole') {
      const { series } = await forecastOf(stage.source(id))
      const known = column(series, 'temperature').filter((value) => !Number.isNaN(value))
      expect(known.length).toBeGreaterThan(96)
    } else {
      const failure = await failureOf(stage.source(id))
      expect(failure).toBeInstanceOf(SourceError)
      expect(failure).toMatchObject({ kind, retryAfterSeconds: kind === 'rate_limited' ? 120 : null })
    }
    expect(stage.upstream.count(id) - before).toBe(faults[name].kind === 'refused' ? 0 : 1)
  })

  it('answers again as soon as the provider does', async () => {
    await stage.upstream.fail({ kind: 'refused' }, id)
    await failureOf(stage.source(id))
    await stage.upstream.fail(null, id)
    expect((await forecastOf(stage.source(id))).series.hours).toBeGreaterThan(96)
  })

  it('says that nothing changed when a conditional request is answered with 304', async () => {
    await stage.upstream.fail({ kind: 'not_modified' }, id)
    const previous = { etag: '"1"', lastModified: 'Sat, 11 Apr 2026 21:00:00 GMT' }
    const answer = await stage.source(id).fetchForecast(question({ previous }), new AbortController().signal)
    expect(answer.kind).toBe('not_modified')
    const { headers } = stage.upstream.requests.at(-1) ?? { headers: {} }
    expect(headers).toMatchObject({
      'if-none-match': previous.etag,
      'if-modified-since': previous.lastModified
    })
  })

  it('reads a Retry-After that is a date', async () => {
    const headers = { 'retry-after': new Date(now + 90_500).toUTCString() }
    await stage.upstream.fail({ kind: 'status', status: 429, headers }, id)
    expect(await failureOf(stage.source(id))).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 90 })
  })
})
