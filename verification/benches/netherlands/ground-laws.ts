/** Which ground law each Dutch day is scored with: never one that was fitted on it. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { yearOfEpochDay } from '../../data/civil-day.ts'
import type { BenchFiles } from '../../data/csv-table.ts'
import { at } from '../../data/sequence.ts'
import { fitGround, type GroundFit } from '../../fit/ground.ts'
import { type GrassRows, readGrassRows } from './grass-rows.ts'
import { dayOfBlock, readHourlyRows } from './hourly-rows.ts'

const hourlyFile = 'debilt_hourly_2000.csv'

export interface GroundLaws {
  readonly laws: (row: number) => GroundFit
  readonly words: string
}

/**
 * The law of the folder to fit on; else that of the earlier years, and in the first year that of the other stations.
 */
export async function groundLaws(rows: GrassRows, files: BenchFiles): Promise<GroundLaws> {
  const hourlyPath = join(dirname(files.fitting ?? files.scored), hourlyFile)
  const hourly = existsSync(hourlyPath) ? await readHourlyRows(hourlyPath) : null
  if (files.fitting !== null) {
    const fit = fitGround({ daily: await readGrassRows(files.fitting), hourly })
    return { laws: () => fit, words: 'the default’s law is fitted on the folder of `--fit`' }
  }
  const years = rows.days.map(yearOfEpochDay)
  const firstYear = Math.min(...years)
  const fits = new Map<string, GroundFit>()
  const laws = (row: number) => {
    const year = at(years, row)
    const station = rows.stationOf[row] ?? -1
    const key = year === firstYear ? `station ${station}` : `year ${year}`
    const known = fits.get(key)
    if (known !== undefined) return known
    const fit = fitGround({
      daily: rows,
      hourly,
      isDaily: (other) =>
        year === firstYear
          ? at(years, other) === year && rows.stationOf[other] !== station
          : at(years, other) < year,
      isBlock: (end) => hourly !== null && yearOfEpochDay(dayOfBlock(hourly, end)) < year
    })
    fits.set(key, fit)
    return fit
  }
  return {
    laws,
    words:
      'the default’s law is fitted on the years before the scored one, for the first year on the other stations'
  }
}
