/** Evening laws and the nights that they are learned from, on both databases. */
import { describe, expect, it } from 'vitest'
import { engines } from './engines.ts'
import { noon, storeForEach } from './opened.ts'

describe.each(engines())('evening laws on $name', (engine) => {
  const fresh = storeForEach(engine, noon)

  it('nights stay as they were first stored, by thermometer and day', async () => {
    const { record } = fresh.store
    expect(await record.newestEveningState('LTAC')).toBeNull()
    await record.saveEveningStates('LTAC', [
      { day: 20_002, evenings: '[3]' },
      { day: 20_000, evenings: '[1]' },
      { day: 20_001, evenings: '[2]' }
    ])
    await record.saveEveningStates('LTAC', [{ day: 20_001, evenings: '[9]' }])
    await record.saveEveningStates('LTAC', [])
    await record.saveEveningStates('7', [{ day: 20_005, evenings: '[7]' }])
    expect(await record.newestEveningState('LTAC')).toBe(20_002)
    expect(await record.eveningStates('LTAC', 19_999, 20_003)).toEqual(['[1]', '[2]', '[3]'])
    expect(await record.eveningStates('LTAC', 20_000, 20_002)).toEqual(['[2]'])
    expect(await record.forgetEveningStates(20_002)).toBe(2)
    expect(await record.eveningStates('LTAC', 0, 30_000)).toEqual(['[3]'])
    expect(await record.eveningStates('7', 0, 30_000)).toEqual(['[7]'])
  })

  it('a newer law replaces the one before it', async () => {
    const { record } = fresh.store
    expect(await record.eveningLaws([])).toEqual([])
    const law = (station: string, learned: string) => ({ station, world: 'of all', learned })
    await record.saveEveningLaws([law('LTAC', '1'), law('7', '1')])
    await record.saveEveningLaws([law('LTAC', '2')])
    expect(await record.eveningLaws(['LTAC', '7', 'LTAI'])).toEqual([law('7', '1'), law('LTAC', '2')])
  })
})
