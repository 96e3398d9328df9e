/** kill −9 twenty times in a million readings of a thousand stations, on either database. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownPostgresEngine } from '../contracts/store/engines.ts'
import { loadStations } from '../crash/station-load.ts'
import { printFigures } from './figures.ts'
import { withFolder } from './served-folder.ts'

/** A hundredth of it, for a look: `STATIONS=10`. */
const stations = Number(process.env['STATIONS'] ?? 1000)
const load = { stations, uploads: 100, kills: 20, clients: 16 }

const engine = ownPostgresEngine(true)
beforeAll(() => engine.start())
afterAll(() => engine.stop())

it.each(['SQLite', 'PostgreSQL'])('on %s none of them is lost, doubled or changed', async (name) => {
  const { url } = await engine.fresh()
  await withFolder(async (environment, dataDir) => {
    const database = name === 'SQLite' ? null : (url ?? '')
    const settings = { ...environment, ...(database !== null && { DATABASE_URL: database }) }
    const began = performance.now()
    const { readings, stored, lost, wrong, doubled } = await loadStations(
      { url: database, dataDir },
      settings,
      load
    )
    const seconds = Math.round((performance.now() - began) / 1000)
    printFigures(`stations on ${name}`, {
      readings,
      stored,
      lost,
      wrong,
      doubled,
      kills: load.kills,
      seconds
    })
    expect([lost, wrong, doubled]).toEqual([0, 0, 0])
  })
})
