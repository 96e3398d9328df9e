/** The whole count is a drill: `npm run drill -- night-screens`. */
import { expect, test } from 'vitest'
import { seededRandom } from '../verification/data/seeded-random.ts'
import { nightScreens } from './night-screens.ts'

test('the first screen says of a night what the report does, in the tense of the clock', () => {
  const { faults, running, past, ahead } = nightScreens(seededRandom(34), 150)
  expect(faults).toEqual([])
  expect(Math.min(running, past, ahead)).toBeGreaterThan(3)
})
