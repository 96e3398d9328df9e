import type { Catalogue } from '../../language/en.ts'
import type { Intake } from '../../observations/intake-ports.ts'
import {
  isHeldBy,
  makeIntake,
  mostIntakes,
  mostIntakesOf,
  revokeIntake,
  rotateIntake
} from '../../observations/owned-intakes.ts'
import type { SensorOfRow } from '../../observations/row-parts.ts'
import { type FileLook, lookAtFile } from './logger-acts.ts'
import type { Thermometers, Visit } from './thermometer-ports.ts'
import { typedSensor } from './typed-place.ts'

type Words = Catalogue['thermometers']

export interface Done {
  /** The station that is shown now; null: all of them. */
  readonly intake: Intake | null
  /** Just made, and shown this once. */
  readonly secret?: string
  readonly done?: keyof Words['done']
  readonly fault?: string
  readonly look?: FileLook
  /** The person has to say once more that it shall be disconnected. */
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
  const most = mostIntakesOf(holder)
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
  for (const intake of await store.intakes(name.owner, mostIntakes)) {
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
