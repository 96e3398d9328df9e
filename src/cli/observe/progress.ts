/** A bar that shows how far a file has been read; where nobody watches it says nothing. */

export interface Progress {
  /** `fraction` 0…1 with a few words behind. */
  readonly show: (fraction: number, words: string) => void
  /** Takes the bar away, before other lines are written. */
  readonly clear: () => void
}

const width = 30
/** Often enough to be seen to move [ms]. */
const everyMs = 100

/** A bar on a terminal. */
export function createProgress(
  output: { readonly isTTY?: boolean; readonly write: (text: string) => unknown },
  clock: () => number
): Progress {
  let shownAt = Number.NEGATIVE_INFINITY
  const isWatched = output.isTTY === true
  return {
    show(fraction, words) {
      if (!isWatched || clock() - shownAt < everyMs) return
      shownAt = clock()
      const full = Math.round(Math.min(1, Math.max(0, fraction)) * width)
      const bar = '█'.repeat(full) + '░'.repeat(width - full)
      output.write(`\r\u001b[K${bar} ${String(Math.floor(fraction * 100)).padStart(3)} %  ${words}`)
    },
    clear() {
      if (isWatched) output.write('\r\u001b[K')
    }
  }
}
