import { describe, expect, it } from 'vitest'
import { syntheticPoint } from '../../test/made/synthetic-nights.ts'
import { hourMs } from '../common/time.ts'
import { openSnapshot } from '../forecasts/derived-snapshot.ts'
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import { nightsIn, siteSettings } from '../forecasts/frost-view.ts'
import type { Snapshot } from '../forecasts/snapshot.ts'
import { pointOf } from '../weather/point.ts'
import { column, emptySeries } from '../weather/series.ts'
import { analysedNights, issuedNights } from './issued-run.ts'

const issuedAt = Date.parse('2026-04-10T12:00:00Z')

/** A run whose every night has 0 °C at 02 UTC and 12 °C at 14 UTC. */
function syntheticRun(learned: ForecastSnapshot['learned'] = null): ForecastSnapshot {
  const startHour = issuedAt / hourMs - 60
  const series = emptySeries(startHour, 60 + 10 * 24)
  const temperature = column(series, 'temperature')
  for (let index = 0; index < series.hours; index++) {
    const fromTwo = Math.abs(((((startHour + index - 2) % 24) + 36) % 24) - 12)
    temperature[index] = fromTwo
  }
  column(series, 'windSpeed').fill(2)
  column(series, 'cloudCover').fill(0)
  column(series, 'relativeHumidity').fill(0.8)
  const snapshot: Snapshot = {
    source: { id: 'made', name: 'Made', license: 'none', url: '', attribution: '' },
    synthetic: false,
    run: 'a',
    issuedAt,
    confirmedAt: issuedAt,
    askAgainAt: issuedAt,
    updatePeriodSeconds: 3600,
    isFallback: false,
    validators: { etag: null, lastModified: null },
    ensemble: null,
    grid: { lat: null, lon: null, elevation: null },
    model: null,
    point: pointOf(syntheticPoint),
    series
  }
  return openSnapshot(snapshot, learned)
}

const learned = {
  biasC: -0.8,
  contrasts: null,
  siteVarianceC2: 1,
  plantBiasC: 0,
  plantVarianceC2: null,
  offset: null,
  nights: 9,
  offsetNights: 0,
  seasonal: null,
  seasonalNights: 0
}

describe('what the record keeps of a run', () => {
  it('is every night whose coldest hour lies ahead, by whole days of lead', () => {
    const nights = issuedNights(syntheticRun(), issuedAt, null)
    expect(nights.map((night) => [night.date, night.leadDay]).slice(0, 3)).toEqual([
      ['2026-04-11', 1],
      ['2026-04-12', 2],
      ['2026-04-13', 3]
    ])
    expect(nights[0]?.airMinimumC).toBeCloseTo(0, 5)
    expect(nights[0]?.plantMinimumC).toBeLessThan(-1)
    expect(nights[0]?.leadDays).toBeGreaterThan(0.5)
    expect(nights.every((night) => night.plantFrostProbability >= night.moderateFrostProbability)).toBe(true)
  })

  it('is no minimum that has passed already: it would be a forecast of yesterday', () => {
    const late = Date.parse('2026-04-11T03:00:00Z')
    expect(issuedNights(syntheticRun(), late, null)[0]?.date).toBe('2026-04-12')
  })

  it('is what was published: with what was learned, and the bias beside it', () => {
    const [plain] = issuedNights(syntheticRun(), issuedAt, null)
    const [night] = issuedNights(syntheticRun(), issuedAt, learned)
    expect(night?.biasC).toBe(-0.8)
    expect((night?.airMinimumC ?? 0) - (plain?.airMinimumC ?? 0)).toBeCloseTo(-0.8, 9)
    expect(night?.airSigmaC).toBeLessThan(plain?.airSigmaC ?? 0)
  })

  it('is issued for plants of every exposure, with what learning added to each', () => {
    const [plain] = issuedNights(syntheticRun(), issuedAt, null)
    const { ground, vine, canopy } = plain?.exposed ?? {}
    expect(ground).toEqual({ minimumC: plain?.plantMinimumC, sigmaC: plain?.plantSigmaC, learnedC: 0 })
    expect(vine?.minimumC).toBeGreaterThan(ground?.minimumC ?? 0)
    expect(canopy?.minimumC).toBeGreaterThan(vine?.minimumC ?? 0)
    expect(canopy?.minimumC).toBeLessThan(plain?.airMinimumC ?? 0)
    for (const exposure of ['vine', 'canopy'] as const) {
      const run = syntheticRun()
      const [scored] = nightsIn(run, run.windows, issuedAt, { ...siteSettings(run), exposure }).filter(
        ({ window }) => window.date === plain?.date
      )
      expect(scored).toMatchObject({ plantTemperatureMinC: plain?.exposed?.[exposure].minimumC })
      const sigmaC = scored?.state === 'known' ? scored.sigmaC : Number.NaN
      expect(plain?.exposed?.[exposure].sigmaC).toBeCloseTo(sigmaC, 2)
    }
    const taught = { ...learned, plantBiasC: 0.5, offset: { constantC: 1, slope: 0 } }
    const [night] = issuedNights(syntheticRun(), issuedAt, taught)
    expect(night?.exposed?.ground.learnedC).toBeCloseTo(-0.8 + 0.5 - 1, 2)
    expect(night?.exposed?.canopy.learnedC).toBeCloseTo(-0.8 + 0.5 - 0.35, 2)
  })
})

describe('what the source says of past nights', () => {
  it('is of whole nights only, and without what was learned', () => {
    const reported = analysedNights(syntheticRun(learned), issuedAt)
    expect(reported.map((night) => night.date)).toEqual(['2026-04-09', '2026-04-10'])
    expect(reported[0]?.airMinimumC).toBeCloseTo(0, 5)
    expect(reported).toEqual(analysedNights(syntheticRun(), issuedAt))
  })
})
