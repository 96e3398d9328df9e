import { expect, it } from 'vitest'
import { liveHoles } from './holes.ts'

/** More places are lived through by `npm run drill -- holes`. */
it('an unknown night is a gap in every form, and what an earlier answer had is kept with its age', async () => {
  const { wrong, counts } = await liveHoles(40, 1)
  expect(wrong).toEqual([])
  for (const outcome of ['after a whole answer: kept', 'at first: unknown', 'at first: known'])
    expect(counts[outcome] ?? 0, JSON.stringify(counts)).toBeGreaterThan(3)
})
