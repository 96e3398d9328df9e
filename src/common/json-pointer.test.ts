import { expect, test } from 'vitest'
import { pointerToken } from './json-pointer.ts'

test.each([
  ['url', '/url'],
  ['a/b', '/a~1b'],
  ['~1', '/~01']
])('%s is %s', (member, token) => {
  expect(pointerToken(member)).toBe(token)
})
