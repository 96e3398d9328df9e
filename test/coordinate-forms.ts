/** Every way in which a pair of coordinates is written, and what is read of them. */
import { readPoint } from '../src/places/coordinates.ts'

type Write = (lat: string, lon: string) => string

const separators = [', ', ',', ' ', '; ', ' / ', '/', '-', ' - ', '–', '\t', '\n', ' | ', ' & ']
const wrappers: readonly Write[] = [
  (lat, lon) => `${lat}${lon}`,
  (lat, lon) => `(${lat}${lon})`,
  (lat, lon) => `Konum: ${lat}${lon}`,
  (lat, lon) => `lat ${lat}lon ${lon}`
]
// A dash after a blank and before a digit is a sign, so no mark ends with a blank.
const marks = ['', '°', ' °']
const commas = [(text: string) => text, (text: string) => text.replace('.', ',')]
const sides = [
  { lat: ['N', 'S'], lon: ['E', 'W'] },
  { lat: ['K', 'G'], lon: ['D', 'B'] }
]

/** All ways to write one pair of thousandths [°]. */
export function coordinateForms(lat: number, lon: number): readonly string[] {
  const forms = [...signedForms(lat, lon), ...letteredForms(lat, lon), ...sexagesimalForms(lat, lon)]
  const inOtherDigits = ['٠', '۰', '０'].map((zero) =>
    `${lat.toFixed(3)} ${lon.toFixed(3)}`.replace(/\d/g, (digit) =>
      String.fromCharCode(zero.charCodeAt(0) + Number(digit))
    )
  )
  return [...forms, ...inOtherDigits, iso6709(lat, lon), signed(lat, seconds) + signed(lon, seconds)]
}

function iso6709(lat: number, lon: number): string {
  return (
    signed(lat, (angle) => Math.abs(angle).toFixed(3)) + signed(lon, (angle) => Math.abs(angle).toFixed(3))
  )
}

function signed(angle: number, write: (angle: number) => string): string {
  return (angle < 0 ? '-' : '+') + write(angle)
}

function signedForms(lat: number, lon: number): readonly string[] {
  const [north, east] = [lat.toFixed(3), lon.toFixed(3)]
  return wrappers.flatMap((wrap) =>
    separators.flatMap((separator) =>
      marks.flatMap((mark) =>
        commas.map((written) => wrap(`${written(north)}${mark}${separator}`, `${written(east)}${mark}`))
      )
    )
  )
}

function letteredForms(lat: number, lon: number): readonly string[] {
  const before = (number: string, letter: string): string => `${letter} ${number}`
  const after = (number: string, letter: string): string => `${number}${letter}`
  const [north, east] = [Math.abs(lat).toFixed(3), Math.abs(lon).toFixed(3)]
  return sides.flatMap((of) =>
    [before, after].flatMap((lettered) =>
      ['', '°'].flatMap((mark) =>
        commas.flatMap((written) => {
          const [one, other] = [
            lettered(`${written(north)}${mark}`, sideOf(of.lat, lat)),
            lettered(`${written(east)}${mark}`, sideOf(of.lon, lon))
          ]
          return [', ', ' ', '; '].flatMap((separator) => [
            `${one}${separator}${other}`,
            `${other}${separator}${one}`
          ])
        })
      )
    )
  )
}

function sexagesimalForms(lat: number, lon: number): readonly string[] {
  return sides.flatMap((of) => {
    const [one, other] = [sideOf(of.lat, lat), sideOf(of.lon, lon)]
    return [
      `${seconds(lat)}${one} ${seconds(lon)}${other}`,
      `${seconds(lat)} ${one}, ${seconds(lon)} ${other}`,
      `${minutes(lat)}${one} ${minutes(lon)}${other}`
    ]
  })
}

function sideOf([positive = '', negative = '']: readonly string[], angle: number): string {
  return angle < 0 ? negative : positive
}

/** A thousandth of a degree is 3.6 seconds. */
function seconds(angle: number): string {
  const tenths = Math.round(Math.abs(angle) * 36_000)
  const [d, m, s] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60, (tenths % 600) / 10]
  return `${d}°${m}'${s.toFixed(1)}"`
}

function minutes(angle: number): string {
  const hundredths = Math.round(Math.abs(angle) * 6000)
  return `${Math.floor(hundredths / 6000)}°${((hundredths % 6000) / 100).toFixed(2)}'`
}

export interface FormFigures {
  readonly forms: number
  readonly points: number
  readonly read: number
  /** What is not read is asked about. */
  readonly refused: number
  readonly notUnderstood: number
  readonly wrong: readonly string[]
}

/** Reads every form of some points. */
export async function readForms(
  points: readonly (readonly [lat: number, lon: number])[]
): Promise<FormFigures> {
  const counts = { point: 0, refused: 0, none: 0 }
  const wrong: string[] = []
  for (const [lat, lon] of points) {
    for (const form of coordinateForms(lat, lon)) {
      const read = await readPoint(form)
      counts[read.kind] += 1
      if (read.kind !== 'point') continue
      const isSame = Math.abs(read.lat - lat) < 1e-6 && Math.abs(read.lon - lon) < 1e-6
      if (!isSame) wrong.push(`${JSON.stringify(form)} as ${read.lat}, ${read.lon}`)
    }
  }
  return {
    ...{ forms: coordinateForms(1, 1).length, points: points.length, wrong },
    ...{ read: counts.point, refused: counts.refused, notUnderstood: counts.none }
  }
}

/** Points spread over Türkiye, and over the Earth. */
export function formPoints(count: number, seed: number): readonly (readonly [lat: number, lon: number])[] {
  let state = seed
  const random = (least: number, most: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.round((least + (state / 2_147_483_648) * (most - least)) * 1000) / 1000 + 0
  }
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0 ? [random(36, 42), random(26, 45)] : [random(-70, 75), random(-179, 179)]
  )
}
