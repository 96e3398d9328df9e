import { describe, expect, it } from 'vitest'
import {
  syntheticIssue,
  syntheticIssues,
  syntheticObservations,
  syntheticSensor
} from '../../test/made/synthetic-nights.ts'
import { hourMs } from '../common/time.ts'
import type { Exposure } from '../frost/frost-night.ts'
import type { FaultReason } from './faults/sensor-fault.ts'
import { issuesToLearnFrom, seasonNights, sensorRecord } from './sensor-record.ts'

const first = '2026-03-01'
const issues = issuesToLearnFrom(syntheticIssues(first, 30))
const good = new Array(10).fill(0.5)
const record = (minima: readonly number[], acceptedAfterDate: string | null = null) =>
  sensorRecord(syntheticSensor(1, { acceptedAfterDate }), syntheticObservations(first, minima), issues)

describe('a sensor beside its forecasts', () => {
  it('is trusted with all its nights while they are ordinary', () => {
    const { state, believedDates, waitingDates } = record(good)
    expect([state, believedDates.size, waitingDates]).toEqual(['trusted', 10, []])
  })

  it('has its strange nights at the end wait', () => {
    const { state, believedDates, waitingDates } = record([...good, -10, -10])
    expect([state, believedDates.size]).toEqual(['trusted', 10])
    expect(waitingDates).toEqual(['2026-03-11', '2026-03-12'])
  })

  it('is set aside by the third, with those nights and whatever follows', () => {
    const { state, sinceDate, believedDates, nights } = record([...good, -10, -10, -10, 0.5])
    expect([state, sinceDate, believedDates.size, nights.length]).toEqual(['set_aside', '2026-03-11', 10, 14])
  })

  it('counts again after the operator’s word, without the nights that set it aside', () => {
    const { state, believedDates } = record([...good, -10, -10, -10, 0.5, 0.5], '2026-03-13')
    expect([state, believedDates.size]).toEqual(['trusted', 12])
    expect(believedDates.has('2026-03-12')).toBe(false)
  })

  it('is believed on nights that no forecast is kept for, which are compared with nothing', () => {
    const early = sensorRecord(
      syntheticSensor(),
      [...syntheticObservations('2026-01-01', [-30]), ...syntheticObservations(first, good)],
      issues
    )
    expect(early.nights).toHaveLength(10)
    expect(early.believedDates.has('2026-01-01')).toBe(true)
  })

  it('is held against the minimum of plants of its exposure where it lies among them', () => {
    const record = (exposure: Exposure | null) =>
      sensorRecord(
        syntheticSensor(1, { kind: 'plant', exposure }),
        syntheticObservations(first, [-3]),
        issues
      )
    expect(record('ground').nights[0]).toMatchObject({ residualC: -1, sigmaC: 2 })
    expect(record('canopy').nights[0]).toMatchObject({ residualC: -2.3, sigmaC: 1.6 })
    expect(record(null).nights).toEqual([])
  })

  it('is compared with nothing where an earlier version issued the night', () => {
    const old = issuesToLearnFrom([syntheticIssue(first, { exposed: null })])
    const sensor = syntheticSensor(1, { kind: 'plant', exposure: 'ground' })
    expect(sensorRecord(sensor, syntheticObservations(first, [-3]), old).nights).toEqual([])
  })

  it('with a clock that seems to be off may make nights colder alone at once, and is accused after eight hours', () => {
    const at = Date.parse('2026-03-05T12:00:00Z')
    const record = (hours: number, reason: FaultReason) => {
      const fault = { reason, from: at, foundAt: at, seenAt: at + hours * hourMs }
      return sensorRecord({ ...syntheticSensor(), fault }, syntheticObservations(first, good), issues)
    }
    for (const reason of ['other_hour', 'local_time'] as const) {
      const [suspected, proven] = [record(7, reason), record(8, reason)]
      expect(suspected).toMatchObject({ state: 'trusted', sinceDate: null, record: null })
      expect(proven).toMatchObject({ state: 'set_aside', sinceDate: '2026-03-05', record: null })
      expect([suspected.believedDates.size, proven.believedDates.size]).toEqual([4, 4])
    }
    expect(record(0, 'frozen')).toMatchObject({ state: 'set_aside', record: null })
  })
})

it('the nights of a season are those from its first day to its last', () => {
  const plant = sensorRecord(
    syntheticSensor(1, { kind: 'plant', exposure: 'ground' }),
    syntheticObservations(first, [-3, -3, -3, -3]),
    issues
  )
  const season = { from: '2026-03-02', until: '2026-03-03', exposure: 'ground' } as const
  expect(seasonNights([plant], season)).toEqual(
    ['2026-03-02', '2026-03-03'].map((date) => ({ date, plantMinimumC: -3, basis: 'measured' }))
  )
})
