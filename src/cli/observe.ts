import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { codeExtension } from '../common/code-extension.ts'
import { withoutLastSlashes } from '../config/web-address.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { rowMembers } from '../observations/observation-row.ts'
import { dateOrders } from '../observations/series/wall-clock.ts'
import type { ObserveJob } from './observe/job.ts'
import { refuse } from './refuse.ts'

export async function observeCommand(argv: readonly string[], lang: Language): Promise<number> {
  const job = readJob(argv, process.env['AYAZ_KEY'] ?? null, lang)
  if (typeof job !== 'string') return runInThread(job)
  return refuse(`${job}\n\n${wordsIn(lang).cli.commands.observe.usage}`)
}

const options = {
  location: { type: 'string' },
  lat: { type: 'string' },
  lon: { type: 'string' },
  elevation: { type: 'string' },
  kind: { type: 'string' },
  exposure: { type: 'string' },
  station: { type: 'string' },
  units: { type: 'string' },
  time: { type: 'string' },
  temperature: { type: 'string' },
  dates: { type: 'string' },
  zone: { type: 'string' },
  'dry-run': { type: 'boolean' },
  rejects: { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' }
} as const

function readJob(
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
    const order = dateOrders.find((one) => one === values.dates) ?? null
    if (values.dates !== undefined && order === null) return words.datesAre
    return {
      file,
      lang,
      given: givenBy(values),
      unit,
      columns: { time: values.time ?? null, temperature: values.temperature ?? null },
      order,
      zone: values.zone ?? null,
      isDryRun: values['dry-run'] === true,
      rejects: values.rejects ?? null,
      service: baseUrl === undefined || key === null ? null : { baseUrl, key }
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function givenBy(
  values: Readonly<Record<string, string | boolean | undefined>>
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    rowMembers.flatMap((member) => {
      const value = values[member]
      return typeof value === 'string' ? [[member, value]] : []
    })
  )
}

/** Rows live for a moment; a small nursery keeps them from spreading: 10 million rows within 200 MB, measured. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 }

async function runInThread(job: ObserveJob): Promise<number> {
  const thread = new Worker(new URL(`./observe/thread-main${codeExtension}`, import.meta.url), {
    workerData: job,
    resourceLimits
  })
  const [code] = await once(thread, 'exit')
  return code
}
