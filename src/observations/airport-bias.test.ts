import { describe, expect, it } from 'vitest'
import { createAirportBiases } from './airport-bias.ts'
import { nothingLearned } from './source-knowledge.ts'

type AirportBiases = ReturnType<typeof createAirportBiases>

const airport = { icao: 'LTAC', name: 'Esenboga', lat: 40, lon: 33, elevation: 950 }
const kmPerDegree = 111.2

function taught(biasC: number): AirportBiases {
  const biases = createAirportBiases()
  biases.set([{ airport, biasC }])
  return biases
}

const at = (km: number, elevation: number | null = 950) => ({
  lat: 40 + km / kmPerDegree,
  lon: 33,
  elevation
})
const shiftC = (biases: AirportBiases, ...where: Parameters<typeof at>) =>
  biases.applied(null, at(...where))?.biasC ?? 0

describe('what an airport has learned of its own point', () => {
  it('is added there whole, near it by a share, and beyond 40 km or 150 m of height not at all', () => {
    const biases = taught(-2)
    expect(shiftC(biases, 0)).toBeCloseTo(-2, 9)
    expect(shiftC(biases, 13)).toBeCloseTo(-0.6, 9)
    expect(shiftC(biases, 30)).toBeCloseTo(-0.3, 9)
    expect(shiftC(biases, 13, 875)).toBeCloseTo(-0.3, 9)
    for (const [km, elevation] of [
      [41, 950],
      [13, 790],
      [13, null]
    ] as const)
      expect(biases.applied(null, at(km, elevation))).toBeNull()
  })

  it('makes no place warmer', () => {
    for (const km of [0, 5, 13, 30]) expect(taught(3).applied(null, at(km))).toBeNull()
  })

  it('leaves alone what nights of the air have taught, and counts once where plants were measured', () => {
    const biases = taught(-2)
    const measured = { ...nothingLearned, biasC: 0.5, siteVarianceC2: 1.5, nights: 20 }
    expect(biases.applied(measured, at(0))).toBe(measured)
    const plants = { ...nothingLearned, plantBiasC: -1, plantSay: 1, plantVarianceC2: 2, nights: 20 }
    const its = biases.applied(plants, at(0))
    expect((its?.biasC ?? 0) + (its?.plantBiasC ?? 0)).toBeCloseTo(-1, 9)
  })

  it('keeps a night as cold without a thermometer that has no record', () => {
    const biases = taught(-2)
    const warm = { ...nothingLearned, biasC: 3, siteVarianceC2: 1, nights: 3, proven: null }
    expect(biases.applied(warm, at(0))).toMatchObject({ biasC: 3, proven: { biasC: -2 } })
  })

  it('is the same object until it changes, which the version tells', () => {
    const biases = taught(-2)
    const first = biases.applied(null, at(13))
    biases.set([{ airport, biasC: -2.01 }])
    expect(biases.applied(null, at(13))).toBe(first)
    const version = biases.version()
    biases.set([{ airport, biasC: -3 }])
    expect(biases.version()).toBeGreaterThan(version)
    expect(biases.applied(null, at(13))).not.toBe(first)
    biases.set([])
    expect(biases.applied(null, at(13))).toBeNull()
  })
})
