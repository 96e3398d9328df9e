/** Two angles in a text: `38,355 38,310`, `38°21'18"K 38°18'36"D`, `enlem 38.355, boylam 38.31`. */
import { hourSeconds } from '../common/time.ts'

/**
 * `short_link`: target unknown without a request; `no_point`: without one point; `no_pin`: a named thing, of which only
 * the middle of the screen is given; `order`: which number is the latitude is uncertain; `marks`: which digits belong
 * together is; `too_coarse`: whole degrees, 100 km; `out_of_bounds`: no such latitude, longitude, minute or second.
 */
export type CoordinatesFault =
  | 'short_link'
  | 'no_point'
  | 'no_pin'
  | 'order'
  | 'marks'
  | 'grid'
  | 'too_coarse'
  | 'out_of_bounds'

/** One angle [°], south and west negative. */
export interface Angle {
  readonly degrees: number
  /** Null where neither letter nor word says which it is. */
  readonly axis: 'lat' | 'lon' | null
  readonly isPrecise: boolean
  /** The dash before it is its sign, or parts it from the angle before. */
  readonly isAfterDash: boolean
}

interface Side {
  readonly axis: 'lat' | 'lon'
  /** 0: the word names the axis and not the side. */
  readonly sign: 1 | -1 | 0
}

const side = (axis: Side['axis'], sign: Side['sign']): Side => ({ axis, sign })

/** Letters and words of sides and axes, in lower case; Turkish: kuzey, güney, doğu, batı, enlem, boylam. */
const sides: Readonly<Record<string, Side>> = {
  n: side('lat', 1),
  north: side('lat', 1),
  k: side('lat', 1),
  kuzey: side('lat', 1),
  s: side('lat', -1),
  south: side('lat', -1),
  g: side('lat', -1),
  güney: side('lat', -1),
  guney: side('lat', -1),
  e: side('lon', 1),
  east: side('lon', 1),
  d: side('lon', 1),
  doğu: side('lon', 1),
  dogu: side('lon', 1),
  w: side('lon', -1),
  west: side('lon', -1),
  b: side('lon', -1),
  batı: side('lon', -1),
  bati: side('lon', -1),
  lat: side('lat', 0),
  latitude: side('lat', 0),
  enlem: side('lat', 0),
  lon: side('lon', 0),
  lng: side('lon', 0),
  long: side('lon', 0),
  longitude: side('lon', 0),
  boylam: side('lon', 0)
}

type Token =
  | { readonly is: 'number'; readonly text: string; readonly sign: 1 | -1 | 0 }
  | { readonly is: 'unit'; readonly unit: 'degrees' | 'minutes' | 'seconds' }
  | { readonly is: 'side'; readonly side: Side }
  | { readonly is: 'break'; readonly isDash: boolean }

/** @returns Null where the text is not about angles, or why it is refused */
export function readAngles(text: string): readonly [Angle, Angle] | CoordinatesFault | null {
  const plain = normalized(text)
  // `[38.31, 38.355]` is longitude first in GeoJSON and latitude first elsewhere.
  if (/\[[^[\]\d]*\d[^[\]]*\]/.test(plain) && !/[a-z]/i.test(plain)) return 'order'
  const tokens = tokensOf(plain)
  if (tokens === null) return null
  const numbers = tokens.filter(({ is }) => is === 'number').length
  if (numbers < 2) return isAngleAlone(tokens, numbers) ? 'no_point' : null
  const groups = groupsOf(tokens)
  if (typeof groups === 'string') return groups
  const [one, other] = [angleOf(groups[0]), angleOf(groups[1])]
  if (typeof one === 'string') return one
  if (typeof other === 'string') return other
  const parting = tokens.find((token) => token.is === 'break')
  // `-34.6-58.4` as ISO 6709 writes it: one sign, then another.
  if (parting?.isDash === true && signIn(groups[0]) !== 0) return 'marks'
  return [one, { ...other, isAfterDash: parting?.isDash ?? signIn(groups[1]) < 0 }]
}

function signIn(tokens: readonly Token[]): 1 | -1 | 0 {
  return tokens.find((token) => token.is === 'number')?.sign ?? 0
}

function isAngleAlone(tokens: readonly Token[], numbers: number): boolean {
  return numbers === 1 && tokens.some(({ is }) => is === 'unit')
}

/** One sign for each mark: digits of other scripts, typographic quotes, Turkish capital letters, dashes, blanks. */
function normalized(text: string): string {
  return (
    text
      .replaceAll('İ', 'i')
      .replaceAll(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) % 16))
      .replaceAll(/[٫．]/g, '.')
      .replaceAll(/[،、，]/g, ',')
      // A soft hyphen is a minus where a number begins, and not seen elsewhere.
      .replaceAll(/(?<![\d.])\u00ad(?=[\d.])/g, '-')
      .replaceAll(/(?!\u200b)\p{Cf}|\p{Extended_Pictographic}/gu, '')
      .replace(/^\s*(?:konum|koordinat(?:lar)?|location|position|coordinates?|gps)\s*[:=]/i, '')
      .replaceAll(/[º˚⁰]/g, '°')
      .replaceAll(/''|′′|’’|[″”“ʺ]/g, '"')
      .replaceAll(/[′’‘`´ʹ]/g, "'")
      .replaceAll(/[−–—‐‑‒－﹣]/g, '-')
      // A dash between two numbers that touch it (`~`), between blanks or before a letter separates them.
      .replaceAll(
        /([\d°'"])-(-?\d)/g,
        (_, before, after) => `${before} ${after[0] === '-' ? '/' : '~'} ${after}`
      )
      .replaceAll(/(\s)-(\s|[a-z])/gi, '$1/$2')
      .replaceAll(/([\d°'"])-([a-z])/gi, '$1 / $2')
      .replaceAll(/\s(?:ve|and|ile)\s/gi, ' / ')
      .replaceAll(/[\u00a0\u2000-\u200b\u202f+]/g, (mark) => (mark === '+' ? '+' : ' '))
      .toLowerCase()
      // The names of members in JSON.
      .replaceAll(/"([a-z]+)"/g, '$1')
      .replaceAll(/\.(\s|$)/g, ' ')
      .trim()
  )
}

const pattern =
  /(?<number>[-+]?\d+(?:[.,]\d+)?)|(?<unit>°|'|"|\b(?:der(?:ece)?|deg(?:rees?)?|dk|dakika|min(?:utes?)?|sn|saniye|sec(?:onds?)?)\b)|(?<word>[a-zçğıöşü]+)|(?<gap>[\s,;/|~:=(){}"&?]+)/gu

function tokensOf(text: string): readonly Token[] | null {
  const tokens: Token[] = []
  // Commas are decimal marks in `38,355 38,310`; a comma with a blank, or beside decimal points, separates.
  const decimalComma = /\d,\d/.test(text) && !/\d\.\d/.test(text)
  let at = 0
  for (const match of (decimalComma ? text : text.replaceAll(',', ' , ')).matchAll(pattern)) {
    if (match.index !== at) return null
    at += match[0].length
    const token = tokenOf(match)
    if (token === null) return null
    if (token !== 'gap') tokens.push(token)
  }
  const length = (decimalComma ? text : text.replaceAll(',', ' , ')).length
  return at === length ? tokens : null
}

function tokenOf({ groups = {}, 0: text }: RegExpMatchArray): Token | 'gap' | null {
  if (groups['number'] !== undefined) {
    const sign = text.startsWith('-') ? -1 : text.startsWith('+') ? 1 : 0
    return { is: 'number', sign, text: text.replace(/^[-+]/, '').replace(',', '.') }
  }
  if (groups['unit'] !== undefined) {
    const unit = /^(?:'|dk|da|min)/.test(text) ? 'minutes' : /^["s]/.test(text) ? 'seconds' : 'degrees'
    return { is: 'unit', unit }
  }
  if (groups['word'] !== undefined) {
    const found = Object.hasOwn(sides, text) ? sides[text] : undefined
    return found === undefined ? null : { is: 'side', side: found }
  }
  return /[,;/|~&]/.test(text) ? { is: 'break', isDash: text.includes('~') } : 'gap'
}

type Groups = readonly [readonly Token[], readonly Token[]]

function groupsOf(tokens: readonly Token[]): Groups | CoordinatesFault {
  const numbers = tokens.filter(({ is }) => is === 'number').length
  if (numbers % 2 === 1 || numbers > 6) return 'marks'
  const breaks = tokens.filter(({ is }) => is === 'break').length
  if (breaks > 1) return 'marks'
  const hasMarks = tokens.some(({ is }) => is === 'unit' || is === 'side')
  // Four bare numbers may be degrees and minutes, or two decimals torn apart.
  if (numbers === 4 && !hasMarks) return 'marks'
  const split = splitAt(tokens, numbers / 2)
  return split ?? 'marks'
}

/** Half of the numbers on each side; a side word belongs to the numbers that it touches. */
function splitAt(tokens: readonly Token[], half: number): Groups | null {
  const leads = tokens.find(({ is }) => is !== 'break')?.is === 'side'
  let seen = 0
  let index = 0
  for (; index < tokens.length && seen < half; index++) if (tokens[index]?.is === 'number') seen += 1
  while (tokens[index]?.is === 'unit' || (!leads && tokens[index]?.is === 'side')) index += 1
  const isClean = (some: readonly Token[]) => some.filter(({ is }) => is === 'number').length === half
  const groups = [tokens.slice(0, index), tokens.slice(index)] as const
  const inner = groups.map((group) => group.filter(({ is }) => is !== 'break')) as [Token[], Token[]]
  const breakAt = tokens.findIndex(({ is }) => is === 'break')
  if (breakAt >= 0 && breakAt !== index) return null
  return inner.every(isClean) ? inner : null
}

const unitsInOrder = ['degrees', 'minutes', 'seconds'] as const

function angleOf(tokens: readonly Token[]): Angle | CoordinatesFault {
  const named = tokens.flatMap((token) => (token.is === 'side' ? [token.side] : []))
  const numbers: { readonly text: string; readonly sign: 1 | -1 | 0 }[] = []
  for (const token of tokens) {
    if (token.is === 'number') numbers.push(token)
    if (token.is === 'unit' && token.unit !== unitsInOrder[numbers.length - 1]) return 'marks'
  }
  const [degrees, minutes, seconds] = numbers
  if (degrees === undefined || numbers.slice(1).some(({ sign }) => sign !== 0)) return 'marks'
  // Only the last part of an angle has decimals.
  if (numbers.slice(0, -1).some(({ text }) => text.includes('.'))) return 'marks'
  const parts = [degrees, minutes, seconds].map((part) => Number(part?.text ?? 0))
  const [d = 0, m = 0, s = 0] = parts
  if (m >= 60 || s >= 60) return 'out_of_bounds'
  const sign = signOf(degrees.sign, named)
  if (typeof sign === 'string') return sign
  const isPrecise = minutes !== undefined || /\.\d/.test(degrees.text)
  return {
    degrees: sign * (d + m / 60 + s / hourSeconds),
    axis: named[0]?.axis ?? null,
    isPrecise,
    isAfterDash: false
  }
}

/** A sign with a letter would say it twice, and differently where they disagree. */
function signOf(sign: 1 | -1 | 0, named: readonly Side[]): 1 | -1 | CoordinatesFault {
  const axes = new Set(named.map(({ axis }) => axis))
  const lettered = named.flatMap((one) => (one.sign === 0 ? [] : [one.sign]))
  if (axes.size > 1 || lettered.length > 1) return 'marks'
  const [letter] = lettered
  if (letter !== undefined && sign !== 0) return 'marks'
  return letter ?? (sign === 0 ? 1 : sign)
}
