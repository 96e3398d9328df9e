/** Telephone numbers as people write them, in the one form in which they are stored: +905321234567. */
import type { DestinationProblem } from '../../alerts/ports.ts'
import { invalid, notAllowed } from '../destination.ts'

interface NumberRules {
  readonly kind: 'sms' | 'voice'
  /** Calling code of numbers written without one: `90`. */
  readonly callingCode: string
  /** Calling codes. */
  readonly countries: readonly string[]
}

const pointer = '/destination/phone'
const separators = /[\s\p{Pd}\p{Zs}()._·/−]+/gu
/** As in `+90 (0) 532`: only dialled without the country. */
const trunkZero = /^((?:\+|00)[\d ]{1,5})\(0\)/
/** Türkiye: mobile numbers have ten digits, the first a 5. */
const turkey = '90'

/** The number, or why it cannot be one. */
export function readNumber(written: string, rules: NumberRules): string | DestinationProblem {
  const { callingCode, countries, kind } = rules
  // Contacts are copied between marks of direction, which no one sees.
  const plain = westernDigits(written.normalize('NFKC'))
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  const text = plain.replace(/^tel:/i, '').replace(trunkZero, '$1').replaceAll(separators, '')
  if (!/^\+?\d{4,20}$/.test(text))
    return invalid(pointer, 'This is not a telephone number such as +905321234567.')
  const number = international(text, callingCode)
  if (number === null) {
    const meant = text.startsWith(callingCode) ? ` Was +${text} meant?` : ''
    return invalid(pointer, `Write the number with + and its country, such as +905321234567.${meant}`)
  }
  if (number.startsWith(`+${turkey}`)) {
    const national = number.slice(3)
    if (!/^[1-9]\d{9}$/.test(national))
      return invalid(pointer, `After +90 a number has ten digits, such as +905321234567.${meantBy(national)}`)
    if (/^(?:[1679]|888|898)/.test(national))
      return invalid(pointer, 'This is not the number of a person: after +90 it begins with 2, 3, 4, 5 or 8.')
    if (kind === 'sms' && !national.startsWith('5'))
      return invalid(pointer, 'Only a mobile number takes messages: after +90 it begins with 5.')
  } else if (!/^\+[1-9]\d{6,14}$/.test(number)) {
    return invalid(pointer, 'A number has at most 15 digits, with its country.')
  }
  if (countries.some((code) => number.startsWith(`+${code}`))) return number
  const reached = countries.map((code) => `+${code}`).join(', ')
  return notAllowed(pointer, `This channel reaches numbers that begin with ${reached}.`)
}

function meantBy(national: string): string {
  return /^0[1-9]\d{9}$/.test(national) ? ` Was +${turkey}${national.slice(1)} meant?` : ''
}

function international(text: string, callingCode: string): string | null {
  if (text.startsWith('+')) return text
  if (text.startsWith('00')) return `+${text.slice(2)}`
  if (/^0\d{10}$/.test(text)) return `+${callingCode}${text.slice(1)}`
  return /^5\d{9}$/.test(text) ? `+${callingCode}${text}` : null
}

/** From any script: its ten digits are consecutive, zero first. */
function westernDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    return String(code - zero)
  })
}

/** A text without the number, however its digits are parted: `0532-123 45 67`. */
export function withoutNumber(text: string, number: string): string {
  const last = number.slice(-7)
  return text.replaceAll(/[\d\s+().\-/]+/g, (digits) =>
    digits.replaceAll(/\D/g, '').includes(last) ? ' … ' : digits
  )
}

export function numberForms(number: string): Readonly<Record<'to' | 'to_digits' | 'to_national', string>> {
  const national = number.startsWith(`+${turkey}`) ? number.slice(3) : number.slice(1)
  return { to: number, to_digits: number.slice(1), to_national: national }
}
