import { describe, expect, it } from 'vitest'
import { localDays, localSlots, stampsOf } from './spans.ts'
import { zoneClock } from './zone-clock.ts'

const second = (text: string): number => Date.parse(text) / 1000

describe('local days', () => {
  it('are 23 and 25 hours long where clocks change', () => {
    const berlin = zoneClock('Europe/Berlin')
    const hours = (text: string) =>
      localDays(berlin, second(text), 2).map((day) => (day.toSecond - day.fromSecond) / 3600)
    expect(hours('2026-03-28T12:00:00Z')).toEqual([24, 23])
    expect(hours('2026-10-24T12:00:00Z')).toEqual([24, 25])
    expect(localDays(berlin, second('2026-03-29T23:30:00Z'), 1)[0]?.date).toBe('2026-03-30')
  })

  it('start at half past in half-hour zones and take the whole hours inside', () => {
    const [day] = localDays(zoneClock('Asia/Kolkata'), second('2026-04-12T12:00:00Z'), 1)
    expect(day?.fromSecond).toBe(second('2026-04-11T18:30:00Z'))
    expect(stampsOf(day ?? { fromSecond: 0, toSecond: 0 })).toEqual({
      firstHour: second('2026-04-11T19:00:00Z') / 3600,
      endHour: second('2026-04-12T19:00:00Z') / 3600
    })
  })

  it('skip a civil day that a zone never had', () => {
    const days = localDays(zoneClock('Pacific/Apia'), second('2011-12-29T20:00:00Z'), 3)
    expect(days.map((day) => day.date)).toEqual(['2011-12-29', '2011-12-31', '2012-01-01'])
  })
})

describe('3-hour slots', () => {
  it('start at local midnight, and the first one holds now', () => {
    const clock = zoneClock('Europe/Istanbul')
    const labels = localSlots(clock, second('2026-04-12T05:10:00Z'), 3).map((slot) =>
      clock.format(slot.fromSecond)
    )
    expect(labels).toEqual([
      '2026-04-12T06:00:00+03:00',
      '2026-04-12T09:00:00+03:00',
      '2026-04-12T12:00:00+03:00'
    ])
  })

  it('keep three elapsed hours across a change of the clock, so that their labels move', () => {
    const clock = zoneClock('Europe/Berlin')
    const labels = localSlots(clock, second('2026-03-28T23:30:00Z'), 3).map((slot) =>
      clock.format(slot.fromSecond)
    )
    expect(labels).toEqual([
      '2026-03-29T00:00:00+01:00',
      '2026-03-29T04:00:00+02:00',
      '2026-03-29T07:00:00+02:00'
    ])
  })
})
