/**
 * Nights that several models forecast, in one form: Toulouse, the Pacific Northwest, ten airports of the United States.
 */
import { basename, dirname, join } from 'node:path'
import type { BenchFiles } from '../../data/csv-table.ts'
import { readBenchTable } from '../../data/csv-table.ts'
import { at } from '../../data/sequence.ts'
import { readPnwRows } from '../pnw/rows.ts'

/** One model's value is `valuesC[model][row]`. */
export interface ModelNights {
  readonly name: string
  readonly models: readonly string[]
  readonly valuesC: readonly Float64Array[]
  readonly observedC: Float64Array
  /** Of the outcome, whole days since 1970-01-01. */
  readonly days: Float64Array
  readonly placeOf: Int32Array
  readonly scoredFrom: number
  /** [days] */
  readonly lead: number
  /** The newest outcome known when a forecast is made is so many days older than its own. */
  readonly lagDays: number
  /** Of each place: degrees north and height [m]. */
  readonly places: readonly { readonly lat: number; readonly heightM: number | null }[]
  /** Hour of the day of the outcome, UTC. */
  readonly hour: number
}

const msPerDay = 86_400_000
export const toulouseFile = 'toulouse_tigge_5models_06utc_2019_2021.csv'
export const northwestFile = 'pnw_srft_48h.csv'
export const airportsFile = 'us10_openmeteo_nws_lows.csv'

/** The same kind of files, another one of their folders. */
export function beside(files: BenchFiles, file: string): BenchFiles {
  const of = (path: string): string => (basename(path) === file ? path : join(dirname(path), file))
  return { scored: of(files.scored), fitting: files.fitting === null ? null : of(files.fitting) }
}

/** Five ensembles' means, 30 h ahead for 06 UTC at Toulouse. */
export async function readToulouse(files: BenchFiles): Promise<ModelNights> {
  const centres = ['cwao', 'dems', 'ecmf', 'egrr', 'rksl']
  const { rows, text, numbers, scoredFrom } = await readBenchTable(files, {
    text: ['date_run'],
    numbers: ['obs_t2m_06utc_next_day_c', ...centres.map((centre) => `${centre}_mean_c`)]
  })
  const column = (name: string): Float64Array => numbers[name] ?? new Float64Array(rows)
  return {
    name: 'Toulouse',
    models: centres,
    valuesC: centres.map((centre) => column(`${centre}_mean_c`)),
    observedC: column('obs_t2m_06utc_next_day_c'),
    days: Float64Array.from(text.date_run, (date) => Date.parse(date) / msPerDay + 1),
    placeOf: new Int32Array(rows),
    scoredFrom,
    lead: 30 / 24,
    lagDays: 2,
    places: [{ lat: 43.6, heightM: 152 }],
    hour: 6
  }
}

/** Eight models, 48 h ahead for 00 UTC at a thousand stations. */
export async function readNorthwest(files: BenchFiles): Promise<ModelNights> {
  const { members, days, stations, stationOf, observedC, scoredFrom } = await readPnwRows(files)
  const models = (members[0] ?? []).map((_, index) => String(index + 1))
  return {
    name: 'Pacific Northwest',
    models,
    valuesC: models.map((_, index) => Float64Array.from(members, (row) => row[index] ?? Number.NaN)),
    observedC,
    days,
    placeOf: stationOf,
    scoredFrom,
    lead: 2,
    lagDays: 2,
    places: stations.map(({ lat, elevationM }) => ({ lat, heightM: elevationM })),
    hour: 0
  }
}

/** Open-Meteo and the National Weather Service, a day ahead; what came is Open-Meteo's own analysis. */
export async function readAirports(files: BenchFiles): Promise<ModelNights> {
  const names = { 'Open-Meteo': 'openmeteo_low_f', NWS: 'nws_low_f_night_ending_target_morning' } as const
  const table = await readBenchTable(files, {
    text: ['station', 'target_date'],
    numbers: ['lead_days', 'actual_low_f', ...Object.values(names)]
  })
  const rows = Array.from({ length: table.rows }, (_, row) => row).filter(
    (row) => at(table.numbers.lead_days, row) === 1 && Number.isFinite(at(table.numbers.actual_low_f, row))
  )
  const celsius = (column: Float64Array): Float64Array =>
    Float64Array.from(rows, (row) => ((at(column, row) - 32) * 5) / 9)
  const stations = [...new Set(table.text.station)]
  return {
    name: 'US airports',
    models: Object.keys(names),
    valuesC: Object.values(names).map((name) => celsius(table.numbers[name])),
    observedC: celsius(table.numbers.actual_low_f),
    days: Float64Array.from(rows, (row) => Date.parse(table.text.target_date[row] ?? '') / msPerDay),
    placeOf: Int32Array.from(rows, (row) => stations.indexOf(table.text.station[row] ?? '')),
    scoredFrom: rows.filter((row) => row < table.scoredFrom).length,
    lead: 1,
    lagDays: 2,
    places: stations.map(() => ({ lat: 40, heightM: null })),
    hour: 11
  }
}
