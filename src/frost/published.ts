import { roundHalfAway } from '../weather/units.ts'
import type { FrostLevel, MgmClass } from './frost-night.ts'
import { frostBordersC } from './severity.ts'

/** Rounded to one decimal, half away from zero, never −0: temperatures, scores, hours, contributions. */
export function roundToTenth(value: number): number {
  return roundHalfAway(value, 1)
}

/** Rounded to two decimals, half away from zero, never −0: probabilities and leads. */
export function roundToHundredth(value: number): number {
  return roundHalfAway(value, 2)
}

/** The lowest published scores of the levels above `none`; docs/science.md [9]. */
const levelsFromTop: readonly (readonly [number, FrostLevel])[] = [
  [90, 'severe'],
  [50, 'high'],
  [10, 'moderate'],
  [1, 'low']
]

/** From this published score on, a night is a risk day. */
export const riskScore = 10

/** The level of a published score 0…100; `unknown` for null. */
export function levelOf(publishedScore: number | null): FrostLevel {
  if (publishedScore === null) return 'unknown'
  for (const [least, level] of levelsFromTop) if (publishedScore >= least) return level
  return 'none'
}

/** The Turkish State Meteorological Service's class of a published 2 m minimum [°C]; docs/science.md [10]. */
export function mgmClassOf(publishedTemperatureC: number): MgmClass {
  if (publishedTemperatureC > frostBordersC.light) return 'none'
  if (publishedTemperatureC >= frostBordersC.moderate) return 'hafif'
  return publishedTemperatureC >= frostBordersC.strong ? 'orta' : 'kuvvetli'
}

/** Name and version of the whole method: a change of any number that it publishes is a new version. */
export const frostMethod = { id: 'frost-p', version: '2.0' } as const

/** The method as the record stores it: `frost-p 2.0`. */
export const frostMethodText = `${frostMethod.id} ${frostMethod.version}`
