import { describe, expect, it } from 'vitest'
import { curveOf } from './crops.ts'
import { genericCurve, seasonSurvival } from './severity.ts'

describe('what a season has left', () => {
  it('is everything before the first night', () => {
    expect(seasonSurvival([])).toEqual({ aliveFraction: 1, nights: [] })
  })

  it('is the product of what each night spares: 0 °C takes 10 %, −2.2 °C half, −4.4 °C 90 %', () => {
    // By the definition of T10, T50 and T90: 0.9 × 0.5 × 0.1 = 0.045.
    const season = seasonSurvival([
      { date: '2026-04-02', plantMinimumC: -2.2, curve: genericCurve },
      { date: '2026-04-01', plantMinimumC: 0, curve: genericCurve },
      { date: '2026-04-03', plantMinimumC: -4.4, curve: genericCurve }
    ])
    expect(season.aliveFraction).toBeCloseTo(0.045, 4)
    expect(season.nights.map((night) => night.date)).toEqual(['2026-04-01', '2026-04-02', '2026-04-03'])
    expect(season.nights.map((night) => night.killedFraction)).toEqual([
      expect.closeTo(0.1, 4),
      expect.closeTo(0.5, 4),
      expect.closeTo(0.9, 4)
    ])
    expect(season.nights[1]?.aliveFraction).toBeCloseTo(0.45, 4)
  })

  it('judges each night by its own stage: the same −3 °C spares the bud and takes the bloom', () => {
    const minimum = { date: '2026-04-01', plantMinimumC: -3 }
    const bud = seasonSurvival([{ ...minimum, curve: curveOf('apricot', 'first-white') }])
    const bloom = seasonSurvival([{ ...minimum, curve: curveOf('apricot', 'full-bloom') }])
    expect(bud.aliveFraction).toBeGreaterThan(bloom.aliveFraction)
  })

  it('hardly counts warm nights, however many there are', () => {
    const warm = Array.from({ length: 60 }, (_, day) => ({
      date: `night ${day}`,
      plantMinimumC: 8,
      curve: genericCurve
    }))
    expect(seasonSurvival(warm).aliveFraction).toBeGreaterThan(0.999)
  })
})
