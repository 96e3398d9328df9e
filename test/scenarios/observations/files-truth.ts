/** Takes files in, and holds what was stored against their truth. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importObservations } from '../../../src/cli/observe/import.ts'
import { openLines } from '../../../src/cli/observe/progress.ts'
import { storeSink } from '../../../src/cli/observe/run-job.ts'
import { openGazetteer } from '../../../src/places/gazetteer.ts'
import { openStore } from '../../../src/store/open.ts'
import { writtenFile } from './files.ts'

const now = Date.parse('2026-11-27T12:00:00Z')

export interface FileFigures {
  files: number
  rows: number
  stored: number
  refusedFiles: number
  wrong: number
  /** Tenths of a degree without a unit, of nights so alike that only a forecast for them would show it. */
  wrongTenths: number
  readonly examples: string[]
}

/** Each file has a sensor of its own at Malatya. */
export async function takeFiles(count: number, fromSeed: number): Promise<FileFigures> {
  const figures: FileFigures = {
    files: 0,
    rows: 0,
    stored: 0,
    refusedFiles: 0,
    wrong: 0,
    wrongTenths: 0,
    examples: []
  }
  const store = await openStore({ url: null, dataDir: ':memory:', now })
  const folder = mkdtempSync(join(tmpdir(), 'ayaz-files-'))
  try {
    const sink = await storeSink(store, await openGazetteer(), now)
    for (let seed = fromSeed; seed < fromSeed + count; seed++) {
      const { content, truthC, form } = writtenFile(seed)
      const path = join(folder, 'rows.csv')
      writeFileSync(path, content)
      const station = `f${seed}`
      const quiet = { onBad: () => undefined, onStart: () => undefined, onProgress: () => undefined }
      const given = { location: 'malatya', kind: 'air_2m', station }
      const result = await importObservations({ reader: openLines(path), sink, given, unit: null, ...quiet })
      figures.files += 1
      if (result.kind === 'mistake') figures.refusedFiles += 1
      else figures.rows += result.sums.rows
      const sensor = (await store.record.sensors(null, 100_000)).find((one) => one.station === station)
      const rows = sensor === undefined ? [] : await store.record.observations([sensor.seq], '1900-01-01')
      for (const { date, minimumC } of rows) {
        figures.stored += 1
        const truth = truthC.get(date)
        if (truth !== undefined && Math.abs(minimumC - truth) <= 0.06) continue
        if (form.includes('"unit":"tenths"')) {
          figures.wrongTenths += 1
          continue
        }
        figures.wrong += 1
        figures.examples.push(`${form}: ${date} ${minimumC} instead of ${truth}`)
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await store.close()
  }
  return figures
}
