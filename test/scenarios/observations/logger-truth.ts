/** Takes loggers' files in, and holds the nights that would be stored against their truth. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLines } from '../../../src/cli/observe/progress.ts'
import { readSeriesFile } from '../../../src/cli/observe/row-feed.ts'
import { createSensorPlaces } from '../../../src/observations/sensor-place.ts'
import { openGazetteer } from '../../../src/places/gazetteer.ts'
import { loggerFile } from './logger-files.ts'

const now = Date.parse('2026-11-27T12:00:00Z')

export interface LoggerFigures {
  files: number
  nights: number
  asked: number
  wrong: number
  /** Files of each maker that were read. */
  readonly read: Record<string, number>
  readonly questions: Record<string, number>
  readonly examples: string[]
}

/** Reads files as `ayaz observe` does. */
export async function takeLoggerFiles(count: number, fromSeed: number): Promise<LoggerFigures> {
  const figures: LoggerFigures = {
    files: 0,
    nights: 0,
    asked: 0,
    wrong: 0,
    read: {},
    questions: {},
    examples: []
  }
  const folder = mkdtempSync(join(tmpdir(), 'ayaz-loggers-'))
  try {
    const findPlace = createSensorPlaces(await openGazetteer())
    for (let seed = fromSeed; seed < fromSeed + count; seed++) {
      const { content, truthC, form, maker, location, unit } = loggerFile(seed)
      const path = join(folder, 'readings.csv')
      writeFileSync(path, content)
      const job = {
        file: path,
        lang: 'en' as const,
        given: { location, kind: 'air_2m' },
        unit,
        columns: { time: null, temperature: null },
        order: null,
        zone: null,
        isDryRun: true,
        rejects: null,
        service: null
      }
      const result = await readSeriesFile(job, { lines: () => openLines(path).lines, findPlace, now })
      figures.files += 1
      if (result.kind !== 'nights') {
        figures.asked += 1
        const said =
          result.kind === 'mistake' ? result.message.replace(/\d+|".*?"/g, '…').slice(0, 60) : 'none'
        figures.questions[said] = (figures.questions[said] ?? 0) + 1
        if (result.kind === 'none') figures.examples.push(`${form}: not known as a series`)
        continue
      }
      figures.read[maker] = (figures.read[maker] ?? 0) + 1
      for (const { row } of result.rows) {
        figures.nights += 1
        const truth = truthC.get(row.date)
        if (truth !== undefined && Math.abs(row.minimumC - truth) <= 0.06) continue
        figures.wrong += 1
        figures.examples.push(`${form}: ${row.date} ${row.minimumC} instead of ${truth}`)
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return figures
}
