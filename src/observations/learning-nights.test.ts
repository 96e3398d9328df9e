/** What the run of a night said of the nights beside it. */
import { expect, it } from 'vitest'
import { syntheticIssue, syntheticObservations, syntheticSensor } from '../../test/made/synthetic-nights.ts'
import { learningNights } from './learning-nights.ts'
import { issuesToLearnFrom, sensorRecord } from './sensor-record.ts'

it('is never what another source said at the same time', () => {
  const issuedAt = Date.parse('2026-03-01T00:00:00Z')
  const next = (source: string, airMinimumC: number) =>
    syntheticIssue('2026-03-03', { source, airMinimumC, leadDay: 2, leadDays: 2, issuedAt })
  const night = syntheticIssue('2026-03-02', { issuedAt })
  const nextOf = (...others: readonly ReturnType<typeof next>[]) => {
    const issued = [night, ...others]
    const record = sensorRecord(
      syntheticSensor(),
      syntheticObservations('2026-03-02', [0]),
      issuesToLearnFrom(issued)
    )
    return learningNights([record], { issued, point: null })[0]?.forecast.nextC
  }
  expect(nextOf(next('other', 9), next('made', 4))).toBe(4)
  expect(nextOf(next('other', 9))).toBeNull()
})
