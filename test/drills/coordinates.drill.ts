/** Coordinates in all forms that people write, of points near and far: none is read as another point. */
import { expect, it } from 'vitest'
import { formPoints, readForms } from '../coordinate-forms.ts'
import { printFigures } from './figures.ts'

it('no form leads to another point', async () => {
  const { wrong, ...figures } = await readForms(formPoints(68, 1))
  printFigures('coordinates', { ...figures, wrong: wrong.length })
  expect(wrong).toEqual([])
  expect(figures).toMatchObject({ forms: 419, points: 68, notUnderstood: 0 })
  // Asked about: a dash that may be a sign, outside Türkiye.
  expect(figures.read / (figures.forms * figures.points)).toBeGreaterThan(0.96)
})
