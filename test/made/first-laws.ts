/**
 * The laws of the method's first version, for the tests: its vectors came from outside and hold for these constants.
 */
import type { FrostLaws } from '../../src/frost/laws.ts'

export const firstLaws: FrostLaws = {
  airSpread: {
    baseC2: 2.4,
    perDayC2: 0.25,
    perSquaredDayC2: 0.085,
    perCubedDayC2: 0,
    winter: 0,
    perTenDegrees: 0,
    perKilometre: 0
  },
  ground: { cloudToFourth: 0.9, cloudToSixth: 0, share: 0.65, sharePerDegree: 0 },
  offsetPrior: { meanX: 1.9, meanX2: 4 },
  runs: { takenBack: 0, constant: 0, perDegree: 0 },
  learning: { logOdds: 0, perGain: 1 }
}
