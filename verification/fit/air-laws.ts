/** Which spread law each US city is scored with: never one that was fitted on it. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AirSpreadLaw } from '../../src/frost/laws.ts'
import { type NwsForecasts, readNwsForecasts } from '../benches/nws/forecasts.ts'
import type { BenchFiles } from '../data/csv-table.ts'
import { fitAirSpread } from './air-spread.ts'
import { type ProviderRows, providerFile, readProviderRows } from './provider-rows.ts'

const folds = 5

/** One provider's nights of a folder; null where it does not have them. */
export async function providerOf(folder: string): Promise<ProviderRows | null> {
  const path = join(folder, providerFile)
  return existsSync(path) ? await readProviderRows(path) : null
}

export interface AirLaws {
  readonly lawOf: (city: number) => AirSpreadLaw
  readonly words: string
}

/** The law of the folder to fit on; else that of the four fifths of the cities that a city is not among. */
export async function airLaws(data: NwsForecasts, files: BenchFiles): Promise<AirLaws> {
  const provider = await providerOf(dirname(files.fitting ?? files.scored))
  if (files.fitting !== null) {
    const law = fitAirSpread({ us: await readNwsForecasts(files.fitting), provider })
    return { lawOf: () => law, words: 'the default’s spread is fitted on the folder of `--fit`' }
  }
  const laws = Array.from({ length: folds }, (_, fold) =>
    fitAirSpread({ us: data, provider, isCity: (city) => city % folds !== fold })
  )
  const lawOf = (city: number) => laws[city % folds] ?? fitAirSpread({ us: data, provider })
  return {
    lawOf,
    words: 'the default’s spread of each city is fitted on the other four fifths of the cities'
  }
}
