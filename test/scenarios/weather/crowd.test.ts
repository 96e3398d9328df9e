/** A crowd opens new points at a slow provider that is well: who came last waits, and nobody else notices. */
import { expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import type { ForecastResult } from '../../../src/forecasts/forecast-result.ts'
import { type Point, pointOf } from '../../../src/weather/point.ts'
import { openBareStage } from './bare-forecasts.ts'

const never = new AbortController().signal
const visitor = { kind: 'client', key: '203.0.113.7' } as const

function pointsFrom(lat: number, count: number): readonly Point[] {
  return Array.from({ length: count }, (_, index) =>
    pointOf({ lat: lat + Math.floor(index / 50), lon: index % 50, timezone: 'UTC', elevation: 100 })
  )
}

/**
 * A crowd and what comes of it: sixteen questions at a time, and none waits for its turn for longer than eight
 * seconds. `answered` counts the renewal of a known point, which is asked for while the crowd is lining up.
 */
const crowds = [
  { newPoints: 60, delayMs: 700, answered: 61 },
  { newPoints: 100, delayMs: 700, answered: 101 },
  { newPoints: 60, delayMs: 1500, answered: 61 },
  { newPoints: 100, delayMs: 1500, answered: 96 }
]
const atATime = 16

it.each(crowds)(
  '$newPoints new points at once, answered after $delayMs ms each, close no source',
  async ({ newPoints, delayMs, answered }) => {
    const bare = await openBareStage()
    const { clock, upstream } = bare
    try {
      const abortAfter = (milliseconds: number): AbortSignal => {
        const ending = new AbortController()
        void clock.pause(milliseconds, never, 'given up').then(() => ending.abort())
        return ending.signal
      }
      const forecasts = bare.forecasts({ sources: [bare.source('open-meteo')], abortAfter })
      const watched = pointsFrom(-40, 20)
      const [known] = pointsFrom(-50, 1) as readonly [Point]
      await forecasts.refreshWatched(watched)
      await forecasts.get(known, visitor)
      clock.move(2 * hourMs + 60_000)
      upstream.slow(() => clock.pause(delayMs, never, 'upstream'))
      const at = clock.read()
      const before = upstream.count()

      let isOver = false
      const asked = pointsFrom(10, newPoints).map((point) => forecasts.get(point, visitor))
      const crowd = Promise.all(asked).finally(() => {
        isOver = true
      })
      await expect.poll(() => upstream.count() - before).toBe(atATime)
      // Stale by now, and shown at once all the same: its renewal waits with the crowd.
      expect((await forecasts.get(known, visitor)).kind).toBe('snapshot')
      const refreshing = forecasts.refreshWatched(watched)
      await expect.poll(() => upstream.count() - before).toBe(atATime + 1)
      clock.move(delayMs)
      await refreshing
      expect(isOver).toBe(false)
      const confirmed = await Promise.all(
        watched.map(async (point) => (await forecasts.peek(point))?.confirmedAt)
      )
      expect(new Set(confirmed)).toEqual(new Set([at + delayMs]))

      for (let turn = 2; atATime * turn < answered + atATime; turn++) {
        // The known point stands among the crowd, and the batch went beside it.
        const left = Math.min(atATime * turn, newPoints + 1) + 1
        await expect.poll(() => upstream.count() - before).toBe(left)
        clock.move(delayMs)
      }
      const reported = await crowd
      const renewals = async (): Promise<number> =>
        ((await forecasts.peek(known))?.confirmedAt ?? 0) > at ? 1 : 0
      const snapshots = reported.filter(({ kind }) => kind === 'snapshot').length
      await expect.poll(async () => snapshots + (await renewals())).toBe(answered)
      for (const refused of reported.filter(isRefused)) expect(refused.retryAt).toBe(clock.read() + 5_000)

      upstream.slow(null)
      for (const point of pointsFrom(60, 5))
        expect((await forecasts.get(point, visitor)).kind).toBe('snapshot')
    } finally {
      upstream.slow(null)
      clock.move(hourMs)
      await bare.close()
    }
  }
)

function isRefused(result: ForecastResult): result is Extract<ForecastResult, { kind: 'unavailable' }> {
  return result.kind === 'unavailable'
}

it('finds a dead source quickly for watched places, whatever visitors do, and for visitors by what watched places met', async () => {
  const bare = await openBareStage()
  try {
    const forecasts = bare.forecasts({ sources: [bare.source('open-meteo')] })
    await bare.upstream.fail({ kind: 'status', status: 500 }, 'open-meteo')
    // Five points that fail for visitors close the source for visitors alone.
    for (const point of pointsFrom(10, 5)) await forecasts.get(point, visitor)
    await forecasts.get(pointOf({ lat: 9, lon: 9, timezone: 'UTC', elevation: 1 }), visitor)
    expect(bare.upstream.count()).toBe(5)
    for (let batch = 0; batch < 8; batch++) await forecasts.refreshWatched(pointsFrom(20 + batch, 20))
    expect(bare.upstream.count()).toBe(10)
    await bare.upstream.fail(null, 'open-meteo')
    // One batch that is answered opens it for everyone.
    bare.clock.move(30_000)
    await forecasts.refreshWatched(pointsFrom(50, 20))
    expect(
      (await forecasts.get(pointOf({ lat: 8, lon: 8, timezone: 'UTC', elevation: 1 }), visitor)).kind
    ).toBe('snapshot')
  } finally {
    await bare.close()
  }
})
