import { plainLetters } from '../common/near-name.ts'

/** What every slug looks like; the length limit is `maximumSlugLength`. */
export const slugPattern: RegExp = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** The longest slug the contract allows, in characters. */
export const maximumSlugLength = 64

/** Longer input is cut before it is folded: no place has such a long name, and normalising is not free. */
const longestFolded = 128

// Letters that Unicode does not take apart into a base letter and a mark.
const undecomposed: ReadonlyMap<string, string> = new Map([
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ħ', 'h'],
  ['ł', 'l'],
  ['ŋ', 'n'],
  ['ŧ', 't'],
  ['þ', 'th'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ə', 'e'],
  ['ɛ', 'e'],
  ['ɔ', 'o'],
  ['ɓ', 'b'],
  ['ɗ', 'd'],
  ['ƙ', 'k'],
  ['ƴ', 'y'],
  ['ς', 'σ']
])

/**
 * Small letters without marks, words with one space between: `İ`, `I`, `ı` and `i` become `i`, apostrophes vanish,
 * other signs part words, other scripts stay. Never throws; cut beyond 128 UTF-16 units, '' where nothing is left.
 */
export function fold(text: string): string {
  const short = text.slice(0, longestFolded)
  // Most names of the table are plain ASCII words, and folding them all is most of the first search.
  if (/^[a-z ]+$/i.test(short)) return short.toLowerCase().replace(/ {2,}/g, ' ').trim()
  return plainLetters(short)
    .replace(/[øđðħłŋŧþßæœəɛɔɓɗƙƴς]/gu, (letter) => undecomposed.get(letter) ?? letter)
    .replace(/['’‘`´ʻʼʽʾʿˈ]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/**
 * `Şanlıurfa` → `sanliurfa`, whether or not such a place exists; null without a Latin letter or digit, or beyond 64
 * characters: cut short it might be another place's.
 */
export function toSlug(text: string): string | null {
  if (text.length > longestFolded) return null
  const slug = fold(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '-')
  return slug === '' || slug.length > maximumSlugLength ? null : slug
}
