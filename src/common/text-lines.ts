/** A text file line by line, whatever its size: only one piece of it is in memory. */

export interface Line {
  /** From 1, as editors count. */
  readonly number: number
  readonly text: string
  /** The line was longer than is read; `text` is its beginning. */
  readonly isCut: boolean
}

/** A row of observations has some 60 characters; a file without line ends must not fill the memory. */
const longestLine = 4000

/**
 * UTF-8, UTF-16 with or without a byte order mark (spreadsheets' "Unicode text"), or windows-1254, as its bytes show;
 * without marks, bytes that are none as U+FFFD. In groups: a million small awaits are slow. @param pieces Opens the
 * text anew.
 */
export async function* readLines(pieces: () => AsyncIterable<Uint8Array>): AsyncGenerator<readonly Line[]> {
  let decoder: TextDecoder | null = null
  let rest = ''
  let isSkipping = false
  let number = 0
  const cut = (text: string): Line[] => {
    const ends = text.split(/\r\n|\n|\r(?!$)/)
    rest = ends.pop() ?? ''
    const lines: Line[] = []
    for (const end of ends) {
      // The tail of a line that was given out already.
      if (isSkipping) isSkipping = false
      else lines.push(lineOf(++number, end))
    }
    if (rest.length > longestLine) {
      if (!isSkipping) lines.push(lineOf(++number, rest))
      isSkipping = true
      rest = ''
    }
    return lines
  }
  for await (const piece of pieces()) {
    decoder ??= markedIn(piece) ?? new TextDecoder(await encodingOf(pieces()))
    const lines = cut(rest + decoder.decode(piece, { stream: true }))
    if (lines.length > 0) yield lines
  }
  const lines = cut(`${rest}${decoder?.decode() ?? ''}\n`)
  if (lines.length > 0) yield lines.at(-1)?.text === '' ? lines.slice(0, -1) : lines
}

function lineOf(number: number, text: string): Line {
  const isCut = text.length > longestLine
  return { number, text: isCut ? text.slice(0, longestLine) : text, isCut }
}

/** What a mark or a header says; null: only all bytes show it. */
function markedIn(first: Uint8Array): TextDecoder | null {
  if (first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf) return new TextDecoder('utf-8')
  if (first[0] === 0xff && first[1] === 0xfe) return new TextDecoder('utf-16le')
  if (first[0] === 0xfe && first[1] === 0xff) return new TextDecoder('utf-16be')
  const header = first.subarray(0, Math.min(firstLineEnd(first), longestLine))
  // Without a mark every other byte of a header is 0.
  if (header.length > 3 && isZeroEverySecond(header, 1)) return new TextDecoder('utf-16le')
  return header.length > 3 && isZeroEverySecond(header, 0) ? new TextDecoder('utf-16be') : null
}

function firstLineEnd(bytes: Uint8Array): number {
  const at = bytes.findIndex((byte) => byte === 0x0a || byte === 0x0d)
  return at === -1 ? bytes.length : at
}

/** Whether most bytes are: Turkish letters have another upper byte. */
function isZeroEverySecond(bytes: Uint8Array, from: number): boolean {
  let [zeros, count] = [0, 0]
  for (let index = from; index < bytes.length; index += 2, count += 1) if (bytes[index] === 0) zeros += 1
  return zeros * 4 > count * 3
}

/** Excel on a Turkish Windows saves "CSV" in windows-1254: no letter beyond ASCII in all of the file is UTF-8. */
async function encodingOf(pieces: AsyncIterable<Uint8Array>): Promise<'utf-8' | 'windows-1254'> {
  const decoder = new TextDecoder('utf-8')
  let isWrong = false
  for await (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true })
    // One letter in UTF-8, and not a mark alone: the others are single faults.
    if (/[\u0080-\uFFFC]/.test(text)) return 'utf-8'
    isWrong ||= text.includes('\uFFFD')
  }
  return isWrong ? 'windows-1254' : 'utf-8'
}
