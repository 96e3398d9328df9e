/** Texts of any code points. */
import fc, { type Arbitrary } from 'fast-check'

const firstSurrogate = 0xd800
const surrogates = 0x800

/** As fast-check's unit `binary`, without its table of all 1,112,064 characters: over a second of CPU. */
const character = fc
  .integer({ min: 0, max: 0x10ffff - surrogates })
  .map((index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogates), indexOf)

/** @throws {TypeError} for what is not one character: fast-check then leaves it out. */
function indexOf(text: unknown): number {
  const code = typeof text === 'string' ? text.codePointAt(0) : undefined
  if (code === undefined || text !== String.fromCodePoint(code)) throw new TypeError('not one character')
  return code < firstSurrogate ? code : code - surrogates
}

/** Also the names that objects inherit, such as `__proto__`. */
export function anyText(maxLength: number): Arbitrary<string> {
  return fc.string({ unit: character, maxLength })
}
