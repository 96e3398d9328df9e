import { expect, it } from 'vitest'
import { wordsIn } from '../language/language.ts'

const totalsLine = wordsIn('en').cli.totals

it('one place is one place, and one night one night', () => {
  expect(totalsLine(1, 1)).toBe('1 place watched, 1 night with a standing alert')
  expect(totalsLine(0, 2)).toBe('0 places watched, 2 nights with a standing alert')
})
