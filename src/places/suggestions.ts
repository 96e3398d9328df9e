/** Near misses: what someone who mistyped a place may have meant. */
import { countSlips } from '../common/slips.ts'

/** Forms to compare with, most important row first. */
export interface SuggestionIndex {
  /**
   * Rows with a form at most `farthest` slips away from `wanted` (a slug form), that `wanted` begins, or that is its
   * whole first word. What shares the whole first word comes first, then fewest slips, then by importance.
   */
  closest(wanted: string, farthest: number): readonly number[]
}

/** A row and one slug form it goes by. */
export interface SlugForm {
  readonly row: number
  readonly form: string
}

/** The shortest beginning that stands for a whole name, in letters. */
const leastBeginning = 4

/**
 * Indexes slug forms for comparison.
 *
 * Forms whose length or set of letters already differs by too much are passed over without counting slips,
 * which leaves a few hundred of 29,000. They are one text, because so many strings and objects would take 3 MB.
 */
export function indexForms(forms: readonly SlugForm[]): SuggestionIndex {
  const text = forms.map(({ form }) => form).join('')
  const rows = Uint32Array.from(forms, ({ row }) => row)
  const letters = Uint32Array.from(forms, ({ form }) => lettersOf(form))
  const lengths = Uint8Array.from(forms, ({ form }) => form.length)
  const starts = startsOf(lengths)
  const begins = (at: number, beginning: string): boolean =>
    beginning.length <= (lengths[at] ?? 0) && text.startsWith(beginning, starts[at])
  return {
    closest(wanted, farthest) {
      const wantedLetters = lettersOf(wanted)
      const firstWord = firstWordOf(wanted)
      const found: { readonly row: number; readonly slips: number; readonly sharesWord: boolean }[] = []
      for (let at = 0; at < rows.length; at++) {
        const [row, start, length] = [rows[at] ?? 0, starts[at] ?? 0, lengths[at] ?? 0]
        const sharesWord = (): boolean => firstWord !== null && begins(at, `${firstWord}-`)
        // Leaving off the end is one slip, however long the end.
        if (wanted.length >= leastBeginning && length > wanted.length && begins(at, wanted)) {
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
      // Beside a near miss, one that is two slips farther away is noise.
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
