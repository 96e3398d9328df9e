/** Two weeks of frost at Ankara, forecast up to 5 °C too warm: no night later than before or than useful. */
import { describe, expect, it } from 'vitest'
import {
  haveAnkara,
  liveAtAnkara,
  notifiedLater,
  raisedTooLate
} from '../scenarios/observations/ankara-weeks.ts'
import { printFigures } from './figures.ts'

const maxPerNight = 1.5

describe.skipIf(!haveAnkara)('frost at Ankara', () => {
  it.each([
    ['2022-03-24', '2022-03-31'],
    ['2022-04-11', '2022-04-17']
  ])('from %s to %s', async (from, until) => {
    const week = await liveAtAnkara(from, until)
    const later = notifiedLater(week)
    const frostNights = [...week.minima.values()].filter((minimum) => minimum < 0).length
    const messages = week.notified.filter(({ to }) => to === 'apricot 10').length
    printFigures('ankara', { from, frost_nights: frostNights, told_later: later.length, messages })
    expect(later).toEqual([])
    expect(raisedTooLate(week)).toEqual([])
    expect(messages).toBeLessThanOrEqual(maxPerNight * frostNights)
  })
})
