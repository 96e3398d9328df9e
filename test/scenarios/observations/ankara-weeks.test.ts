import { describe, expect, it } from 'vitest'
import { haveAnkara, liveAtAnkara, notifiedLater } from './ankara-weeks.ts'

/** The whole weeks are lived through by `npm run drill -- ankara`. */
describe.skipIf(!haveAnkara)('frost at Ankara, forecast up to 5 °C too warm', () => {
  it.each([
    ['2022-03-27', '2022-03-29'],
    ['2022-04-12', '2022-04-15']
  ])(
    'from %s to %s no night is raised later than before',
    async (from, until) => {
      expect(notifiedLater(await liveAtAnkara(from, until))).toEqual([])
    },
    300_000
  )
})
