/** Files and requests of minima whose truth is known, with units, separators, signs, encodings and repeats mixed up. */
import { seededRandom } from '../../../src/sources/demo/nights.ts'

export interface WrittenFile {
  readonly content: Buffer
  /** What each date may be stored as [°C]; a night that is told twice differently is absent. */
  readonly truthC: ReadonlyMap<string, number>
  /** How it was written, for a failure. */
  readonly form: string
}

const separators = [',', ';', '\t'] as const
export const encodings = [
  'utf8',
  'utf8 with a mark',
  'utf16le',
  'utf16le with a mark',
  'windows-1254'
] as const
const signs = ['-', '−', '‐', '‑', '–'] as const
const units = ['C', 'F', 'K', 'K twice', 'tenths'] as const
const headers = ['minimum', 'Minimum Sıcaklık', 'En düşük sıcaklık', 'Min. Sıcaklık', 'tmin'] as const
const dates = ['iso', 'iso with a time', 'points', 'slashes'] as const

/** One file of some nights of November; `of` is a number for the seed. */
export function writtenFile(seed: number): WrittenFile {
  let turn = 0
  const random = (): number => seededRandom(`files/${seed}/${turn++}`)
  const one = <Value>(list: readonly Value[]): Value => list[Math.floor(random() * list.length)] ?? fail()
  const [separator, encoding, sign, header, dateForm] = [
    one(separators),
    one(encodings),
    one(signs),
    one(headers),
    one(dates)
  ]
  const unit = random() < 0.5 ? 'C' : one(units)
  const [comma, quoted, isLast] = [random() < 0.5, random() < 0.3, random() < 0.5]
  // A header that says °C over tenths lies: nothing in the file shows it.
  const named = unit !== 'tenths' && random() < 0.3
  const nights = Array.from({ length: 3 + Math.floor(random() * 6) }, (_, index) => ({
    date: `2026-11-${String(12 + index).padStart(2, '0')}`,
    // A frosty week that changes by a lot, as units show in it.
    celsius: Math.round((-4 + 7 * Math.sin(index * 1.9 + random())) * 10) / 10
  }))
  const truthC = new Map(nights.map(({ date, celsius }) => [date, celsius]))
  const again = random() < 0.2 ? nights[0] : undefined
  const rows =
    again === undefined ? nights : [...nights, { ...again, celsius: again.celsius + one([0, 3, -2]) }]
  if (again !== undefined && rows.at(-1)?.celsius !== again.celsius) truthC.delete(again.date)
  const cell = (celsius: number): string => {
    if (again === undefined && random() < 0.05) return one(['--', 'NA', 'N/A', '-'])
    const value = Math.round(inUnit(celsius, unit) * 10) / 10
    const text = String(Math.abs(value)).replace('.', comma ? ',' : '.')
    const signed = value < 0 ? `${sign}${text}` : text
    return quoted ? `"${signed}"` : signed
  }
  const head = [
    ...(isLast ? ['not'] : []),
    'Tarih',
    header + (named ? ` (°${unit === 'F' ? 'F' : 'C'})` : ''),
    ...(isLast ? [] : ['istasyon'])
  ]
  const lines = rows.map(({ date, celsius }) =>
    [...(isLast ? ['x'] : []), dateIn(date, dateForm), cell(celsius), ...(isLast ? [] : [''])].join(separator)
  )
  const text = [head.join(separator), ...lines, ''].join('\r\n')
  const form = JSON.stringify({
    seed,
    separator,
    encoding,
    sign,
    header,
    dateForm,
    unit,
    comma,
    quoted,
    named,
    isLast
  })
  return { content: encoded(text, encoding), truthC, form }
}

function inUnit(celsius: number, unit: (typeof units)[number]): number {
  if (unit === 'F') return celsius * 1.8 + 32
  if (unit === 'K') return celsius + 273.15
  if (unit === 'K twice') return celsius - 273.15
  return unit === 'tenths' ? celsius * 10 : celsius
}

function dateIn(date: string, form: (typeof dates)[number]): string {
  const [year, month, day] = date.split('-')
  if (form === 'points') return `${day}.${month}.${year}`
  if (form === 'slashes') return `${day}/${month}/${year}`
  return form === 'iso' ? date : `${date}T00:00:00`
}

export function encoded(text: string, encoding: (typeof encodings)[number]): Buffer {
  if (encoding === 'utf8') return Buffer.from(text)
  if (encoding === 'utf8 with a mark') return Buffer.from(`\uFEFF${text}`)
  if (encoding === 'windows-1254') return inWindows1254(text)
  return Buffer.from(encoding === 'utf16le' ? text : `\uFEFF${text}`, 'utf16le')
}

/** Turkish letters and the signs that the code page has; a minus that it lacks becomes a hyphen, as Excel does. */
const turkish: Readonly<Record<string, number>> = {
  ı: 0xfd,
  ş: 0xfe,
  ğ: 0xf0,
  İ: 0xdd,
  ü: 0xfc,
  ö: 0xf6,
  '°': 0xb0,
  '–': 0x96,
  Ö: 0xd6,
  ç: 0xe7
}

function inWindows1254(text: string): Buffer {
  return Buffer.from(
    [...text].map((letter) => turkish[letter] ?? (letter.charCodeAt(0) < 128 ? letter.charCodeAt(0) : 0x2d))
  )
}

function fail(): never {
  throw new Error('an empty list')
}
