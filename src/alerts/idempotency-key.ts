/**
 * Whether two people could think of the same Idempotency-Key. Behind one address they count as one client: what the
 * first was given must not be given to the second who also wrote "1".
 */

/** Characters that are left without words, dates and times; of a UUID these are 32. */
const leastLetters = 16
const leastDistinct = 8

/** Long enough, and random as far as it looks. */
export function isHardToGuess(key: string): boolean {
  const left = key
    .replaceAll(/\d{4}-\d{2}-\d{2}|\d{2}:\d{2}(?::\d{2})?|(?:19|20)\d{6}/g, ' ')
    .replaceAll(/\p{L}{4,}/gu, (letters) => (isWord(letters) ? ' ' : letters))
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  if (left.length < leastLetters || new Set(left).size < leastDistinct) return false
  return /\p{L}/u.test(left) && /\p{N}/u.test(left)
}

/** A third of a word is vowels. */
function isWord(letters: string): boolean {
  return [...letters.matchAll(/[aeiouyıöüâ]/giu)].length * 3 >= letters.length
}
