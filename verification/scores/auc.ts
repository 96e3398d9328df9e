/** How well probabilities tell nights with frost from nights without. */
import { at } from '../data/sequence.ts'

/**
 * The area under the ROC curve: the chance that a night with the event was given more than one without, ties half.
 * @returns NaN where only one of the two kinds is there, or a probability is missing.
 */
export function areaUnderRoc(probability: Float64Array, came: Uint8Array): number {
  const order = Uint32Array.from(came.keys()).sort(
    (left, right) => at(probability, left) - at(probability, right)
  )
  const events = came.reduce((sum, outcome) => sum + outcome, 0)
  const others = came.length - events
  if (events === 0 || others === 0 || probability.some(Number.isNaN)) return Number.NaN
  let rankSum = 0
  for (let from = 0; from < order.length; ) {
    const value = at(probability, order[from] ?? 0)
    let to = from + 1
    let eventsHere = came[order[from] ?? 0] ?? 0
    while (to < order.length && at(probability, order[to] ?? 0) === value) {
      eventsHere += came[order[to] ?? 0] ?? 0
      to += 1
    }
    rankSum += eventsHere * ((from + 1 + to) / 2)
    from = to
  }
  return (rankSum - (events * (events + 1)) / 2) / (events * others)
}
