/** A backup while the service writes, and its restore. */
import { statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { backUp, restore } from '../../src/store/backup.ts'
import { openStore } from '../../src/store/open.ts'
import { printFigures } from './figures.ts'
import { withFolder } from './served-folder.ts'

const rows = 200_000

it('a backup of 200,000 rows while others write, and its restore, have every row', () =>
  withFolder(async (_, dataDir) => {
    const [from, to, file] = [join(dataDir, 'from'), join(dataDir, 'to'), join(dataDir, 'backup')]
    const store = await openStore({ url: null, dataDir: from, now: Date.now() })
    const { queries } = store.database
    const row = (key: number) => ({ scope: 'drill', key: `${key}`, window_start: 0, used: key })
    for (let first = 0; first < rows; first += 5000) {
      const values = Array.from({ length: 5000 }, (__, index) => row(first + index))
      await queries.insertInto('allowances').values(values).execute()
    }
    let written = 0
    let isOver = false
    const writing = (async () => {
      for (; !isOver; written += 1)
        await queries
          .insertInto('allowances')
          .values(row(rows + written))
          .execute()
    })()
    const began = performance.now()
    const counts = await backUp(store.database, file, () => undefined)
    const backedUp = performance.now()
    isOver = true
    await writing
    await store.close()
    const restored = await restore(file, { postgres: null, dataDir: to }, () => undefined)
    const restoredAt = performance.now()
    await rm(to, { recursive: true })
    printFigures('backup', {
      rows: counts['allowances'] ?? 0,
      megabytes: Math.round(statSync(file).size / 1e6),
      backup_ms: Math.round(backedUp - began),
      writes_meanwhile: written,
      restore_ms: Math.round(restoredAt - backedUp)
    })
    expect(counts['allowances']).toBeGreaterThanOrEqual(rows)
    expect(restored['allowances']).toBe(counts['allowances'])
  }))
