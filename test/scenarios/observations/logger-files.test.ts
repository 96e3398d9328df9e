import { expect, it } from 'vitest'
import { makers } from './logger-files.ts'
import { takeLoggerFiles } from './logger-truth.ts'

it('a logger’s file is read as it was meant, or a question is asked: no night is wrong', async () => {
  const { examples, nights, files, asked, read } = await takeLoggerFiles(120, 1)
  expect(examples).toEqual([])
  expect(Object.keys(read).toSorted()).toEqual(Object.keys(makers).toSorted())
  expect(asked).toBeLessThan(files / 2)
  expect(nights).toBeGreaterThan(files)
})
