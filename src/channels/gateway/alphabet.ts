/** Letters as providers count them (3GPP TS 23.038 § 6.2.1, annex A); any other makes parts of 70 letters. */

type Shift = 'locking' | 'single'

interface Alphabet {
  /** Letters without a similar one in the alphabet are left out. */
  readonly fold: (text: string) => string
  readonly cost: (text: string) => number
}

const plain = /^[ !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z\n]$/
/** Characters sent with an escape: two letters each. */
const extended = /^[\^{}\\[\]~|]$/
const turkish = /^[çğıöşüÇĞİÖŞÜ]$/
/** The default alphabet has none of these: a single shift comes before each. */
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

/** Letters that count as one each in every provider's table. */
export const plainAlphabet: Alphabet = {
  fold: (text) => foldedBy(text, () => false),
  cost: (text) => sum(text, (letter) => (extended.test(letter) ? 2 : 1))
}

/** The Turkish letters of a national table. */
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
