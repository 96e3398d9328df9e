/** `npm run drill -- night-screens`: the first screen of 3,000 generated nights, crops and clocks. */
import { expect, test } from 'vitest'
import { seededRandom } from '../../verification/data/seeded-random.ts'
import { nightScreens } from '../night-screens.ts'
import { printFigures } from './figures.ts'

test('each says what its report does', () => {
  const { faults, ...states } = nightScreens(seededRandom(11), 3000)
  printFigures('night-screens', { ...states, faulty: faults.length })
  expect(faults.slice(0, 20)).toEqual([])
})
