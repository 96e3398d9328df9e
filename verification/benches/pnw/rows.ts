/** pnw_srft_48h.csv: one row a station and day, eight members. */
import { type BenchFiles, readBenchTable } from '../../data/csv-table.ts'
import { at } from '../../data/sequence.ts'
import { ensembleMoments } from '../../ensemble.ts'
import type { PlacePosition } from '../../learning/neighbours.ts'

const models = ['cmcg', 'eta', 'gasp', 'gfs', 'jma', 'ngps', 'tcwb', 'ukmo']
const memberColumns = models.map((model) => `fc_${model}_c`)
const msPerDay = 86_400_000

export interface PnwRows {
  /** Whole days since 1970-01-01 of the valid time. */
  readonly days: Float64Array
  readonly scoredFrom: number
  readonly stations: readonly PlacePosition[]
  readonly stationOf: Int32Array
  readonly observedC: Float64Array
  readonly members: readonly (readonly number[])[]
  readonly meanC: Float64Array
  readonly spreadC: Float64Array
}

/** Reads the file. A station is its name together with its position: a few names occur at two. */
export async function readPnwRows(files: BenchFiles): Promise<PnwRows> {
  const table = await readBenchTable(files, {
    text: ['valid_yyyymmddhh_utc', 'station'],
    numbers: ['lat', 'lon', 'elevation_m', 'obs_t2m_c', ...memberColumns]
  })
  const column = (name: string) => table.numbers[name] ?? new Float64Array(table.rows)
  const [lat, lon, elevation] = [column('lat'), column('lon'), column('elevation_m')]
  const index = new Map<string, number>()
  const stations: PlacePosition[] = []
  const stationOf = Int32Array.from(table.text.station, (name, row) => {
    const key = `${name} ${at(lat, row)} ${at(lon, row)}`
    const known = index.get(key)
    if (known !== undefined) return known
    index.set(key, stations.length)
    return stations.push({ lat: at(lat, row), lon: at(lon, row), elevationM: at(elevation, row) }) - 1
  })
  const members = table.text.station.map((_, row) => memberColumns.map((name) => at(column(name), row)))
  const days = Float64Array.from(
    table.text.valid_yyyymmddhh_utc,
    (text) =>
      Date.UTC(Number(text.slice(0, 4)), Number(text.slice(4, 6)) - 1, Number(text.slice(6, 8))) / msPerDay
  )
  const { scoredFrom } = table
  return {
    days,
    scoredFrom,
    stations,
    stationOf,
    observedC: column('obs_t2m_c'),
    members,
    ...ensembleMoments(members)
  }
}
