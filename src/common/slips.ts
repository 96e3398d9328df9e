/** How far one spelling lies from another. */

/**
 * Slips between two forms: letters left out, put in, exchanged, or swapped with their neighbour (optimal string
 * alignment). Gives up beyond `farthest` and says `farthest + 1`. Both forms are under 200 characters.
 */
export function countSlips(one: string, other: string, farthest: number): number {
  let beforeLast = new Uint8Array(other.length + 1)
  let last = Uint8Array.from(beforeLast.keys())
  let current = new Uint8Array(other.length + 1)
  for (let row = 1; row <= one.length; row++) {
    current[0] = row
    let best = row
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      const beside = 1 + Math.min(last[column] ?? 0, current[column - 1] ?? 0)
      let slips = Math.min(beside, (last[column - 1] ?? 0) + (same ? 0 : 1))
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        slips = Math.min(slips, (beforeLast[column - 2] ?? 0) + 1)
      }
      current[column] = slips
      best = Math.min(best, slips)
    }
    if (best > farthest) return farthest + 1
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  return Math.min(last[other.length] ?? 0, farthest + 1)
}
