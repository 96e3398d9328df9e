/** `ayaz observe FILE.csv`: measured minima into the record. */
import { parseArgs } from 'node:util'
import type { Command } from './command.ts'
import type { ObserveJob } from './observe/job.ts'
import { runInThread } from './observe/thread.ts'

const usage = `ayaz observe FILE.csv [OPTIONS]
  Takes in measured minima: good rows are kept, bad ones listed with their line numbers. Running it again changes nothing.

  The first line names the columns: location (or lat and lon), date, kind, minimum; also elevation, unit, station.
  date      the morning that ends the night, 2026-04-12 or 12.04.2026
  kind      air_2m (in a screen at 2 m) or plant (unscreened, at the plants)
  minimum   −2.3 or −2,3; Celsius, unless the column (minimum_f), a unit column or --units says Fahrenheit
  Values are parted by comma, semicolon or tab, in UTF-8 or, with a byte order mark, UTF-16.

  --location SLUG    the place of every row that names none
  --kind KIND        the kind of every row that names none
  --station NAME     the sensor's name for every row that names none
  --units C|F        the unit of the minima
  --rejects FILE     writes every bad row there (else the first 100 are shown)
  --url URL          sends the rows to a running service, such as https://ayaz.example.org/api/v1
  --key KEY          its API key; the variable AYAZ_KEY does the same

  Without --url the rows go straight into the store of DATA_DIR or DATABASE_URL and count as the operator's.`

export const observeCommand: Command = {
  name: 'observe',
  summary: 'take in measured minima from a CSV file',
  usage,
  async run(argv) {
    const job = readJob(argv, process.env['AYAZ_KEY'] ?? null)
    if (typeof job !== 'string') return runInThread(job)
    console.error(`${job}\n\n${usage}`)
    return 64
  }
}

const options = {
  location: { type: 'string' },
  kind: { type: 'string' },
  station: { type: 'string' },
  units: { type: 'string' },
  rejects: { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' }
} as const

/** What the arguments ask for, or what is wrong with them. */
export function readJob(argv: readonly string[], knownKey: string | null): ObserveJob | string {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) return 'One file is needed.'
    const unit = values.units?.toUpperCase() ?? null
    if (unit !== null && unit !== 'C' && unit !== 'F') return '--units is C or F.'
    const key = values.key ?? knownKey
    if (values.url !== undefined && key === null) return '--url needs --key, the API key of the service.'
    const baseUrl = values.url?.replace(/\/+$/, '').replace(/\/observations$/, '')
    const { location, kind, station } = values
    return {
      file,
      given: {
        ...(location !== undefined && { location }),
        ...(kind !== undefined && { kind }),
        ...(station !== undefined && { station })
      },
      unit,
      rejects: values.rejects ?? null,
      service: baseUrl === undefined || key === null ? null : { baseUrl, key }
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
