/**
 * `npm run drill -- typed-texts`: texts made to cost much, through every reader of what others write. TYPED_TEXTS=1000
 * makes it shorter.
 */
import { expect, test } from 'vitest'
import { openGazetteer } from '../../src/places/gazetteer.ts'
import { seededRandom } from '../../verification/data/seeded-random.ts'
import { costsOf, readersOf } from '../typed-texts.ts'
import { printFigures } from './figures.ts'

const texts = Number(process.env['TYPED_TEXTS'] ?? 100_000)

test('no text of 2,000 characters takes a reader more than 5 ms', async () => {
  const readers = readersOf(await openGazetteer())
  costsOf(readers, seededRandom(1), 100)
  const { tooSlow, slowestMs, slowestGrowth } = costsOf(readers, seededRandom(4), texts)
  printFigures('typed-texts', {
    texts,
    readers: Object.keys(readers).length,
    slowest_ms: Number(slowestMs.toFixed(2)),
    slowest_growth: Number(slowestGrowth.toFixed(2)),
    too_slow: tooSlow.length
  })
  expect(tooSlow).toEqual([])
})
