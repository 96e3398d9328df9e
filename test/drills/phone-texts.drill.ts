/** `npm run drill -- phone-texts`: 100,000 messages as a gateway would send them. */
import { expect, test } from 'vitest'
import { seededRandom } from '../../verification/data/seeded-random.ts'
import { phoneTextFaults } from '../phone-texts.ts'
import { printFigures } from './figures.ts'

const perTable = 33_334

test('each is one part', async () => {
  const faults = await phoneTextFaults(seededRandom(11), perTable)
  printFigures('phone-texts', { messages: 3 * perTable, faulty: faults.length })
  expect(faults.slice(0, 20)).toEqual([])
})
