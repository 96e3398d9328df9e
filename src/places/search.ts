/** Search as you type: names in the order of importance in one long text, which is read from the start. */

import { fold } from './folding.ts'

/** What stands between two spellings, and therefore in none. */
export const spellingEnd = '|'

/** A row with its folded spellings, joined by `spellingEnd`; '' where it has none. */
export interface Searchable {
  readonly row: number
  readonly spellings: string
}

/** Spellings of many rows, most important row first. */
export interface SpellingText {
  /** Rows that have a spelling containing `needle`, in order of importance, until `take` returns false. */
  scan(needle: string, take: (row: number) => boolean): void
  /** The same text, or one without rows where no spelling contains `part`: each full scan costs 0.3 ms. */
  holding(part: string): SpellingText
}

const noSpellings: SpellingText = { scan: () => undefined, holding: () => noSpellings }

/** What a search looks through. */
export interface SearchTexts {
  /** How important a row is; the texts are in its descending order. */
  weightOf(row: number): number
  /** The names proper. */
  readonly names: SpellingText
  /** Other spellings in Latin letters, also `battalgazi malatya`. */
  readonly latinSpellings: SpellingText
  /** Other spellings in other scripts, apart because a text with such a letter takes twice the room and time. */
  readonly otherScripts: SpellingText
}

/** The shortest other spelling that ranks as high as a name when it is typed out in full, in letters. */
const leastExactSpelling = 4

/** A name that goes on beyond what was typed beats one that ends there by this factor of importance. */
const farMore = 20

/**
 * Writes the spellings into one text, so that the first hits are the most important ones.
 *
 * A search of 28,000 names is one pass over 300 kB that stops when it has enough; nothing else is built.
 */
export function writeSpellings(entries: readonly Searchable[]): SpellingText {
  const present = entries.filter(({ spellings }) => spellings !== '')
  const longest = present.reduce((most, { spellings }) => Math.max(most, spellings.length), 0)
  const text = compact(['', ...present.map(({ spellings }) => spellings), ''].join(spellingEnd))
  const rows = Uint32Array.from(present, ({ row }) => row)
  let start = 1
  const starts = Uint32Array.from(present, ({ spellings }) => {
    const from = start
    start += spellings.length + spellingEnd.length
    return from
  })
  const written: SpellingText = {
    scan(needle, take) {
      for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) {
        // A needle begins with the end of the spelling before, which may belong to the row before.
        const row = rows[rangeHolding(starts, at + 1)]
        if (row !== undefined && !take(row)) return
      }
    },
    holding: (part) => (part.length <= longest && text.includes(part) ? written : noSpellings)
  }
  return written
}

// Pieces cut from a text with a letter beyond Latin-1 keep two bytes a letter, joined or not; read anew, plain
// text takes one, and a search half the time.
function compact(text: string): string {
  return /^[a-z0-9 |]*$/.test(text) ? Buffer.from(text, 'latin1').toString('latin1') : text
}

/**
 * Rows for what has been typed so far, at most `limit`.
 *
 * First the names that are exactly it (after one name that begins with it, if that is far more important: `mala`
 * is a town, but is on its way to Malatya), then other spellings that are, then names that begin with it, names
 * with a word that begins with it, other spellings likewise, and at last names that begin with it written as
 * one word; within each by importance.
 */
export function searchRows(texts: SearchTexts, query: string, limit: number): readonly number[] {
  const wanted = fold(query)
  const found = new Set<number>()
  if (wanted === '' || limit < 1) return []
  const take = (row: number): boolean => {
    found.add(row)
    return found.size < limit
  }
  const names = texts.names.holding(wanted)
  const otherSpellings = (isLatin(wanted) ? texts.latinSpellings : texts.otherScripts).holding(wanted)
  const joined = wanted.replaceAll(' ', '')
  const steps: readonly (readonly [SpellingText, string])[] = [
    [names, `|${wanted}|`],
    ...(wanted.length < leastExactSpelling ? [] : [[otherSpellings, `|${wanted}|`] as const]),
    [names, `|${wanted}`],
    [names, ` ${wanted}`],
    [otherSpellings, `|${wanted}`],
    [otherSpellings, ` ${wanted}`],
    // `kahraman maras`
    [texts.names.holding(joined), `|${joined}`]
  ]
  const ahead = farMoreImportant(names, texts, wanted)
  if (ahead !== null) take(ahead)
  for (const [text, needle] of steps) {
    if (found.size >= limit) break
    text.scan(needle, take)
  }
  return [...found]
}

function farMoreImportant(
  names: SpellingText,
  { weightOf }: Pick<SearchTexts, 'weightOf'>,
  wanted: string
): number | null {
  const first = (needle: string): number | null => {
    let hit: number | null = null
    names.scan(needle, (row) => {
      hit = row
      return false
    })
    return hit
  }
  const exact = first(`|${wanted}|`)
  const longer = first(`|${wanted}`)
  if (exact === null || longer === null) return null
  return weightOf(longer) > farMore * weightOf(exact) ? longer : null
}

/** Whether a folded spelling has no letter outside a–z, digits and spaces. */
export function isLatin(folded: string): boolean {
  return /^[a-z0-9 ]*$/.test(folded)
}

function rangeHolding(starts: Uint32Array, position: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) <= position) low = middle + 1
    else high = middle
  }
  return low - 1
}
