/** What is left of a season's buds after the nights that have gone by. */
import { type SeverityCurve, scoreOf } from './severity.ts'

interface SurvivedNight {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly plantMinimumC: number
  readonly curve: SeverityCurve
}

interface NightLoss {
  readonly date: string
  /** Of those that were still alive, 0…1. */
  readonly killedFraction: number
  /** Of all, after this night, 0…1. */
  readonly aliveFraction: number
}

/** What a season has left, 0…1, and night by night how it came to that. */
interface SeasonSurvival {
  readonly aliveFraction: number
  readonly nights: readonly NightLoss[]
}

/**
 * Π (1 − s(t)) over past nights, s(t) = Φ((T50 − t)/w) of the night's stage; the minimum is known, so nothing softens
 * the curve. Each night kills its share of what is left, as if hardy and tender were mixed anew; where the same buds
 * stay tender, more is left. docs/science.md [9]. @returns 1 for a season without a night.
 */
export function seasonSurvival(nights: readonly SurvivedNight[]): SeasonSurvival {
  let aliveFraction = 1
  const losses = nights
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
    .map(({ date, plantMinimumC, curve }) => {
      const killedFraction = scoreOf(curve, plantMinimumC, curve.widthC) / 100
      aliveFraction *= 1 - killedFraction
      return { date, killedFraction, aliveFraction }
    })
  return { aliveFraction, nights: losses }
}
