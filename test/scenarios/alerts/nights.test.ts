import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MadeHouse, makeHouse } from './made-house.ts'

let house: MadeHouse

beforeEach(async () => {
  house = await makeHouse()
})

afterEach(async () => {
  await house.close()
})

describe('a radiation frost forecast three days out', () => {
  it('is raised, told again as it deepens, kept silent while it holds, reminded of at dusk and passes silently', async () => {
    await house.subscribe()
    // Three days and more ahead: not yet watched.
    await house.run({ '2026-04-11': { score: 70, minimumC: -2.5 } })
    expect(house.kinds()).toEqual([])
    house.goTo('2026-04-08 18:00')
    await house.run({ '2026-04-11': { score: 70, minimumC: -2.5 } })
    expect(house.kinds()).toEqual(['raised'])
    house.goTo('2026-04-09 00:00')
    await house.run({ '2026-04-11': { score: 74, minimumC: -3.4 } })
    expect(house.kinds()).toEqual(['raised'])
    house.goTo('2026-04-09 06:00')
    await house.run({ '2026-04-11': { score: 80, minimumC: -3.5 } })
    expect(house.kinds()).toEqual(['raised', 'updated'])
    await house.liveUntil('2026-04-11 09:00', 15)
    expect(house.kinds()).toEqual(['raised', 'updated', 'dusk'])
    const dusk = house.heard[2]
    expect(dusk?.message.nights).toMatchObject([{ date: '2026-04-11', standing: 'raised', score: 80 }])
    expect(await house.store.episodes.openCount()).toBe(0)
  })
})
