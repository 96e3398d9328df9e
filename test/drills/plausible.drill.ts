/** 10,000 answers with one or two faults beside an earlier run, and 2,000 pairs of honest runs; from `SEED` on. */
import { expect, it } from 'vitest'
import { countOutcomes, faultyOutcome, honestOutcome } from '../plausible/cases.ts'
import { printFigures } from './figures.ts'

const first = Number(process.env['SEED'] ?? 0)
const answers = 10_000
const pairs = 2_000

it('no wrong level without a notice', async () => {
  const counted = countOutcomes()
  for (let seed = first; seed < first + answers; seed++) counted.add(await faultyOutcome(seed))
  console.log(counted.table())
  const [wrong, setAside] = [counted.of('wrong'), counted.of('set aside')]
  printFigures('plausible', { answers, wrong, set_aside: setAside, disagree: counted.of('disagree') })
  expect(wrong).toBe(0)
})

it('honest runs pass', async () => {
  const counted = countOutcomes()
  for (let seed = first; seed < first + pairs; seed++) counted.add(await honestOutcome(seed))
  console.log(counted.table())
  printFigures('plausible', { pairs, set_aside: counted.of('set aside'), disagree: counted.of('disagree') })
  expect(counted.of('set aside')).toBeLessThanOrEqual(0.005 * pairs)
})
