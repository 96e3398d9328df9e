/** 5,000 files of minima whose truth is known, with units, separators, signs, encodings and repeats mixed up. */
import { expect, it } from 'vitest'
import { takeFiles } from '../scenarios/observations/files-truth.ts'
import { printFigures } from './figures.ts'

it('what is stored of them is what was meant', async () => {
  const { examples, ...figures } = await takeFiles(5000, 1000)
  printFigures('files', { ...figures })
  expect(examples).toEqual([])
  expect(figures.wrongTenths / figures.stored).toBeLessThan(0.002)
})
