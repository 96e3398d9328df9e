/**
 * Finds the row of a slug without a string for each: as keys of a Map, 28,000 take 2 MB and twenty times as long to
 * fill.
 */

/** Slots of the table: a power of two, more than twice as many as there are slugs. */
const slots = 1 << 16

/** Lines of text as bytes. `starts` has the start of each line and, last, the end of the text. */
export interface Lines {
  readonly bytes: Buffer
  readonly starts: Uint32Array
}

/** FNV-1a. */
const [basis, prime] = [0x811c9dc5, 0x01000193]
const [tab, newline] = [9, 10]

/**
 * Indexes lines `key<TAB>slug` of ASCII, at most 32,000; each slug is in one of them.
 * @returns the number of a slug's line, or null
 */
export function indexSlugs({ bytes, starts }: Lines): (slug: string) => number | null {
  /** The number of a line and 1; 0: free. A slug whose slot is taken is in the next that is free. */
  const table = new Uint16Array(slots)
  const slugStarts = new Uint32Array(starts.length)
  let [row, hash] = [0, basis]
  for (let at = 0; at < bytes.length; at++) {
    const letter = bytes[at] ?? 0
    if (letter === tab) {
      slugStarts[row] = at + 1
      hash = basis
    } else if (letter === newline) {
      let slot = slotOf(hash)
      while (table[slot] !== 0) slot = slotOf(slot + 1)
      row += 1
      table[slot] = row
    } else hash = Math.imul(hash ^ letter, prime)
  }
  return (slug) => {
    let sought = basis
    for (let at = 0; at < slug.length; at++) sought = Math.imul(sought ^ slug.charCodeAt(at), prime)
    for (let slot = slotOf(sought); table[slot] !== 0; slot = slotOf(slot + 1)) {
      const found = (table[slot] ?? 0) - 1
      const [start, end] = [slugStarts[found] ?? 0, (starts[found + 1] ?? 0) - 1]
      if (end - start === slug.length && bytes.toString('latin1', start, end) === slug) return found
    }
    return null
  }
}

function slotOf(hash: number): number {
  return (hash >>> 0) % slots
}
