import { expect, test } from 'vitest'
import { inland, seasonWeather } from '../../../test/scenarios/alerts/season-weather.ts'
import type { Protection } from '../../frost/protection/protection.ts'
import { nearestProfile } from '../../frost/scoring-profile.ts'
import { pointOf } from '../../weather/point.ts'
import { reportOf } from './report.ts'

const { place } = inland
const weather = seasonWeather(inland, Date.UTC(2026, 2, 19), 40, 7)
/** At 21:00 in Malatya. */
const evenings = Array.from({ length: 30 }, (_, day) => Date.UTC(2026, 2, 20, 18) + day * 86_400_000)

const reportOfLimit = (at: number, limitC: number | null, crop: string | null = null) => {
  const { profile } = nearestProfile({ crop, stage: crop && 'full-bloom', exposure: 'ground' })
  return reportOf({ point: pointOf(place), place, profile, limitC, nights: 1 }, weather.run(at, at), { at })
}

/** The probability of a limit is a published one. */
function inPercent(advice: Protection | null) {
  const probability = advice?.sprinkler.probability ?? null
  const percent = probability === null ? null : Math.round(100 * probability)
  return { ...advice, sprinkler: { ...advice?.sprinkler, probability: percent } }
}

test('a limit of 0 °C says what the night of any plant does', () => {
  const reports = evenings.map((at) => reportOfLimit(at, 0))
  for (const { tonight, tonightLimit } of reports) {
    if (tonight?.state !== 'known') throw new Error('the night has a score')
    expect(tonightLimit?.frostHours).toEqual(tonight.frostHours)
    expect(tonightLimit?.probability).toBeCloseTo(tonight.probability.frost, 2)
  }
  const frosty = reports.filter(({ tonightLimit }) => tonightLimit?.frostHours != null)
  expect(frosty.length).toBeGreaterThan(5)
  expect(frosty.length).toBeLessThan(evenings.length)
})

test('the limit of a stage gives the advice that the stage itself has', () => {
  const prepared = evenings.map((at) => {
    const cherry = reportOfLimit(at, null, 'sweet-cherry')
    expect(cherry.tonightLimit).toBeNull()
    const limit = reportOfLimit(at, cherry.profile.curve.t10C).tonightLimit?.protection ?? null
    expect(inPercent(limit)).toEqual(inPercent(cherry.tonightProtection))
    return limit?.lastPreparationAt ?? null
  })
  expect(prepared.filter((at) => at !== null).length).toBeGreaterThan(1)
})
