// A double that is printed in full has at most 1,074 decimals.
const longest = 1100

/** `38.354999542236328`, `+38.35`, `.5`, `38.`, `1e-07`; null for none. Beyond a double the largest, in no range. */
export function readDecimal(text: string): number | null {
  if (text.length > longest || !/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return null
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(text))) + 0
}

/** `1.234` of a height may be 1,234 m or a metre and a bit. */
export function mayPartThousands(text: string): boolean {
  return /^[+-]?[1-9][.,]\d{3}$/.test(text)
}

/** How a number that came as a text is written in JSON, as a sentence after a blank; empty where it is no number. */
export function quotedNumberHint(given: unknown, member: string): string {
  const degrees = member === 'lat' || member === 'lon' ? decimalDegrees : ''
  if (typeof given !== 'string') return Number.isNaN(given) ? degrees : ''
  const value = readDecimal(withHyphen(given).replace(',', '.'))
  if (member === 'elevation' && mayPartThousands(withHyphen(given)))
    return ` Did you mean ${given.replace(/[.,]/, '')}, or ${value}?`
  return value === null ? decimalHint(given) || degrees : ` Write it without quotation marks: ${value}.`
}

/** Of an angle in degrees and minutes, or with the letter of its side. */
export const decimalDegrees = ' Write decimal degrees, south and west with a minus sign.'

function withHyphen(text: string): string {
  return text
    .replace(/[^\P{Cf}\u00AD]/gu, '')
    .trim()
    .replace(/^[−–‐‑\u00AD]/, '-')
}

/** What was probably meant by a text that is not a decimal number, as a sentence after a blank; empty where unclear. */
export function decimalHint(text: string): string {
  const plain = withHyphen(text)
  if (/^[+-]?(?:nan|inf(?:inity)?|null|none|undefined|n\/?a)$/i.test(plain)) {
    return ' A program prints this where it has no number.'
  }
  if (/^[+-]?0x[\da-f]+$/i.test(plain)) return ' Write it in decimal digits.'
  const pointed = plain.replace(',', '.')
  if (readDecimal(pointed) === null) return ''
  if (pointed !== plain) return ` Write it with a point: ${pointed.slice(0, 40)}.`
  if (plain === text.trim()) return ' Remove the blanks.'
  if (/[^\P{Cf}\u00AD]/u.test(text)) return ` Remove what is not seen in it: ${plain.slice(0, 40)}.`
  return ` Write the minus as a hyphen: ${plain.slice(0, 40)}.`
}

/** The value to a tenth or a hundredth; unchanged where a double is too large to have parts. */
export function toParts(value: number, parts: 10 | 100): number {
  const whole = Math.round(value * parts)
  return Number.isFinite(whole) ? whole / parts : value
}
