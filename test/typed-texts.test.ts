import { expect, test } from 'vitest'
import { openGazetteer } from '../src/places/gazetteer.ts'
import { seededRandom } from '../verification/data/seeded-random.ts'
import { costsOf, readersOf } from './typed-texts.ts'

test('what visitors, files and other servers write is read in time that grows with its length', async () => {
  const readers = readersOf(await openGazetteer())
  // Until code is compiled it is slow.
  costsOf(readers, seededRandom(1), 20)
  expect(costsOf(readers, seededRandom(2), 200).tooSlow).toEqual([])
})

test('a reader whose time grows with the square of the length is found', () => {
  const squared = { squared: (text: string) => [...text].map((letter) => text.replaceAll(letter, '').length) }
  expect(costsOf(squared, seededRandom(3), 1).tooSlow).not.toEqual([])
})
