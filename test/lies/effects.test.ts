/** No fault of 3 °C or an hour clears a night or keeps it from being raised; the drill `faulty-sensors` counts more. */
import { expect, it } from 'vitest'
import { effectsOf } from './effects.ts'
import { haveRecords, isparta, madeRecord } from './records.ts'

it.each([
  ['made nights', true, () => madeRecord(2), 4],
  ['Isparta', haveRecords, isparta, 9]
] as const)('on %s', async (_, isAtHand, recordOf, seed) => {
  if (!isAtHand) return
  const effects = await effectsOf(recordOf(), [seed])
  expect(effects.filter(({ prevented }) => prevented > 0)).toEqual([])
  expect(effects.filter(({ movedOthers }) => movedOthers > 0)).toEqual([])
  expect(effects.reduce((sum, { raised }) => sum + raised, 0)).toBeGreaterThan(50)
})
