/** Every evening of a folder. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { EveningCase } from './evening-case.ts'
import { readStationCases, stations } from './station-cases.ts'
import { readSunsetCases } from './sunset-cases.ts'

/** The files with one row a night. */
export const sunsetFiles = [
  'sunset2h_nights.csv',
  'isd_sunset2h_nights.csv',
  'isparta_sunset2h_nights.csv'
] as const

export interface Evenings {
  /** Two hours after sunset, one a night. */
  readonly atSunset: readonly EveningCase[]
  /** Hour by hour. */
  readonly hourly: readonly EveningCase[]
  readonly files: readonly string[]
}

/** Reads the files that the folder has. */
export async function readEvenings(folder: string): Promise<Evenings> {
  const isThere = (file: string) => existsSync(join(folder, file))
  const sunset = sunsetFiles.filter(isThere)
  const hourly = stations.filter(({ file }) => isThere(file))
  const rows = await Promise.all(sunset.map((file) => readSunsetCases(join(folder, file))))
  const hours = await Promise.all(hourly.map((station) => readStationCases(station, folder)))
  return {
    atSunset: rows.flat(),
    hourly: hours.flat(),
    files: [...sunset, ...hourly.map(({ file }) => file)]
  }
}
