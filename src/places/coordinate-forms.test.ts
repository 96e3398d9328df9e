/** However two coordinates are written, they are read as these two, or not at all. */
import { expect, it } from 'vitest'
import { formPoints, readForms } from '../../test/coordinate-forms.ts'
import { readCoordinates } from './coordinates.ts'

it('no form gives another point, near home or far from it', async () => {
  const { wrong, forms, read, notUnderstood } = await readForms(formPoints(6, 7))
  expect(wrong).toEqual([])
  expect(notUnderstood).toBe(0)
  // A dash between two numbers is asked about where it may be a sign.
  expect(read / (6 * forms)).toBeGreaterThan(0.95)
})

it('in Türkiye every form is read', async () => {
  const { wrong, forms, points, read } = await readForms([
    [38.355, 38.31],
    [41.677, 26.555],
    [38.501, 43.373],
    [36.201, 36.161]
  ])
  expect([wrong, read]).toEqual([[], forms * points])
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
