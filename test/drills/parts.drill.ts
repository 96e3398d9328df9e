/** 10,000 answers of every source with one to three faults each, in any member. */
import { expect, it } from 'vitest'
import { readSpoiled } from '../contracts/sources/spoiled.ts'
import { printFigures } from './figures.ts'

it('no fault in what decorates refuses an answer, and none makes a number', () => {
  const { examples, ...figures } = readSpoiled(10_000, 4711)
  printFigures('parts', { ...figures })
  expect(examples).toEqual([])
})
