/** A bar that shows how far a file has been read; where no one watches it says nothing. */
import { createReadStream, type ReadStream } from 'node:fs'
import { readLines } from '../../common/text-lines.ts'

const width = 30
/** Often enough to be seen to move [ms]. */
const everyMs = 100

export function createProgress(
  output: { readonly isTTY?: boolean; readonly write: (text: string) => unknown },
  clock: () => number
) {
  let shownAt = Number.NEGATIVE_INFINITY
  const isWatched = output.isTTY === true
  return {
    /** `fraction` 0…1, followed by a few words. */
    show(fraction: number, words: string): void {
      if (!isWatched || clock() - shownAt < everyMs) return
      shownAt = clock()
      const full = Math.round(Math.min(1, Math.max(0, fraction)) * width)
      const bar = '█'.repeat(full) + '░'.repeat(width - full)
      output.write(`\r\u001b[K${bar} ${String(Math.floor(fraction * 100)).padStart(3)} %  ${words}`)
    },
    clear(): void {
      if (isWatched) output.write('\r\u001b[K')
    }
  }
}

const pieceBytes = 256 * 1024

export function openLines(path: string) {
  const opened: ReadStream[] = []
  const pieces = (): ReadStream => {
    const stream = createReadStream(path, { highWaterMark: pieceBytes })
    opened.push(stream)
    return stream
  }
  return { lines: readLines(pieces), bytesRead: () => opened[0]?.bytesRead ?? 0 }
}
