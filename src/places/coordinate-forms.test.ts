/** However two coordinates are written, they are read as these two, or not at all. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readCoordinates } from './coordinates.ts'

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

/** All ways to write one pair. */
function formsOf(lat: number, lon: number): readonly string[] {
  const [north, east] = [lat.toFixed(3), lon.toFixed(3)]
  return wrappers.flatMap((wrap) =>
    separators.flatMap((separator) =>
      marks.flatMap((mark) =>
        commas.map((written) => wrap(`${written(north)}${mark}${separator}`, `${written(east)}${mark}`))
      )
    )
  )
}

it('no form gives another point, near home or far from it', () => {
  const thousandths = (least: number, most: number) =>
    fc.integer({ min: least * 1000 + 1, max: most * 1000 - 1 }).map((one) => one / 1000)
  const near = fc.tuple(thousandths(36, 42), thousandths(26, 45))
  const far = fc.tuple(thousandths(-60, 70), thousandths(-170, 170))
  fc.assert(
    fc.property(fc.oneof(near, far), ([lat, lon]) => {
      for (const form of formsOf(lat, lon)) {
        const read = readCoordinates(form)
        if (read.kind !== 'point') continue
        expect([form, read.lat + 0, read.lon + 0]).toEqual([form, lat + 0, lon + 0])
      }
    }),
    { numRuns: 30 }
  )
})

it.each(['38.355-38.310', '38,355-38,310', '38.355°-38.310°', '38.355–38.310'])(
  '%s is two positive numbers',
  (form) => {
    expect(readCoordinates(form)).toEqual({ kind: 'point', lat: 38.355, lon: 38.31 })
  }
)

it('a dash after anything but a number stays a sign', () => {
  for (const form of ['38.355, -38.310', '38.355,-38.310', '[38.355;-38.310]'.slice(1, -1)]) {
    expect([form, readCoordinates(form)]).toEqual([form, { kind: 'point', lat: 38.355, lon: -38.31 }])
  }
})
