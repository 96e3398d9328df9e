import { describe, expect, it } from 'vitest'
import { type ErrorPair, servedEveningLaw, sharingOf } from './evening-law.ts'

const prior = servedEveningLaw.sharing

/** Numbers between 0 and 1, the same on every run (Park–Miller). */
function uniforms(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Pairs of stations whose errors correlate as a known law says. */
function pairsOf(
  atPlace: number,
  nights: number,
  kms: readonly number[],
  seed: number
): readonly ErrorPair[] {
  const random = uniforms(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Array.from({ length: nights }, (_, night) => {
    const common = normal()
    return kms.map((distanceKm): ErrorPair => {
      const share = atPlace * Math.exp(-distanceKm / prior.perKm)
      const error = () => Math.sqrt(share) * common + Math.sqrt(1 - share) * normal()
      return { date: String(night), product: error() * error(), distanceKm, heightDifferenceM: 0 }
    })
  }).flat()
}

describe('the share of errors', () => {
  it('begins at the law, and comes near to what pairs of stations have', () => {
    expect(sharingOf([], prior)).toEqual(prior)
    for (const truth of [0.45, 0.9]) {
      const missedBy = (nights: number) =>
        Math.abs(sharingOf(pairsOf(truth, nights, [8, 15, 30], 3), prior).atPlace - truth)
      expect(missedBy(60)).toBeLessThan(Math.abs(prior.atPlace - truth))
      expect(missedBy(2000)).toBeLessThan(0.06)
    }
  })

  it('counts all pairs of a night as one', () => {
    const one = pairsOf(0.4, 1, [10], 5)
    const many = Array.from({ length: 500 }, () => one).flat()
    expect(sharingOf(many, prior).atPlace).toBeCloseTo(sharingOf(one, prior).atPlace, 9)
  })

  it('is never more than all, nor less than three tenths', () => {
    const sure = pairsOf(0.9, 50, [10], 7).map((pair) => ({ ...pair, product: 9 }))
    const against = sure.map((pair) => ({ ...pair, product: -9 }))
    expect(sharingOf(sure, prior).atPlace).toBe(0.95)
    expect(sharingOf(against, prior).atPlace).toBe(0.3)
  })
})
