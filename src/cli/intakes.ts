import { parseArgs } from 'node:util'
import type { Catalogue } from '../language/en/registry.ts'
import { type Language, wordsIn } from '../language/language.ts'
import type { Intake } from '../observations/intake-ports.ts'
import { hashOfSecret, newSecret } from '../observations/owned-intakes.ts'
import { type RawReading, readReading } from '../observations/reading-row.ts'
import { createSensorPlaces } from '../observations/sensor-place.ts'
import { operatorOwner } from '../observations/sharing.ts'
import { openGazetteer } from '../places/gazetteer.ts'
import type { Store } from '../store/open.ts'
import { refuse } from './refuse.ts'
import { columns, withStore } from './store-command.ts'

export async function intakesCommand(argv: readonly string[], lang: Language): Promise<number> {
  const asked = readAsked(argv, lang)
  if (typeof asked !== 'string') return withStore(lang, (store) => act(store, asked))
  return refuse(`${asked}\n\n${wordsIn(lang).intakes.command.usage}`)
}

interface Asked {
  readonly verb: string
  readonly id: string
  readonly field: string
  readonly values: Readonly<Partial<Record<keyof typeof options, string | boolean>>>
  readonly unit: 'C' | 'F' | null
  readonly words: Catalogue['intakes']
  readonly lang: Language
}

const options = {
  label: { type: 'string' },
  unit: { type: 'string' },
  location: { type: 'string' },
  kind: { type: 'string' },
  device: { type: 'string' },
  exposure: { type: 'string' },
  station: { type: 'string' },
  json: { type: 'boolean' }
} as const

/** How many words follow each verb. */
const wordCounts: ReadonlyMap<string, number> = new Map([
  ['create', 0],
  ['list', 0],
  ['show', 1],
  ['map', 2],
  ['rotate', 1],
  ['revoke', 1]
])

function readAsked(argv: readonly string[], lang: Language): Asked | string {
  const words = wordsIn(lang).intakes
  try {
    const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options })
    const [verb = '', id = '', field = ''] = positionals
    const count = wordCounts.get(verb)
    if (count === undefined) return words.what
    if (positionals.length !== count + 1) return words.words(positionals.join(' '))
    const unit = values.unit?.toUpperCase() ?? null
    if (unit !== null && unit !== 'C' && unit !== 'F') return words.unitIs
    return { verb, id, field, values, unit, words, lang }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function act(store: Store, asked: Asked): Promise<number> {
  const { verb, id, words } = asked
  if (verb === 'create') return create(store, asked)
  if (verb === 'list') return list(store, asked)
  const intake = /^[1-9]\d{0,14}$/.test(id) ? await store.record.intake(Number(id)) : null
  if (intake === null) return refuse(words.unknown(id), 1)
  if (verb === 'show') return show(store, intake, asked)
  if (verb === 'map') return map(store, intake, asked)
  if (verb === 'rotate') {
    const secret = newSecret()
    await store.record.changeIntake(intake.seq, { secretHash: hashOfSecret(secret) })
    return sayRow(asked, { id, secret }, `${secret}\n\n${words.secret(id)}`)
  }
  await store.record.changeIntake(intake.seq, { revokedAt: intake.revokedAt ?? Date.now() })
  return sayRow(asked, { id, revoked: true }, words.revoked(id))
}

async function create({ record }: Store, asked: Asked): Promise<number> {
  const secret = newSecret()
  const label = String(asked.values.label ?? '').slice(0, 64)
  const made = { owner: operatorOwner, isOperators: true, label, unit: asked.unit }
  const { seq } = await record.addIntake({ ...made, secretHash: hashOfSecret(secret) }, Date.now())
  const id = String(seq)
  return sayRow(asked, { id, secret }, `${secret}\n\n${asked.words.secret(id)}`)
}

async function list({ record }: Store, asked: Asked): Promise<number> {
  const { words } = asked
  const all = await record.intakes(null, 10_000)
  const rows = all.map(({ seq, owner, unit, contactAt, revokedAt, label }) => [
    seq,
    owner,
    unit ?? '',
    dated(contactAt),
    revokedAt === null ? words.active : dated(revokedAt),
    label
  ])
  return sayRow(asked, all, all.length === 0 ? words.none : columns([words.headings, ...rows]))
}

async function show({ record }: Store, { seq }: Intake, asked: Asked): Promise<number> {
  const { words } = asked
  const channels = await record.channels(seq)
  const refusals = await record.refusals(seq)
  const heard = channels.map(({ device, field, lastValue, unit, lastAt, sensor }) => {
    const shown =
      sensor === null ? words.notMapped : `${Object.values(sensor.place).join(' ')} ${sensor.station}`
    return [device, field, lastValue, unit ?? '', dated(lastAt), shown]
  })
  const refused = refusals.map(({ reason, count, lastAt, detail }) => [reason, count, dated(lastAt), detail])
  const text = [
    columns([words.channelHeadings, ...heard]),
    ...(refused.length === 0 ? [] : [columns([words.refusalHeadings, ...refused])])
  ]
  return sayRow(asked, { channels, refusals }, text.join('\n\n'))
}

/** Maps a channel; the members of the sensor are read like those of a reading. */
async function map({ record }: Store, { seq }: Intake, asked: Asked): Promise<number> {
  const { field, words, values, lang } = asked
  const { location, kind, exposure, station } = values
  const now = Date.now()
  const raw: RawReading = { location, kind, exposure, station, temperature: 0, unit: 'C' }
  const read = readReading({ ...raw, measured_at: new Date(now).toISOString() }, now)
  if (read.kind === 'fault') return refuse(wordsIn(lang).observe.rowFault(read.fault), 1)
  const { place, kind: kindOf, exposure: exposureOf, station: named } = read.reading
  const found = await createSensorPlaces(await openGazetteer())(place)
  if (found.kind === 'fault') return refuse(wordsIn(lang).observe.rowFault(found.fault), 1)
  const channels = (await record.channels(seq)).filter((one) => one.field === field)
  const [only] = channels.length === 1 ? channels : []
  const device = String(values.device ?? only?.device ?? '')
  const sensor = { place, kind: kindOf, exposure: exposureOf, station: named }
  if (!(await record.mapChannel(seq, { device, field }, sensor)))
    return refuse(words.words(`${device} ${field}`.trim()), 1)
  return sayRow(asked, { mapped: true }, words.mapped(field))
}

function sayRow({ values }: Asked, row: unknown, text: string): number {
  console.log(values.json === true ? JSON.stringify(row, null, 2) : text)
  return 0
}

function dated(at: number | null): string {
  return at === null ? '' : new Date(at).toISOString().slice(0, 16)
}
