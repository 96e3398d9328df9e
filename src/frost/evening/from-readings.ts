/** The coming minimum from the readings of one thermometer alone. */
import { type EveningLaw, servedEveningLaw } from './evening-law.ts'
import { type EveningState, type MeasuredState, optionalElements } from './evening-reading.ts'
import { fallTerms, spreadTerms } from './fall-terms.ts'
import { completeState, sumOfProducts } from './missing-elements.ts'
import type { Distribution } from './normal-distribution.ts'

/**
 * The lowest temperature from the reading to an hour after sunrise.
 * @param halfResolutionC Half of what the thermometer resolves [°C]: a rounded reading is off by up to that.
 */
export function minimumFromReadings(
  measured: MeasuredState,
  halfResolutionC: number,
  law: EveningLaw = servedEveningLaw
): Distribution {
  const state = completeState(measured, law.elements)
  const fallC = fallOf(state, law)
  const sigmaC = Math.exp(sumOfProducts(law.fall.spread, spreadTerms(state)))
  const missing = optionalElements.filter((element) => measured[element] === null)
  // An estimated element may be off by its σ, which moves the fall.
  const estimated = missing.map((element) => {
    const other = completeState(
      { ...measured, [element]: state[element] + law.elements[element].sigma },
      law.elements
    )
    return fallOf(other, law) - fallC
  })
  const roundingC2 = (halfResolutionC * halfResolutionC) / 3
  return {
    meanC: state.temperatureC - Math.max(fallC, 0),
    varianceC2: estimated.reduce((sum, shift) => sum + shift * shift, sigmaC * sigmaC + roundingC2)
  }
}

function fallOf(state: EveningState, law: EveningLaw): number {
  return sumOfProducts(law.fall.coefficients, fallTerms(state))
}
