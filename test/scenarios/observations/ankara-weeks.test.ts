import { describe, expect, it } from 'vitest'
import { haveAnkara, liveAtAnkara, notifiedLater, raisedTooLate } from './ankara-weeks.ts'

/** The whole weeks are lived through by `npm run drill -- ankara`. */
describe.skipIf(!haveAnkara)('frost at Ankara, forecast up to 5 °C too warm', () => {
  it.each([
    ['2022-03-27', '2022-03-29'],
    ['2022-04-12', '2022-04-15']
  ])(
    'from %s to %s no night is raised later than before, or than an hour before its damage',
    async (from, until) => {
      const week = await liveAtAnkara(from, until)
      expect(notifiedLater(week)).toEqual([])
      expect(raisedTooLate(week)).toEqual([])
    }
  )
})
