import { expect, test } from 'vitest'
import { minuteMs } from '../common/time.ts'
import { createTrouble } from './other-side.ts'

test('a fault is known for ten minutes after it was last met, or until something is accepted', () => {
  let now = 0
  const trouble = createTrouble(() => now)
  expect(trouble.known()).toBeNull()
  trouble.met('refused')
  now = 9 * minuteMs
  trouble.met('refused again')
  now = 19 * minuteMs - 1
  expect(trouble.known()).toBe('refused again')
  now += 1
  expect(trouble.known()).toBeNull()
  trouble.met('refused')
  trouble.over()
  expect(trouble.known()).toBeNull()
})
