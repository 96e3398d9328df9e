/** Does what `ayaz observe` was asked for: opens the file and the sink, imports, reports. */
import { createWriteStream, statSync } from 'node:fs'
import { sql } from 'kysely'
import { lazy } from '../../common/lazy.ts'
import { mistakesIn, readSettings } from '../../config/environment.ts'
import { appVariables } from '../../config/variables.ts'
import type { Catalogue } from '../../language/en/registry.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { formatTemperature } from '../../language/numbers.ts'
import type { RecordedPoint } from '../../observations/ports.ts'
import { createSensorPlaces } from '../../observations/sensor-place.ts'
import { operatorOwner } from '../../observations/sharing.ts'
import { createIssueLookup, submitRows } from '../../observations/submit.ts'
import { submitReadings } from '../../observations/submit-readings.ts'
import { proxiesIn } from '../../outgoing/proxies.ts'
import type { SendRequest } from '../../outgoing/request.ts'
import { type Gazetteer, openGazetteer } from '../../places/gazetteer.ts'
import { isNamedPoint } from '../../places/point.ts'
import { openExisting, type Store } from '../../store/open.ts'
import { type ImportResult, importObservations } from './import.ts'
import type { ObserveJob } from './job.ts'
import { createProgress, openLines } from './progress.ts'
import {
  type FeedDeps,
  type ImportSums,
  readSeriesFile,
  rowFeed,
  type SeriesFile,
  type Sink
} from './row-feed.ts'
import { ServiceRefusal, serviceSink } from './service-sink.ts'

type Progress = ReturnType<typeof createProgress>

/** A commit waits for the disk; of 2,000 rows that is little, and they are some 1 MB. */
const batchRows = 2000

/** A sink into an opened store; what it keeps counts as the operator's. */
export async function storeSink(
  { record, database, engine }: Pick<Store, 'record' | 'database' | 'engine'>,
  gazetteer: Gazetteer,
  now: number,
  lang: Language = 'en'
): Promise<Sink> {
  // The service's own cache of 64 MB is of no use to rows that are written once.
  if (engine === 'sqlite') await sql`pragma cache_size = -8192`.execute(database.queries)
  const isNamed = ({ pointKey }: Pick<RecordedPoint, 'pointKey'>) => isNamedPoint(pointKey, gazetteer)
  const findPlace = createSensorPlaces(gazetteer)
  const issues = createIssueLookup({ store: record, isNamed }, { synthetic: false, now, counts: () => true })
  const submitter = { owner: operatorOwner, isOperator: true }
  return {
    batchRows,
    async send(rows) {
      const submitted = await submitRows(
        { store: record, findPlace, now, issues, whereOf: (index) => `line ${rows[index]?.line ?? 0}` },
        submitter,
        rows.map((one) => one.row)
      )
      const sums = { stored: 0, replaced: 0, unchanged: 0 }
      const refused: { line: number; reason: string }[] = []
      submitted.forEach((one, index) => {
        if (one.kind === 'kept') sums[one.outcome.status] += 1
        else refused.push({ line: rows[index]?.line ?? 0, reason: wordsIn(lang).observe.rowFault(one.fault) })
      })
      return { ...sums, refused }
    },
    async sendReadings(rows) {
      for (let from = 0; from < rows.length; from += batchRows)
        await submitReadings(
          { store: record, findPlace, now, issues },
          submitter,
          rows.slice(from, from + batchRows)
        )
    }
  }
}

/** Where a job writes: results to `out`, everything else to `err`. */
interface Outputs {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly progress: Progress
}

type Words = Catalogue['observe']

const maxShown = 100

export function terminalOutputs(): Outputs {
  return {
    out: (text) => console.log(text),
    err: (text) => console.error(text),
    progress: createProgress(process.stderr, Date.now)
  }
}

/** The exit status: 0 all rows good, 1 some bad or nothing imported, 69 something is missing, 78 the configuration. */
export async function runObserveJob(
  job: ObserveJob,
  environment: Readonly<Record<string, string | undefined>>,
  outputs: Outputs
): Promise<number> {
  const words = wordsIn(job.lang).observe
  const bytes = sizeOf(job.file)
  if (bytes === null) {
    outputs.err(words.noFile(job.file))
    return 69
  }
  const gazetteer = lazy(openGazetteer)
  const series = await readSeriesFile(job, {
    lines: () => shownLines(job, bytes, outputs.progress),
    findPlace: async (place) => createSensorPlaces(await gazetteer())(place),
    now: Date.now()
  })
  if (series.kind === 'mistake') {
    outputs.err(series.message)
    return 1
  }
  const work = (sink: Sink) => importFile({ job, series, bytes }, sink, outputs)
  if (job.isDryRun) return work(dryRun(job.lang, series.kind === 'none' ? outputs.out : null))
  if (job.service !== null) return withService(job.service, job.lang, work)
  const { databaseUrl, dataDir } = appVariables
  const { settings, mistakes } = readSettings({ databaseUrl, dataDir }, environment)
  if (mistakes.length > 0) {
    const said = mistakesIn(job.lang, mistakes)
    outputs.err(said.map(({ mistake, remedy }) => `${mistake} ${remedy}`).join('\n'))
    return 78
  }
  try {
    return await withStore(settings, { lang: job.lang, gazetteer }, work)
  } catch (error) {
    outputs.err(error instanceof Error ? error.message : String(error))
    return 69
  }
}

async function* shownLines({ file, lang }: ObserveJob, bytes: number, progress: Progress) {
  const reader = openLines(file)
  try {
    for await (const lines of reader.lines) {
      progress.show(reader.bytesRead() / bytes, wordsIn(lang).observe.progress(lines.at(-1)?.number ?? 0, 0))
      yield lines
    }
  } finally {
    progress.clear()
  }
}

function sizeOf(file: string): number | null {
  try {
    const found = statSync(file)
    return found.isFile() ? found.size : null
  } catch {
    return null
  }
}

async function withService(
  service: NonNullable<ObserveJob['service']>,
  lang: Language,
  work: (sink: Sink) => Promise<number>
): Promise<number> {
  const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
  return withOutgoing((send) => work(serviceSink({ ...service, lang, send, wait })))
}

export async function withOutgoing(work: (send: SendRequest) => Promise<number>): Promise<number> {
  const { openOutgoing } = await import('../../outgoing/outgoing.ts')
  const outgoing = openOutgoing({
    reach: 'operator',
    allowHttp: true,
    allow: [],
    proxies: proxiesIn(process.env)
  })
  try {
    return await work(outgoing.send)
  } finally {
    await outgoing.close()
  }
}

async function withStore(
  settings: { readonly databaseUrl: string | null; readonly dataDir: string },
  { lang, gazetteer }: { lang: Language; gazetteer: typeof openGazetteer },
  work: (sink: Sink) => Promise<number>
): Promise<number> {
  const { databaseUrl: url, dataDir } = settings
  const now = Date.now()
  const store = await openExisting({ url, dataDir, now })
  try {
    return await work(await storeSink(store, await gazetteer(), now, lang))
  } finally {
    await store.close()
  }
}

function dryRun(lang: Language, out: Outputs['out'] | null): Sink {
  const words = wordsIn(lang).series
  return {
    batchRows: 1000,
    send: (rows) => {
      for (const { row } of rows) out?.(words.minimum(row.date, formatTemperature(row.minimumC, '°C', lang)))
      return Promise.resolve({ stored: 0, replaced: 0, unchanged: 0, refused: [] })
    }
  }
}

interface ImportedFile {
  readonly job: ObserveJob
  readonly series: Exclude<SeriesFile, { readonly kind: 'mistake' }>
  readonly bytes: number
}

async function importFile(
  { job, series, bytes }: ImportedFile,
  sink: Sink,
  { out, err, progress }: Outputs
): Promise<number> {
  const words = wordsIn(job.lang).observe
  const reader = openLines(job.file)
  const bad = createBadRows(job.rejects, words, (text) => {
    progress.clear()
    err(text)
  })
  const deps: FeedDeps = {
    sink,
    onBad: bad.report,
    onProgress: (sums) => progress.show(reader.bytesRead() / bytes, words.progress(sums.rows, sums.bad))
  }
  const onStart = (notes: readonly string[]): void => {
    for (const note of notes) (job.isDryRun ? out : err)(note)
  }
  const nights = series.kind === 'nights' ? series : null
  const result = await (nights === null
    ? importObservations({ ...deps, reader, given: job.given, unit: job.unit, lang: job.lang, onStart })
    : importNights(nights, deps, onStart)
  ).catch(refused)
  progress.clear()
  await bad.end()
  if (result.kind === 'mistake') {
    err(result.message)
    return 1
  }
  if (result.sums.unexposed > 0) err(words.exposureUnknown(result.sums.unexposed))
  out(job.isDryRun ? wordsIn(job.lang).series.nothingStored : summaryOf(result.sums, words))
  return result.sums.bad === 0 ? 0 : 1
}

async function importNights(
  { rows, readings, bad, notes }: Extract<SeriesFile, { readonly kind: 'nights' }>,
  deps: FeedDeps,
  onStart: (notes: readonly string[]) => void
): Promise<ImportResult> {
  onStart(notes)
  const feed = rowFeed(deps)
  for (const { line, reason } of bad) await feed.reject(line, reason)
  for (const row of rows) await feed.take(row)
  await feed.end()
  // A minimum that was sent is kept next to those derived from readings.
  await deps.sink.sendReadings?.(readings)
  return { kind: 'done', sums: feed.sums }
}

/** What the service refuses is reported; any other fault is one. */
function refused(error: unknown): ImportResult {
  if (error instanceof ServiceRefusal) return { kind: 'mistake', message: error.message }
  throw error
}

/** Bad rows: the first ones shown, or all of them written to a file. */
function createBadRows(path: string | null, words: Words, say: (text: string) => void) {
  const file = path === null ? null : createWriteStream(path)
  let count = 0
  return {
    report(line: number, reason: string): void {
      count += 1
      if (file !== null) file.write(`${line}\t${reason}\n`)
      else if (count <= maxShown) say(words.badLine(line, reason))
    },
    async end(): Promise<void> {
      if (file === null) {
        if (count > maxShown) say(words.moreBad(count - maxShown))
        return
      }
      await new Promise<void>((done) => file.end(done))
    }
  }
}

function summaryOf({ rows, stored, replaced, unchanged, bad }: ImportSums, words: Words): string {
  return words.summary(rows, stored, replaced, unchanged, bad)
}
