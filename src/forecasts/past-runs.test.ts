import { expect, it } from 'vitest'
import { hourMs } from '../common/time.ts'
import { pointOf } from '../weather/point.ts'
import { column, emptySeries } from '../weather/series.ts'
import { earlierRuns } from './earlier-runs.ts'
import type { SnapshotMeta } from './snapshot.ts'

const point = pointOf({ lat: 38.35, lon: 38.317, timezone: 'Europe/Istanbul', elevation: 963 })
const startAt = Date.parse('2026-04-11T12:00:00Z')

/** A run in which every hour has one temperature. */
function runAt(issuedAt: number, temperatureC: number, before: Partial<SnapshotMeta> = {}) {
  const series = emptySeries(Math.floor(issuedAt / hourMs) - 24, 24 * 8)
  column(series, 'temperature').fill(temperatureC)
  const meta: SnapshotMeta = {
    source: { id: 'made', name: 'made', url: 'https://made.example', license: 'CC0-1.0', attribution: '' },
    ...{ synthetic: false, run: String(issuedAt), issuedAt, confirmedAt: issuedAt, askAgainAt: issuedAt },
    ...{
      updatePeriodSeconds: 3600,
      isFallback: false,
      validators: { etag: null, lastModified: null },
      grid: { lat: 0, lon: 0, elevation: 0 }
    },
    ...{ model: null, ensemble: null, point, ...before }
  }
  return { meta, series }
}

it('takes runs along at six hours from each other, and leaves them behind after 27', () => {
  let before = runAt(startAt, 0)
  const ages: number[][] = []
  for (let hour = 1; hour <= 40; hour++) {
    const issuedAt = startAt + hour * hourMs
    const runs = earlierRuns(before, issuedAt)
    ages.push(runs.map((run) => (issuedAt - run.issuedAt) / hourMs))
    before = runAt(issuedAt, hour, { earlierRuns: runs })
  }
  expect(ages[0]).toEqual([1])
  expect(ages[11]).toEqual([6, 12])
  for (const some of ages) {
    expect(Math.max(...some)).toBeLessThanOrEqual(27)
    for (const [index, age] of some.slice(1).entries())
      expect(age - (some[index] ?? 0)).toBeGreaterThanOrEqual(6)
  }
  // From half a day on there is always one of about half a day.
  for (const some of ages.slice(12)) expect(some.some((age) => age >= 9 && age <= 18)).toBe(true)
})

it('stores the minima of the nights that were coming, and has none before the first run nor of a run that is not older', () => {
  const before = runAt(startAt, -1.234)
  const [run] = earlierRuns(before, startAt + 12 * hourMs)
  expect(run?.hundredthsC.slice(0, 4)).toEqual([-123, -123, -123, -123])
  expect(earlierRuns(null, startAt)).toEqual([])
  expect(earlierRuns(before, startAt)).toEqual([])
})
