/** The lines of a file, and how far it has been read. */
import { createReadStream, type ReadStream } from 'node:fs'
import { type Line, readLines } from '../../common/text-lines.ts'

export interface LineReader {
  readonly lines: AsyncIterable<readonly Line[]>
  /** Bytes of the file that were read so far. */
  readonly bytesRead: () => number
}

const pieceBytes = 256 * 1024

/** Opens a file once its lines are asked for. */
export function openLines(path: string): LineReader {
  const opened: ReadStream[] = []
  const pieces = (): ReadStream => {
    const stream = createReadStream(path, { highWaterMark: pieceBytes })
    opened.push(stream)
    return stream
  }
  return { lines: readLines(pieces), bytesRead: () => opened[0]?.bytesRead ?? 0 }
}
