import { describe, expect, it } from 'vitest'
import { liveSeason } from './season.ts'
import { coastal, inland } from './season-weather.ts'

/** Weeks in which frosts come and go; whole seasons are lived through by `npm run bench -- seasons`. */
const weeks = [
  { climate: inland, from: '2026-11-10', days: 35, seed: 3 },
  { climate: coastal, from: '2026-12-20', days: 35, seed: 3 }
]

describe.each(weeks)('five weeks of a frost season, $climate.name', (input) => {
  it('name every night in time, tell of far nights by day, and send nothing empty or twice', {
    timeout: 240_000
  }, async () => {
    const season = await liveSeason(input)
    expect(season).toMatchObject({
      emptyMessages: [],
      unnamedNights: [],
      farNightsAtNight: [],
      splitMessages: []
    })
    for (const { messages, nightsNamed, maxInANight } of season.byThreshold) {
      expect(messages).toBeGreaterThan(0)
      expect(nightsNamed).toBeGreaterThan(0)
      // Four that count, and those that never wait.
      expect(maxInANight).toBeLessThanOrEqual(8)
    }
    expect(season.restarts * season.outages).toBeGreaterThan(0)
  })
})
