import { expect, it } from 'vitest'
import { fitArchive } from './archive.ts'

/** Numbers between 0 and 1, the same on every run (Park–Miller). */
function uniforms(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

it('the law of an archive is found again from nights that it made', () => {
  const random = uniforms(7)
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
  const daysOf = (offsetC: number, count: number) => {
    let error = 0
    return Array.from({ length: count }, (_, day) => {
      error = 0.4 * error + Math.sqrt(1 - 0.4 ** 2) * normal()
      const angle = (2 * Math.PI * day) / 365.2425
      const sigmaC = Math.sqrt(4 + Math.cos(angle))
      const archiveC = 10 * random()
      const stationC = archiveC - 1.5 + offsetC + 0.8 * Math.sin(angle) + sigmaC * error
      return { day, archiveC, stationC }
    })
  }
  const law = fitArchive([daysOf(0.6, 12_000), daysOf(-0.6, 5000)])
  expect(law.biasC[0]).toBeCloseTo(-1.5, 0)
  expect(Math.abs(law.biasC[0] + 1.5)).toBeLessThan(0.1)
  expect(Math.abs(law.biasC[1])).toBeLessThan(0.1)
  expect(Math.abs(law.biasC[2] - 0.8)).toBeLessThan(0.1)
  expect(Math.abs(law.varianceC2[0] - 4)).toBeLessThan(0.2)
  expect(Math.abs(law.varianceC2[1] - 1)).toBeLessThan(0.3)
  expect(Math.abs(law.persistence - 0.4)).toBeLessThan(0.03)
  // Of 0.6 and −0.6: √(2·0.36).
  expect(Math.abs(law.placesSdC - 0.849)).toBeLessThan(0.08)
})
