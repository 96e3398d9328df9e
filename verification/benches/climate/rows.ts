/** Nights of a station beside the archive's for the same place. */
import { join } from 'node:path'
import { epochDay } from '../../../src/frost/season.ts'
import { readCsvTable } from '../../data/csv-table.ts'
import { at } from '../../data/sequence.ts'

export interface ArchiveDay {
  /** Whole days since 1970-01-01. */
  readonly day: number
  readonly archiveC: number
  readonly stationC: number
}

export const archiveFiles = [
  { file: 'era5_minimum_isparta.csv', name: 'Isparta', lat: 37.8 },
  { file: 'era5_minimum_ankara_ltac.csv', name: 'Ankara', lat: 40.1 }
] as const

/**
 * The days that have both, in order.
 * @throws {VerificationDataError} where the file cannot be read.
 */
export async function readArchive(folder: string, file: string): Promise<readonly ArchiveDay[]> {
  const { text, numbers } = await readCsvTable(join(folder, file), {
    text: ['local_date'],
    numbers: ['era5_openmeteo_tmin_c', 'obs_tmin_c']
  })
  return text.local_date.flatMap((date, row) => {
    const [archiveC, stationC] = [at(numbers.era5_openmeteo_tmin_c, row), at(numbers.obs_tmin_c, row)]
    return Number.isFinite(archiveC) && Number.isFinite(stationC)
      ? [{ day: epochDay(date), archiveC, stationC }]
      : []
  })
}
