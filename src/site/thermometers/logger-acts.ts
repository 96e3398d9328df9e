/** A logger's file on the page of thermometers: looked at first, and stored at the second word. */
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Catalogue } from '../../language/en.ts'
import { type HowColdDeps, lookUp } from '../../observations/how-cold.ts'
import type { RecordedPoint } from '../../observations/ports.ts'
import type { RowFault } from '../../observations/row-parts.ts'
import type { LoggerFile, LoggerNights } from '../../observations/series/logger-file.ts'
import type { LoggerJob } from '../../observations/series/logger-reader.ts'
import { dateOrders } from '../../observations/series/wall-clock.ts'
import { type Submitter, submitRows } from '../../observations/submit.ts'
import { submitReadings } from '../../observations/submit-readings.ts'
import type { Thermometers, Visit } from './thermometer-ports.ts'
import { typedSensor } from './typed-place.ts'

interface LoggerStored {
  readonly sums: Readonly<Record<'stored' | 'replaced' | 'unchanged', number>>
  readonly readings: number
  readonly refused: readonly { readonly line: number; readonly fault: RowFault }[]
}

const batchReadings = 2000

async function storeLogger(
  deps: Pick<HowColdDeps, 'store' | 'isNamed' | 'isSynthetic' | 'findPlace' | 'record'>,
  { rows, readings }: Pick<LoggerNights, 'rows' | 'readings'>,
  { owner, now }: { readonly owner: Submitter; readonly now: number }
): Promise<LoggerStored> {
  const submit = { ...deps, now, issues: lookUp(deps, owner, now) }
  const whereOf = (index: number): string => `line ${rows[index]?.line ?? 0}`
  const nights = await submitRows(
    { ...submit, whereOf },
    owner,
    rows.map(({ row }) => row)
  )
  const changed = new Map<string, RecordedPoint>()
  const sums = { stored: 0, replaced: 0, unchanged: 0 }
  for (const night of nights) {
    if (night.kind === 'refused') continue
    sums[night.outcome.status] += 1
    changed.set(night.point.pointKey, night.point)
  }
  let taken = 0
  for (let from = 0; from < readings.length; from += batchReadings) {
    const some = await submitReadings(submit, owner, readings.slice(from, from + batchReadings))
    taken += some.rows.filter(({ kind }) => kind === 'stored').length
    for (const point of some.changed) changed.set(point.pointKey, point)
  }
  if (changed.size > 0) await deps.record.learnAround([...changed.values()])
  const refused = nights.flatMap((night, index) =>
    night.kind === 'refused' ? [{ line: rows[index]?.line ?? 0, fault: night.fault }] : []
  )
  return { sums, readings: taken, refused }
}

export interface FileLook {
  /** It travels in the forms of the page until it is stored. */
  readonly packed: string
  readonly form: URLSearchParams
  readonly read: Exclude<LoggerFile, { readonly kind: 'none' }> | null
  readonly timezone: string
  readonly stored: LoggerStored | null
}

interface Looked {
  readonly look?: FileLook
  readonly fault?: string
}

export async function lookAtFile(asked: {
  readonly deps: Thermometers
  readonly visit: Visit
  readonly form: URLSearchParams
  readonly words: Catalogue['thermometers']
}): Promise<Looked> {
  const { deps, form, words } = asked
  const bytes = await sentFile(form)
  if (typeof bytes === 'string') return { fault: words.file.faults[bytes] }
  const packed = form.get('packed') || (await packedOf(bytes))
  const nothing = { packed, form, read: null, timezone: 'UTC', stored: null }
  const typed = await typedSensor(deps, form, words)
  if ('fault' in typed) return { look: nothing, ...typed }
  const { timezone } = typed.point
  const read = await deps.readLogger({ bytes, asked: { ...readingOf(form, deps.clock()), ...typed } })
  if (read.kind === 'none') return { look: nothing, fault: words.file.faults.no_series }
  if (read.kind === 'busy' || read.kind === 'too_slow')
    return { look: nothing, fault: words.file.faults[read.kind] }
  const look = { packed, form, read, timezone, stored: null }
  if (read.kind === 'question' || form.get('sure') !== 'yes') return { look }
  const { holder } = asked.visit
  const owner = { owner: holder.id, isOperator: holder.isOperator }
  return { look: { ...look, stored: await storeLogger(deps, read, { owner, now: deps.clock() }) } }
}

/** What is chosen where the file does not say it. */
function readingOf(form: URLSearchParams, now: number): Omit<LoggerJob['asked'], 'sensor' | 'point'> {
  const typed = (name: string): string | null => (form.get(name) ?? '').trim().slice(0, 200) || null
  const unit = form.get('units')
  return {
    columns: { time: typed('time'), temperature: typed('temperature') },
    unit: unit === 'C' || unit === 'F' ? unit : null,
    order: dateOrders.find((order) => order === form.get('dates')) ?? null,
    zone: typed('zone'),
    now
  }
}

const mostBytes = 2 * 1024 ** 2

async function sentFile(form: URLSearchParams): Promise<Uint8Array | 'none' | 'too_large'> {
  const sent = form.get('file') ?? ''
  if (sent.length > mostBytes) return 'too_large'
  if (sent !== '') return Buffer.from(sent, 'latin1')
  const packed = form.get('packed') ?? ''
  if (packed === '') return 'none'
  try {
    return await promisify(gunzip)(Buffer.from(packed, 'base64'), { maxOutputLength: mostBytes })
  } catch {
    return 'none'
  }
}

async function packedOf(bytes: Uint8Array): Promise<string> {
  return (await promisify(gzip)(bytes)).toString('base64')
}
