import { describe, expect, it } from 'vitest'
import { pointOf } from '../weather/point.ts'
import { freshnessOf, isUsable, type SnapshotMeta, stepOf } from './snapshot.ts'

const at = (text: string): number => Date.parse(text)

function meta(timezone: string, confirmedAt: string, updatePeriodSeconds = 3600): SnapshotMeta {
  return {
    source: { id: 's', name: 'S', license: '', url: '', attribution: '' },
    synthetic: false,
    run: '',
    issuedAt: at(confirmedAt),
    confirmedAt: at(confirmedAt),
    askAgainAt: at(confirmedAt),
    updatePeriodSeconds,
    isFallback: false,
    validators: { etag: null, lastModified: null },
    grid: { lat: null, lon: null, elevation: null },
    model: null,
    ensemble: null,
    point: pointOf({ lat: 0, lon: 0, timezone, elevation: null })
  }
}

describe('a snapshot’s age', () => {
  it('is fresh for one update period, aging for two, stale beyond, and nothing after 36 hours', () => {
    const one = meta('UTC', '2026-04-12T00:00:00Z')
    const status = (text: string) => freshnessOf(one, at(text))
    expect(status('2026-04-12T01:00:00Z')).toBe('fresh')
    expect(status('2026-04-12T01:00:00.001Z')).toBe('aging')
    expect(status('2026-04-12T02:00:00.001Z')).toBe('stale')
    expect(isUsable(one, at('2026-04-13T12:00:00Z'))).toBe(true)
    expect(isUsable(one, at('2026-04-13T12:00:00.001Z'))).toBe(false)
  })
})

it('a night that the newest answer lacks is not fresh, however lately it was known', () => {
  const hour = at('2026-04-12T00:00:00Z') / 3_600_000
  const night = { fromHour: hour - 6, overHour: hour + 6, confirmedAt: at('2026-04-12T00:00:00Z') }
  const status = (lacks: readonly ('temperature' | 'wind_speed')[]) =>
    freshnessOf(
      { ...meta('UTC', '2026-04-12T00:30:00Z'), lackingNights: [{ ...night, lacks }] },
      at('2026-04-12T01:00:00Z')
    )
  expect([status(['temperature']), status(['wind_speed'])]).toEqual(['aging', 'fresh'])
})

describe('the step of an answer', () => {
  const step = (zone: string, confirmed: string, now: string) => {
    const { at: from, until } = stepOf(meta(zone, confirmed, 86_400), at(now))
    return [new Date(from).toISOString(), new Date(until).toISOString()]
  }

  it('is the current hour', () => {
    expect(step('Europe/Istanbul', '2026-04-12T00:00:00Z', '2026-04-12T05:20:00Z')).toEqual([
      '2026-04-12T05:00:00.000Z',
      '2026-04-12T06:00:00.000Z'
    ])
  })

  it('ends where the slot or the date changes in a half-hour zone', () => {
    expect(step('Asia/Kolkata', '2026-04-12T00:00:00Z', '2026-04-12T18:10:00Z')[1]).toBe(
      '2026-04-12T18:30:00.000Z'
    )
    expect(step('Asia/Kolkata', '2026-04-12T00:00:00Z', '2026-04-12T18:40:00Z')[0]).toBe(
      '2026-04-12T18:30:00.000Z'
    )
  })

  it('ends where the data grow old', () => {
    const { until } = stepOf(meta('UTC', '2026-04-12T00:10:00Z', 3600), at('2026-04-12T01:05:00Z'))
    expect(new Date(until).toISOString()).toBe('2026-04-12T01:10:00.001Z')
  })

  it('never lets an answer speak of another date than its own', () => {
    for (const zone of ['Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Cairo', 'America/St_Johns']) {
      for (let minute = 0; minute < 1440; minute += 7) {
        const now = at('2026-04-24T00:00:00Z') + minute * 60_000
        const { at: from, until } = stepOf(meta(zone, '2026-04-24T00:00:00Z', 86_400), now)
        const date = (instant: number) =>
          Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate().toString()
        expect(from).toBeLessThanOrEqual(now)
        expect(until).toBeGreaterThan(now)
        expect(date(from)).toBe(date(now))
        expect(date(until - 1)).toBe(date(now))
      }
    }
  })
})
