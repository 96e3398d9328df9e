import { expect, it } from 'vitest'
import { splitOf } from './split.ts'

const days = Float64Array.of(1, 2, 3, 4, 5, 6)

it('scores every row of one folder and none of the folder that it fits on', () => {
  const { fitting, scored, words } = splitOf({ days, scoredFrom: 4 })
  expect(fitting).toEqual([0, 1, 2, 3])
  expect(scored).toEqual([4, 5])
  expect(words).toContain('the 4 rows of the folder of `--fit`')
})
