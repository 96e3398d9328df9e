/** Holes in answers, at first and after a whole one, at the provinces again and again. */
import { expect, it } from 'vitest'
import { liveHoles } from '../holes/holes.ts'
import { printFigures } from './figures.ts'

const rounds = 20
const places = 81

it('an unknown night is a gap, and what was known is kept', async () => {
  const wrong: string[] = []
  const counts: Record<string, number> = {}
  for (let round = 0; round < rounds; round++) {
    const lived = await liveHoles(places, 1000 * round)
    wrong.push(...lived.wrong)
    for (const [outcome, count] of Object.entries(lived.counts)) {
      const name = outcome.replaceAll(/[: ]+/g, '_')
      counts[name] = (counts[name] ?? 0) + count
    }
  }
  printFigures('holes', { answers: rounds * places, ...counts, wrong: wrong.length })
  expect(wrong.slice(0, 20)).toEqual([])
})
