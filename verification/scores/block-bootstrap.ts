/** Whether a difference between two methods is more than the weather of the sample. */
import { at } from '../data/sequence.ts'

/** A difference of means with the interval that holds 95 % of the resampled ones. */
export interface BootstrapInterval {
  readonly mean: number
  readonly low: number
  readonly high: number
}

/** The generator that draws: Park and Miller's, so that every run says the same. */
function parkMiller(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/**
 * The mean of `differences` and its 95 % interval when whole blocks are drawn with replacement. The block is the date:
 * all places of one night share its weather, so that rows of one night are not independent.
 * @param blocks The block of each row, any whole numbers.
 */
export function blockBootstrap(
  differences: Float64Array,
  blocks: Float64Array,
  options: { readonly draws?: number; readonly seed?: number; readonly blockDays?: number } = {}
): BootstrapInterval {
  const { draws = 1000, seed = 20_040_131, blockDays = 1 } = options
  const sums = new Map<number, { sum: number; rows: number }>()
  for (let row = 0; row < differences.length; row++) {
    const key = Math.floor(at(blocks, row) / blockDays)
    const block = sums.get(key) ?? { sum: 0, rows: 0 }
    block.sum += at(differences, row)
    block.rows += 1
    sums.set(key, block)
  }
  const list = [...sums.values()]
  const random = parkMiller(seed)
  const means = new Float64Array(draws)
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0
    let rows = 0
    for (let taken = 0; taken < list.length; taken++) {
      const block = list[Math.floor(random() * list.length)]
      sum += block?.sum ?? 0
      rows += block?.rows ?? 0
    }
    means[draw] = sum / rows
  }
  means.sort()
  const total = differences.reduce((sum, difference) => sum + difference, 0)
  return {
    mean: total / differences.length,
    low: at(means, Math.floor(0.025 * draws)),
    high: at(means, Math.ceil(0.975 * draws) - 1)
  }
}
