/** One part of a short message, in both languages and every table; the drill has 100,000. */
import { expect, it } from 'vitest'
import { seededRandom } from '../verification/data/seeded-random.ts'
import { phoneTextFaults } from './phone-texts.ts'

it('every message is one part, with its degrees and its place', async () => {
  expect(await phoneTextFaults(seededRandom(7), 1500)).toEqual([])
})
