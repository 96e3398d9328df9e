import { expect, test } from 'vitest'
import { typedDegrees } from './how-cold-page.ts'

test.each([
  ['-2,3', -2.3],
  ['−2.3', -2.3],
  ['– 2,3 °C', -2.3],
  ['eksi 2,5', -2.5],
  ['Eksi 2,5 derece', -2.5],
  ['minus 3 degrees', -3],
  ['+1', 1],
  ['0', 0],
  ['28 F', -2.22],
  ['28,4°F', -2]
])('%s is %d °C', (written, degrees) => expect(typedDegrees(written, 'C')).toBe(degrees))

test.each(['', ' ', 'cold', '2,3,4', '--2', '1e9x', 'NaN', 'Infinity', '2°3'])('"%s" is none', (written) =>
  expect(typedDegrees(written, 'C')).toBeNull()
)

test('the unit that is typed comes before the one that is chosen', () => {
  expect([typedDegrees('28', 'F'), typedDegrees('-2 C', 'F')]).toEqual([-2.22, -2])
})
