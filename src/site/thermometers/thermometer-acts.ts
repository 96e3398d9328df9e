import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Catalogue } from '../../language/en/registry.ts'
import { type HowColdDeps, lookUp } from '../../observations/how-cold.ts'
import type { Intake } from '../../observations/intake-ports.ts'
import {
  isHeldBy,
  makeIntake,
  maxIntakes,
  maxIntakesOf,
  revokeIntake,
  rotateIntake
} from '../../observations/owned-intakes.ts'
import type { RecordedPoint } from '../../observations/ports.ts'
import type { RowFault, SensorOfRow } from '../../observations/row-parts.ts'
import type { LoggerFile, LoggerNights } from '../../observations/series/logger-file.ts'
import type { LoggerJob } from '../../observations/series/logger-reader.ts'
import { dateOrders } from '../../observations/series/wall-clock.ts'
import { type Submitter, submitRows } from '../../observations/submit.ts'
import { submitReadings } from '../../observations/submit-readings.ts'
import type { Thermometers, Visit } from './thermometer-ports.ts'
import { typedSensor } from './typed-place.ts'

/* A logger's file on the page of thermometers: looked at first, and stored at the second word. */

interface LoggerStored {
  readonly sums: Readonly<Record<'stored' | 'replaced' | 'unchanged', number>>
  readonly readings: number
  readonly refused: readonly { readonly line: number; readonly fault: RowFault }[]
}

const batchReadings = 2000

async function storeLogger(
  deps: Pick<HowColdDeps, 'store' | 'isNamed' | 'isSynthetic' | 'findPlace' | 'record'>,
  { rows, readings }: Pick<LoggerNights, 'rows' | 'readings'>,
  { owner, now }: { owner: Submitter; now: number }
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
  /** The file, which travels in the forms of the page until it is stored. */
  readonly packed: string
  readonly form: URLSearchParams
  readonly read: Exclude<LoggerFile, { readonly kind: 'none' }> | null
  readonly timezone: string
  readonly stored: LoggerStored | null
}

async function lookAtFile(asked: {
  readonly deps: Thermometers
  readonly visit: Visit
  readonly form: URLSearchParams
  readonly words: Catalogue['thermometers']
}): Promise<{ readonly look?: FileLook; readonly fault?: string }> {
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

/** The choices for what the file does not say. */
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

const maxBytes = 2 * 1024 ** 2

async function sentFile(form: URLSearchParams): Promise<Uint8Array | 'none' | 'too_large'> {
  const sent = form.get('file') ?? ''
  if (sent.length > maxBytes) return 'too_large'
  if (sent !== '') return Buffer.from(sent, 'latin1')
  const packed = form.get('packed') ?? ''
  if (packed === '') return 'none'
  try {
    return await promisify(gunzip)(Buffer.from(packed, 'base64'), { maxOutputLength: maxBytes })
  } catch {
    return 'none'
  }
}

async function packedOf(bytes: Uint8Array): Promise<string> {
  return (await promisify(gzip)(bytes)).toString('base64')
}

type Words = Catalogue['thermometers']

export interface Done {
  /** The station that is shown now; null: all of them. */
  readonly intake: Intake | null
  /** Just made, and shown this once. */
  readonly secret?: string
  readonly done?: keyof Words['done']
  readonly fault?: string
  readonly look?: FileLook
  /** The page asks the person to confirm that the station is to be disconnected. */
  readonly isRevoking?: boolean
}

interface Asked {
  readonly deps: Thermometers
  readonly visit: Visit
  readonly form: URLSearchParams
  readonly words: Words
}

export async function act(asked: Asked): Promise<Done> {
  const { deps, visit, form, words } = asked
  const intake = await askedIntake(asked)
  const what = form.get('act')
  if (what === null) return { intake }
  if (visit.only !== null) return { intake, fault: words.faults.read_only }
  if (what === 'make') return make(asked)
  if (what === 'file') return { intake: null, ...(await lookAtFile(asked)) }
  if (intake === null) return { intake }
  const { store, clock } = deps
  switch (what) {
    case 'change':
      return change(asked, intake)
    case 'map':
      return map(asked, intake)
    case 'rotate':
      return { intake, secret: await rotateIntake(store, intake), done: 'rotated' }
    case 'revoke':
      if (form.get('sure') !== 'yes') return { intake, isRevoking: true }
      return { intake: await revokeIntake(store, intake, clock()), done: 'revoked' }
    default:
      return { intake }
  }
}

/** The station that the form is about; null for none, and for one of another owner. */
async function askedIntake({
  deps: { store },
  visit: { holder, only },
  form
}: Asked): Promise<Intake | null> {
  const written = form.get('intake') ?? ''
  const seq = only ?? (/^[1-9]\d{0,14}$/.test(written) ? Number(written) : null)
  const intake = seq === null ? null : await store.intake(seq)
  return intake !== null && isHeldBy(holder, intake) ? intake : null
}

const longestName = 64

async function make({ deps: { store, clock }, visit: { holder }, form, words }: Asked): Promise<Done> {
  const label = form.get('label') ?? ''
  if (label.trim().length > longestName) return { intake: null, fault: words.faults.no_name }
  const most = maxIntakesOf(holder)
  const own = await store.intakes(holder.id, most)
  // A page that is sent again, as a reload does, does not make a second one.
  if (form.get('known') !== String(own.length)) return { intake: null, fault: words.faults.made_before }
  const made = await makeIntake(store, holder, { label, unit: unitIn(form), now: clock() })
  return made === null ? { intake: null, fault: words.faults.too_many(most) } : { ...made, done: 'made' }
}

function unitIn(form: URLSearchParams): Intake['unit'] {
  const unit = form.get('unit')
  return unit === 'C' || unit === 'F' ? unit : null
}

async function change({ deps: { store }, form, words }: Asked, intake: Intake): Promise<Done> {
  const label = (form.get('label') ?? '').trim()
  if (label.length > longestName) return { intake, fault: words.faults.no_name }
  const changed = { label, unit: unitIn(form) }
  await store.changeIntake(intake.seq, changed)
  return { intake: { ...intake, ...changed }, done: 'changed' }
}

async function map(asked: Asked, intake: Intake): Promise<Done> {
  const { deps, form, words } = asked
  const name = { device: form.get('device') ?? '', field: form.get('field') ?? '' }
  const typed = form.get('where') === 'none' ? null : await typedSensor(deps, form, words)
  if (typed !== null && 'fault' in typed) return { intake, ...typed }
  const sensor = typed?.sensor ?? null
  if (sensor !== null && (await isTaken(deps, { ...name, owner: intake.owner }, sensor)))
    return { intake, fault: words.faults.taken }
  const isKnown = await deps.store.mapChannel(intake.seq, name, sensor)
  if (!isKnown) return { intake, fault: words.faults.never_heard }
  return { intake, done: sensor === null ? 'unmapped' : 'mapped' }
}

/** Two probes that are stored as one would overwrite each other. */
async function isTaken(
  { store }: Thermometers,
  name: { readonly owner: string; readonly device: string; readonly field: string },
  sensor: SensorOfRow
): Promise<boolean> {
  const same = JSON.stringify(sensorKey(sensor))
  for (const intake of await store.intakes(name.owner, maxIntakes)) {
    if (intake.revokedAt !== null) continue
    for (const channel of await store.channels(intake.seq)) {
      const isItself = channel.device === name.device && channel.field === name.field
      if (channel.sensor !== null && !isItself && JSON.stringify(sensorKey(channel.sensor)) === same)
        return true
    }
  }
  return false
}

function sensorKey({ place, kind, exposure, station }: SensorOfRow): readonly unknown[] {
  const where = 'location' in place ? [place.location] : [place.lat, place.lon]
  return [...where, kind, exposure, station]
}
