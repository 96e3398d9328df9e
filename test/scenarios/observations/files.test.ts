import { expect, it } from 'vitest'
import { takeFiles } from './files-truth.ts'

it('a file is stored as it was meant, or refused: no number is wrong', async () => {
  const { examples, stored, files } = await takeFiles(150, 1)
  expect(examples).toEqual([])
  expect(stored).toBeGreaterThan(files)
})
