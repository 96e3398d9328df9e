/** What an import would do with each row; nothing is stored, no source is asked. */
import { portionsOf } from '../../common/portions-of.ts'
import { takeTurn } from '../../common/turns.ts'
import type { Language } from '../../language/language.ts'
import type { Place } from '../../weather/point.ts'
import type { Alerts } from '../alerts.ts'
import { admitChannel, prepareDestination } from '../channel-choice.ts'
import type { CheckedRequest } from '../new-subscription.ts'
import type { Channel, PreparedDestination } from '../ports.ts'
import { type AlertProblem, type BodyFault, memberProblem } from '../problems.ts'
import { findPlace } from '../subscribe.ts'
import { readSubscribeBody } from '../subscribe-body.ts'
import type { Subscription, Vouched } from '../subscription.ts'
import { changeRequest } from '../subscription-schema.ts'
import type { Withheld } from './member-ports.ts'

export interface ImportRow {
  /** From 1. */
  readonly line: number
  /** Empty: the line has none. */
  readonly externalId: string
  /** As `POST /alerts/subscribe` takes it; null: the line could not be read. */
  readonly body: Readonly<Record<string, unknown>> | null
  readonly faults: readonly BodyFault[]
}

export interface ImportRequest {
  readonly client: string
  readonly tier: string
  readonly isOperator: boolean
  readonly isDryRun: boolean
  /** Why the key vouches for the rows; null: each proves itself. */
  readonly vouched?: Omit<Vouched, 'at'> | null
  readonly language: Language
  readonly rows: readonly ImportRow[]
  /** Points that the first source's budget still allows; null: no limit. */
  readonly newPoints: () => Promise<number | null>
}

export type PlannedRow = { readonly row: ImportRow } & (
  | { readonly kind: 'refused'; readonly errors: readonly BodyFault[] }
  | { readonly kind: 'unchanged'; readonly known: Subscription }
  | {
      readonly kind: 'changed'
      readonly known: Subscription
      /** Null: the row says what it said before. */
      readonly change: Readonly<Record<string, unknown>> | null
      readonly rowHash: string
      /** A new reason for which the key vouches; null: none. */
      readonly vouched: Vouched | null
    }
  | {
      readonly kind: 'stored'
      readonly checked: CheckedRequest
      readonly prepared: PreparedDestination
    }
)

interface Planning {
  readonly request: ImportRequest
  readonly known: ReadonlyMap<string, Subscription>
  /** The line of each id, and of each destination with its place and crop. */
  readonly lines: Map<string, number>
  readonly channels: Map<string, Channel>
}

const idsAtOnce = 500

export async function planImport(deps: Alerts, request: ImportRequest): Promise<readonly PlannedRow[]> {
  const owner = deps.keys.hash(request.client)
  const known = new Map<string, Subscription>()
  const allIds = request.rows.map(({ externalId }) => externalId)
  for (const ids of portionsOf(allIds, idsAtOnce))
    for (const one of await deps.members.byExternalId(owner, ids))
      known.set(one.imported?.externalId ?? '', one)
  const planning: Planning = { request, known, lines: new Map(), channels: new Map() }
  const planned: PlannedRow[] = []
  for (const row of request.rows) {
    planned.push(await planRow(deps, planning, row))
    await takeTurn()
  }
  return planned
}

async function planRow(deps: Alerts, planning: Planning, row: ImportRow): Promise<PlannedRow> {
  const { request, lines } = planning
  if (row.faults.length > 0 || row.body === null) return { kind: 'refused', row, errors: row.faults }
  const twice = repeated(lines, `id ${row.externalId}`, row.line)
  if (twice !== null) return refused(row, '/external_id', `Line ${twice} has this external_id as well.`)
  const body = readSubscribeBody(row.body)
  if (!body.ok) return refusedBy(row, body)
  const found = await findPlace(deps, body.where)
  if ('ok' in found) return refusedBy(row, found)
  const channel = channelOnce(deps, planning, body.channel)
  if ('ok' in channel) return refusedBy(row, channel)
  const { place } = found
  const client = deps.keys.hash(request.client)
  const prepared = await prepareDestination(deps, channel, { destination: body.destination, place, client })
  if (!prepared.ok) return refusedBy(row, prepared)
  const { crop } = body.planting
  const key = prepared.destinationKey === null ? null : deps.keys.hash(prepared.destinationKey)
  const text = JSON.stringify(['to', channel.id, key, place.slug, crop])
  const same = key === null ? null : repeated(lines, text, row.line)
  if (same !== null) {
    const detail = `Line ${same} has the same destination for this place and crop; one would end the other.`
    return refused(row, '/destination', detail)
  }
  const imported = { externalId: row.externalId, rowHash: hashOf(deps, row.body) }
  const known = planning.known.get(row.externalId)
  const asks = known === undefined || known.state === 'pending_confirmation'
  const vouched = asks ? vouchedOf(deps, request, channel) : null
  const target = { id: known?.id ?? '', destinationKey: key, location: place.slug, crop, client }
  const withheld = vouched === null ? null : await deps.members.withheld({ ...target, channel: channel.id })
  if (withheld !== null) return { kind: 'refused', row, errors: [withheldFault(withheld)] }
  if (known !== undefined) return planKnown(known, { row, imported, channel, place, key, vouched })
  const checked = { request: asked(request, row), body, place, channel, imported }
  return { kind: 'stored', row, checked: { ...checked, ...(vouched && { vouched }) }, prepared }
}

/** A destination that a person would have to prove; null for any other. */
function vouchedOf(
  deps: Alerts,
  { vouched = null }: ImportRequest,
  { confirmation }: Channel
): Vouched | null {
  const isProved = confirmation === 'link' || confirmation === 'code'
  return vouched === null || !isProved ? null : { ...vouched, at: deps.now() }
}

/** A person’s own choice outranks a vouching key; and a row stays one subscription. */
export function withheldFault(withheld: Withheld): BodyFault {
  return { pointer: '/destination', code: 'not_allowed', detail: withheldDetail(withheld) }
}

function withheldDetail(withheld: Withheld): string {
  switch (withheld.kind) {
    case 'stopped':
      return `This person stopped the messages on ${dayOf(withheld.at)}; only that person can ask for them again.`
    case 'paused':
      return 'This person has paused an alert for this place and crop; only that person can resume it.'
    case 'own_alert':
      return 'This person has their own alert for this place and crop; only that person can end it.'
    case 'own_row':
      return 'Another external_id of your key has this destination for this place and crop: end that one first.'
  }
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

function asked(request: ImportRequest, { body }: ImportRow): CheckedRequest['request'] {
  const { client, tier, isOperator, language } = request
  return { body, client, tier, isOperator, language, isByKey: true, idempotencyKey: null }
}

function hashOf({ keys }: Pick<Alerts, 'keys'>, body: Readonly<Record<string, unknown>>): string {
  return keys.hash(JSON.stringify(Object.entries(body).toSorted()))
}

interface KnownRow {
  readonly row: ImportRow
  readonly imported: NonNullable<Subscription['imported']>
  readonly channel: Channel
  readonly place: Place
  readonly key: string | null
  readonly vouched: Vouched | null
}

/** What the reader has changed since stays, unless the row says something new. */
function planKnown(known: Subscription, found: KnownRow): PlannedRow {
  const { row, imported, channel, place, key, vouched } = found
  if (known.endedAt !== null) {
    const detail = `Its subscription ended on ${dayOf(known.endedAt)}, and an import does not begin it again.`
    return refused(row, '/external_id', detail)
  }
  const isOther = (member: string) =>
    refused(
      row,
      `/${member}`,
      'This external_id is a subscription with another one. End that first, and give the new one another external_id.'
    )
  if (known.location !== place.slug) return isOther('location')
  if (known.channel !== channel.id) return isOther('channel')
  const isMoved = key !== null && known.destinationKey !== null && known.destinationKey !== key
  if (isMoved) return isOther('destination')
  const { rowHash } = imported
  const isSame = known.imported?.rowHash === rowHash
  if (isSame && vouched === null) return { kind: 'unchanged', row, known }
  const { body } = row
  const members = Object.keys(changeRequest.properties).filter((member) => Object.hasOwn(body ?? {}, member))
  const named = Object.fromEntries(members.map((member) => [member, body?.[member]]))
  const change = isSame ? null : { crop: null, stage: null, exposure: null, ...named }
  return { kind: 'changed', row, known, change, rowHash, vouched }
}

/** Reads a channel's state once for all rows. */
function channelOnce(deps: Alerts, { request, channels }: Planning, id: string): Channel | AlertProblem {
  const earlier = channels.get(id)
  if (earlier !== undefined) return earlier
  const admitted = admitChannel(deps, id, request.isOperator)
  if ('ok' in admitted) return admitted
  const { unavailable } = admitted
  let asked: Promise<string | null> | null = null
  const once = () => {
    asked ??= unavailable?.() ?? Promise.resolve(null)
    return asked
  }
  const channel = { ...admitted, unavailable: once }
  channels.set(id, channel)
  return channel
}

/** The earlier line with the same key; null: the key now belongs to this line. */
function repeated(lines: Map<string, number>, key: string, line: number): number | null {
  const earlier = lines.get(key)
  if (earlier === undefined) lines.set(key, line)
  return earlier ?? null
}

function refused(row: ImportRow, pointer: string, detail: string): PlannedRow {
  return refusedBy(row, memberProblem('not_allowed', pointer, detail))
}

function refusedBy(row: ImportRow, { errors, detail }: AlertProblem): PlannedRow {
  const whole: BodyFault = { pointer: '', code: 'not_allowed', detail }
  return { kind: 'refused', row, errors: errors.length > 0 ? errors : [whole] }
}
