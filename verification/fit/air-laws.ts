/** Which laws each US city is scored with: never ones that were fitted on it. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FrostLaws } from '../../src/frost/laws.ts'
import { noSourceLaw } from '../../src/frost/source-law.ts'
import { type LeadHours, type NwsForecasts, readNwsForecasts } from '../benches/nws/forecasts.ts'
import type { SourceLawOn } from '../benches/nws/own-record.ts'
import { sourceRecordOf } from '../benches/nws/source-record.ts'
import type { BenchFiles } from '../data/csv-table.ts'
import { type AirFitRows, fitAirSpread } from './air-spread.ts'
import { fitLearning } from './learning.ts'
import { type ProviderRows, providerFile, readProviderRows } from './provider-rows.ts'
import { fitRunChange } from './run-change.ts'

const folds = 5

/** One provider's nights of a folder; null where it does not have them. */
export async function providerOf(folder: string): Promise<ProviderRows | null> {
  const path = join(folder, providerFile)
  return existsSync(path) ? await readProviderRows(path) : null
}

/** The laws of the air's minimum and of learning. */
type AirLaws = Pick<FrostLaws, 'airSpread' | 'runs' | 'learning'>

/** Fits all three. */
export function fitAirLaws(rows: AirFitRows): AirLaws {
  const { us, isCity } = rows
  const airSpread = fitAirSpread(rows)
  const runs = fitRunChange(us, airSpread, isCity)
  return { airSpread, runs, learning: fitLearning(us, { airSpread, runs }, isCity) }
}

export interface CityLaws {
  readonly lawsOf: (city: number) => AirLaws
  /** What the bulletins have in common at the other cities, as far as it was known on a day of the data. */
  readonly sourceOf: (lead: LeadHours) => (city: number) => SourceLawOn
  readonly words: string
}

/** The laws of the folder to fit on; else those of the four fifths of the cities that a city is not among. */
export async function airLaws(data: NwsForecasts, files: BenchFiles): Promise<CityLaws> {
  const provider = await providerOf(dirname(files.fitting ?? files.scored))
  if (files.fitting !== null) {
    const us = await readNwsForecasts(files.fitting)
    const laws = fitAirLaws({ us, provider })
    const daysLater = data.firstDay - us.firstDay
    return {
      lawsOf: () => laws,
      sourceOf: (lead) => {
        const law = sourceRecordOf(us, { lead, laws, isTeacher: () => true })
        return () => (day) => law(day + daysLater)
      },
      words:
        'all constants are fitted on the folder of `--fit`, and of what the bulletins are off by is known what its cities had shown at the issue'
    }
  }
  const isOther = (fold: number) => (city: number) => city % folds !== fold
  const laws = Array.from({ length: folds }, (_, fold) =>
    fitAirLaws({ us: data, provider, isCity: isOther(fold) })
  )
  const all = laws[0] ?? fitAirLaws({ us: data, provider })
  return {
    lawsOf: (city) => laws[city % folds] ?? all,
    sourceOf: (lead) => {
      const sources = laws.map((own, fold) =>
        sourceRecordOf(data, { lead, laws: own, isTeacher: isOther(fold) })
      )
      return (city) => sources[city % folds] ?? (() => noSourceLaw)
    },
    words:
      'all constants for each city are fitted on the other four fifths of the cities, and of what the bulletins are off by is known what these had shown at the issue'
  }
}
