/**
 * The alphabets of short messages (3GPP TS 23.038 § 6.2.1 and annex A), as providers count them. A letter outside of
 * them would turn the message into one of 70 letters a part.
 */

export type Shift = 'locking' | 'single'

export interface Alphabet {
  /** The text in letters of the alphabet alone; what has no like letter is left out. */
  readonly fold: (text: string) => string
  /** How many letters of a part it takes. */
  readonly cost: (text: string) => number
}

const plain = /^[ !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z\n]$/
/** Written with an escape: two letters each. */
const extended = /^[\^{}\\[\]~|]$/
const turkish = /^[çğıöşüÇĞİÖŞÜ]$/
/** Of these the default alphabet has no letter, so a single shift stands before each. */
const shifted = /^[çğışĞİŞ]$/

const alike: Readonly<Record<string, string>> = {
  '−': '-',
  '–': '-',
  '—': '-',
  '‑': '-',
  '’': "'",
  '‘': "'",
  '`': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '…': '...',
  '×': 'x',
  '·': '-',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
  ə: 'e',
  Ə: 'E',
  þ: 'th',
  ð: 'd'
}

/** Letters of English: one each, whatever a provider's table is. */
export const plainAlphabet: Alphabet = {
  fold: (text) => foldedBy(text, () => false),
  cost: (text) => sum(text, (letter) => (extended.test(letter) ? 2 : 1))
}

/** With the letters of Turkish, as a national table holds them. */
export function turkishAlphabet(shift: Shift): Alphabet {
  return {
    fold: (text) => foldedBy(text, (letter) => turkish.test(letter)),
    cost: (text) =>
      sum(text, (letter) => (extended.test(letter) || (shift === 'single' && shifted.test(letter)) ? 2 : 1))
  }
}

function foldedBy(text: string, isOwn: (letter: string) => boolean): string {
  let folded = ''
  for (const letter of text.normalize('NFC')) folded += isOwn(letter) ? letter : plainOf(letter)
  return folded.replaceAll(/ {2,}/g, ' ').trim()
}

function plainOf(letter: string): string {
  if (plain.test(letter) || extended.test(letter)) return letter
  if (/\s/u.test(letter)) return ' '
  const known = alike[letter]
  if (known !== undefined) return known
  return [...letter.normalize('NFKD')].filter((one) => plain.test(one)).join('')
}

function sum(text: string, costOf: (letter: string) => number): number {
  let total = 0
  for (const letter of text) total += costOf(letter)
  return total
}
