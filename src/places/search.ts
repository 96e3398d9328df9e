/** Search as you type: names in the order of importance in one long text, which is read from the start. */
import { countSlips } from '../common/near-name.ts'
import type { LatLon } from '../weather/point.ts'
import { distanceKm, earthRadiusKm } from './distance.ts'
import { fold } from './folding.ts'

/** A found point: its number in the list that was indexed, and how far away it is [km]. */
interface Near {
  readonly index: number
  readonly distanceKm: number
}

const kmPerDegreeNorth = (earthRadiusKm * Math.PI) / 180

/**
 * A search walks outward by latitude until that difference alone is farther than what it found: poles and date line
 * need no care. It looks at some hundreds of 28,000 places.
 */
export function indexNearest(lats: Float64Array, lons: Float64Array) {
  const order = Uint32Array.from(lats.keys()).sort(
    (one, other) => (lats[one] ?? 0) - (lats[other] ?? 0) || one - other
  )
  const sortedLats = Float64Array.from(order, (index) => lats[index] ?? 0)
  const sortedLons = Float64Array.from(order, (index) => lons[index] ?? 0)
  return {
    nearest(at: LatLon, count: number, reachKm: number): readonly Near[] {
      const found: Near[] = []
      let limitKm = reachKm
      let above = firstNotBelow(sortedLats, at.lat)
      let below = above - 1
      while (above < order.length || below >= 0) {
        const northKm = ((sortedLats[above] ?? Number.POSITIVE_INFINITY) - at.lat) * kmPerDegreeNorth
        const southKm = (at.lat - (sortedLats[below] ?? Number.NEGATIVE_INFINITY)) * kmPerDegreeNorth
        // Rounding may put the distance a hair under the difference in latitude.
        if (Math.min(northKm, southKm) > limitKm + 1e-9) break
        const place = northKm <= southKm ? above++ : below--
        const km = distanceKm(at, { lat: sortedLats[place] ?? 0, lon: sortedLons[place] ?? 0 })
        if (km <= limitKm)
          limitKm = save(found, { index: order[place] ?? 0, distanceKm: km }, count) ?? limitKm
      }
      return found
    }
  }
}

// Puts a point in its place and returns the distance of the last one once the list is full.
function save(found: Near[], one: Near, count: number): number | null {
  const place = found.findIndex(
    (other) =>
      one.distanceKm < other.distanceKm || (one.distanceKm === other.distanceKm && one.index < other.index)
  )
  found.splice(place === -1 ? found.length : place, 0, one)
  if (found.length > count) found.pop()
  return found.length < count ? null : (found.at(-1)?.distanceKm ?? null)
}

function firstNotBelow(sorted: Float64Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Separates two spellings; no spelling contains it. */
export const spellingEnd = '|'

/** A row with its folded spellings, joined by `spellingEnd`; '' where it has none. */
export interface Searchable {
  readonly row: number
  readonly spellings: string
}

interface SpellingText {
  /** Rows that have a spelling containing `needle`, in order of importance, until `take` returns false. */
  scan(needle: string, take: (row: number) => boolean): void
  /** The same text, or one without rows where no spelling contains `part`: each full scan costs 0.3 ms. */
  holding(part: string): SpellingText
  /** The spellings of a row, each between two `spellingEnd`; '' where it has none. */
  of(row: number): string
}

const noSpellings: SpellingText = { scan: () => undefined, holding: () => noSpellings, of: () => '' }

export interface SearchTexts {
  weightOf(row: number): number
  readonly names: SpellingText
  /** Other spellings in Latin letters, also `battalgazi malatya`. */
  readonly latinSpellings: SpellingText
  /** Other spellings in other scripts, apart because a text with such a letter takes twice the room and time. */
  readonly otherScripts: SpellingText
}

/** The shortest other spelling that ranks as high as a name when it is typed out in full, in letters. */
const minExactSpelling = 4

/** The shortest beginning that stands for a whole name, and for a spelling that no page shows; in letters. */
const minBeginning = 4
const minBeginningOfOther = 8

/** A name that continues beyond what was typed beats one that ends there by this factor of importance. */
const farMore = 20

/** In one text, the most important first: one pass over 300 kB for 28,000 names, stopped at enough. */
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
    holding: (part) => (part.length <= longest && text.includes(part) ? written : noSpellings),
    of(row) {
      const at = rows.indexOf(row)
      return at === -1 ? '' : text.slice((starts[at] ?? 0) - 1, starts[at + 1] ?? text.length)
    }
  }
  return written
}

// Pieces cut from a text beyond Latin-1 keep two bytes a letter; read again, plain text takes one, and half the time.
function compact(text: string): string {
  return /^[a-z0-9 |]*$/.test(text) ? Buffer.from(text, 'latin1').toString('latin1') : text
}

/**
 * At most `limit` rows, each group by importance: names equal to the text (after one that begins with it, if far more
 * important: `mala` is a town, but on the way to Malatya), other spellings equal to it, names that begin with it, names
 * with such a word, other spellings likewise, and names that begin with it written as one word.
 * @param isFinished whether no more is typed: a few letters are then no beginning of something else
 */
export function searchRows(
  texts: SearchTexts,
  query: string,
  limit: number,
  isFinished = false
): readonly number[] {
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
  const isTelling = (least: number): boolean => !isFinished || wanted.length >= least
  const begins = isTelling(minBeginning) ? names : noSpellings
  const otherBegins = isTelling(minBeginningOfOther) ? otherSpellings : noSpellings
  const steps: readonly (readonly [SpellingText, string])[] = [
    [names, `|${wanted}|`],
    ...(wanted.length < minExactSpelling ? [] : [[otherSpellings, `|${wanted}|`] as const]),
    [begins, `|${wanted}`],
    [begins, ` ${wanted}`],
    [otherBegins, `|${wanted}`],
    [otherBegins, ` ${wanted}`],
    // `kahraman maras`
    [isTelling(minBeginning) ? texts.names.holding(joined) : noSpellings, `|${joined}`]
  ]
  const ahead = farMoreImportant(begins, texts, wanted)
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

/** Length and set of letters rule out all but hundreds of 29,000 forms. One text: objects would take 3 MB. */
export function indexForms(forms: readonly { readonly row: number; readonly form: string }[]) {
  const text = forms.map(({ form }) => form).join('')
  const rows = Uint32Array.from(forms, ({ row }) => row)
  const letters = Uint32Array.from(forms, ({ form }) => lettersOf(form))
  const lengths = Uint8Array.from(forms, ({ form }) => form.length)
  const starts = startsOf(lengths)
  const begins = (at: number, beginning: string): boolean =>
    beginning.length <= (lengths[at] ?? 0) && text.startsWith(beginning, starts[at])
  return {
    /**
     * Rows with a slug form at most `farthest` slips from `wanted`, or that it begins, or whose whole first word it is;
     * the last first, then by slips and importance.
     */
    closest(wanted: string, farthest: number): readonly number[] {
      const wantedLetters = lettersOf(wanted)
      const firstWord = firstWordOf(wanted)
      const found: { readonly row: number; readonly slips: number; readonly sharesWord: boolean }[] = []
      for (let at = 0; at < rows.length; at++) {
        const [row, start, length] = [rows[at] ?? 0, starts[at] ?? 0, lengths[at] ?? 0]
        const sharesWord = (): boolean => firstWord !== null && begins(at, `${firstWord}-`)
        // A missing end is one slip, however long.
        if (wanted.length >= minBeginning && length > wanted.length && begins(at, wanted)) {
          found.push({ row, slips: 1, sharesWord: sharesWord() })
          continue
        }
        const isWord = firstWord?.length === length && begins(at, firstWord)
        if (!isWord && Math.abs(length - wanted.length) > farthest) continue
        if (!isWord && bitsOf((letters[at] ?? 0) ^ wantedLetters) > 2 * farthest) continue
        const slips = countSlips(wanted, text.slice(start, start + length), farthest)
        if (isWord || slips <= farthest) found.push({ row, slips, sharesWord: isWord || sharesWord() })
      }
      found.sort((one, other) => Number(other.sharesWord) - Number(one.sharesWord) || one.slips - other.slips)
      // Next to a near miss, one two slips farther away is noise.
      const worst = Math.min(...found.map(({ slips }) => slips)) + 1
      const near = found.filter(({ slips, sharesWord }) => sharesWord || slips <= worst)
      return [...new Set(near.map(({ row }) => row))]
    }
  }
}

function startsOf(lengths: Uint8Array): Uint32Array {
  const starts = new Uint32Array(lengths.length)
  for (let at = 1; at < starts.length; at++) starts[at] = (starts[at - 1] ?? 0) + (lengths[at - 1] ?? 0)
  return starts
}

/** The first of several words; null where there is only one. */
function firstWordOf(form: string): string | null {
  const end = form.indexOf('-')
  return end < 1 ? null : form.slice(0, end)
}

// One bit for each letter, one for all digits, one for the hyphen.
function lettersOf(form: string): number {
  let letters = 0
  for (let at = 0; at < form.length; at++) {
    const code = form.charCodeAt(at)
    letters |= 1 << (code >= 97 ? code - 97 : code === 45 ? 27 : 26)
  }
  return letters >>> 0
}

function bitsOf(word: number): number {
  let bits = 0
  for (let rest = word; rest !== 0; rest &= rest - 1) bits++
  return bits
}
