/** `ayaz observe FILE.csv`: measured minima into the record. */
import { parseArgs } from 'node:util'
import { withoutLastSlashes } from '../config/web-address.ts'
import { type Language, wordsIn } from '../language/language.ts'
import type { Command } from './command.ts'
import type { ObserveJob } from './observe/job.ts'
import { runInThread } from './observe/thread.ts'

export const observeCommand: Command = {
  name: 'observe',
  async run(argv, lang) {
    const job = readJob(argv, process.env['AYAZ_KEY'] ?? null, lang)
    if (typeof job !== 'string') return runInThread(job)
    console.error(`${job}\n\n${wordsIn(lang).cli.commands.observe.usage}`)
    return 64
  }
}

const options = {
  location: { type: 'string' },
  kind: { type: 'string' },
  exposure: { type: 'string' },
  station: { type: 'string' },
  units: { type: 'string' },
  rejects: { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' }
} as const

/** What the arguments ask for, or what is wrong with them. */
export function readJob(
  argv: readonly string[],
  knownKey: string | null,
  lang: Language = 'en'
): ObserveJob | string {
  const words = wordsIn(lang).observe
  try {
    const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) return words.oneFile
    const unit = values.units?.toUpperCase() ?? null
    if (unit !== null && unit !== 'C' && unit !== 'F') return words.unitsAre
    const key = values.key ?? knownKey
    if (values.url !== undefined && key === null) return words.keyNeeded
    const baseUrl =
      values.url === undefined ? undefined : withoutLastSlashes(values.url).replace(/\/observations$/, '')
    const { location, kind, exposure, station } = values
    return {
      file,
      lang,
      given: {
        ...(location !== undefined && { location }),
        ...(kind !== undefined && { kind }),
        ...(exposure !== undefined && { exposure }),
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
