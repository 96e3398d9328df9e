/** The lowest temperature of each day as ERA5 analyses it, some way from the station. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Distribution } from '../../../src/frost/gaussian.ts'
import { epochDay } from '../../../src/frost/season.ts'
import { defaultAirVarianceC2, spreadFactor } from '../../../src/frost/spread.ts'
import { yearOfEpochDay } from '../../data/civil-day.ts'
import { readCsvTable } from '../../data/csv-table.ts'
import { at, meanOf } from '../../data/sequence.ts'

/** A day of another year is like a day if it is this near in the calendar. */
const nearDays = 15
const daysPerYear = 365.2425
const hoursPerDay = 24
/** Of a minimum at dawn [h UTC]; the season is all that it is for. */
const dawn = 3

export interface AnalysedPlace {
  readonly file: string
  readonly latitude: number
  readonly heightM: number
}

/** The analysis by day [°C]; empty where the folder does not have the file. */
export async function readAnalysis(folder: string, file: string): Promise<ReadonlyMap<number, number>> {
  const path = join(folder, file)
  if (!existsSync(path)) return new Map()
  const { text, numbers } = await readCsvTable(path, {
    text: ['local_date'],
    numbers: ['era5_openmeteo_tmin_c']
  })
  const known = text.local_date.map(
    (date, row) => [epochDay(date), at(numbers.era5_openmeteo_tmin_c, row)] as const
  )
  return new Map(known.filter(([, minimumC]) => Number.isFinite(minimumC)))
}

/** The analysis of a day as if it were a forecast a day ahead, with the service's default spread. */
export function asForecast(meanC: number, day: number, { latitude, heightM }: AnalysedPlace): Distribution {
  const factor = spreadFactor({ airMinC: meanC, hour: day * hoursPerDay + dawn, latitude, heightM })
  return { meanC, varianceC2: defaultAirVarianceC2(1) * factor * factor }
}

/** What the analyses of other years say of a day of the calendar; null without any. */
export function climatologyOf(day: number, analysis: ReadonlyMap<number, number>): Distribution | null {
  const year = yearOfEpochDay(day)
  const apart = (other: number) => {
    const years = (other - day) / daysPerYear
    return Math.abs(years - Math.round(years)) * daysPerYear
  }
  const like = [...analysis]
    .filter(([other]) => apart(other) <= nearDays && yearOfEpochDay(other) !== year)
    .map(([, minimumC]) => minimumC)
  if (like.length < 2) return null
  const meanC = meanOf(like)
  return { meanC, varianceC2: meanOf(like.map((value) => (value - meanC) ** 2)) }
}
