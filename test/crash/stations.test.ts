/** kill −9 in the midst of 2,000 readings of stations: those that were acknowledged are there, once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresEngine, sqliteEngine } from '../contracts/store/engines.ts'
import { environmentOf } from '../tested-data.ts'
import { loadStations } from './station-load.ts'

describe.each([sqliteEngine(), postgresEngine()])('kill −9 among readings, on $name', (engine) => {
  beforeAll(() => engine.start())
  afterAll(() => engine.stop())

  it('loses none of 2,000, and doubles none', async () => {
    const data = await engine.fresh()
    const environment = {
      SOURCES: 'demo',
      TIERS: 'free=1000000/60',
      LOG_LEVEL: 'error',
      ...environmentOf(data)
    }
    const load = { stations: 4, uploads: 50, kills: 1, clients: 8 }
    expect(await loadStations(data, environment, load)).toEqual({
      readings: 2000,
      stored: 2000,
      lost: 0,
      wrong: 0,
      doubled: 0
    })
  })
})
