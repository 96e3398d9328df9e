/** Numbers as people read them: a real minus sign, and the marks of the language. */
import { levelOf, roundToTenth } from '../frost/published.ts'
import { type Language, wordsIn } from './language.ts'

const unknownNumber = '–'

const minus = '\u2212'
/** So that a line never breaks before a unit. */
const noBreakSpace = '\u00a0'

/** Half away from zero, never "−0"; null, NaN: an en dash. Groups of three from 1,000 (`1.234,5`). */
export function formatNumber(value: number | null, decimals: number, lang: Language): string {
  if (value === null || !Number.isFinite(value)) return unknownNumber
  const { decimalMark, groupMark } = wordsIn(lang).numbers
  const factor = 10 ** decimals
  // 2.675 lies a hair under its half in binary: the addend puts it back.
  const units = Math.floor(Math.abs(value) * factor + 0.5 + 1e-9)
  const digits = String(units).padStart(decimals + 1, '0')
  const whole = grouped(digits.slice(0, digits.length - decimals), groupMark)
  const fraction = decimals === 0 ? '' : decimalMark + digits.slice(digits.length - decimals)
  return (value < 0 && units > 0 ? minus : '') + whole + fraction
}

/** `−2,9 °C`, with a no-break space. */
export function formatTemperature(value: number | null, unit: '°C' | '°F', lang: Language): string {
  return `${formatNumber(value, 1, lang)}${noBreakSpace}${unit}`
}

export function formatQuantity(value: number | null, decimals: number, unit: string, lang: Language): string {
  return `${formatNumber(value, decimals, lang)}${noBreakSpace}${unit}`
}

/** `12%` in English, `%12` in Turkish. */
export function percent(value: number | null, lang: Language): string {
  return wordsIn(lang).numbers.percent(formatNumber(value, 0, lang))
}

/** 0…100 as people read it: whole from 10 upwards, but never rounded to another level. */
export function shownScore(score: number): number {
  const published = roundToTenth(score)
  const whole = Math.round(published)
  return published < 10 || levelOf(whole) !== levelOf(published) ? published : whole
}

/** A score, with one decimal below 10 and where the decimal decides the level. */
export function formatScore(score: number | null, lang: Language): string {
  if (score === null) return unknownNumber
  const shown = shownScore(score)
  return formatNumber(shown, Number.isInteger(shown) && (shown === 0 || shown >= 10) ? 0 : 1, lang)
}

/** The threshold as it was set: whole, or to the tenth. */
export function formatThreshold(threshold: number, lang: Language): string {
  return formatNumber(threshold, Number.isInteger(threshold) ? 0 : 1, lang)
}

function grouped(digits: string, mark: string): string {
  return digits.length > 3 ? `${grouped(digits.slice(0, -3), mark)}${mark}${digits.slice(-3)}` : digits
}
