/** Which laws each US city is scored with: never ones that were fitted on it. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FrostLaws } from '../../src/frost/laws.ts'
import { type NwsForecasts, readNwsForecasts } from '../benches/nws/forecasts.ts'
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
  readonly words: string
}

/** The laws of the folder to fit on; else those of the four fifths of the cities that a city is not among. */
export async function airLaws(data: NwsForecasts, files: BenchFiles): Promise<CityLaws> {
  const provider = await providerOf(dirname(files.fitting ?? files.scored))
  if (files.fitting !== null) {
    const laws = fitAirLaws({ us: await readNwsForecasts(files.fitting), provider })
    return { lawsOf: () => laws, words: 'all constants are fitted on the folder of `--fit`' }
  }
  const laws = Array.from({ length: folds }, (_, fold) =>
    fitAirLaws({ us: data, provider, isCity: (city) => city % folds !== fold })
  )
  const all = laws[0] ?? fitAirLaws({ us: data, provider })
  return {
    lawsOf: (city) => laws[city % folds] ?? all,
    words: 'all constants for each city are fitted on the other four fifths of the cities'
  }
}
