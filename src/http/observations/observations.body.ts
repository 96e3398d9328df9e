import Type from 'typebox'
import { pointerToken } from '../../common/json-pointer.ts'
import { didYouMean } from '../../common/near-name.ts'
import { checkOf, type SchemaFault } from '../../common/schema-check.ts'
import { type RawRow, readRow, rowMembers } from '../../observations/observation-row.ts'
import { type RawReading, readingMembers, readReading } from '../../observations/reading-row.ts'
import { faultOf, type RowFault } from '../../observations/row-parts.ts'
import type { MemberError, Problem } from '../problem.ts'
import { quoted } from '../query.ts'
import { rowCounts, type SentRow } from './observations.ts'

type SentRows =
  | { readonly kind: 'rows'; readonly rows: readonly SentRow[] }
  | { readonly kind: 'problem'; readonly problem: Problem }

// Rows are judged one by one, so that good ones are stored alongside bad ones.
const checkList = checkOf(
  Type.Object({ observations: Type.Array(Type.Unknown(), rowCounts) }, { additionalProperties: false })
)

export function readRows(body: unknown, now: number): SentRows {
  if (!isObject(body)) return bodyProblem('', 'invalid_type', 'The body must be one JSON object.')
  if (!('observations' in body)) return { kind: 'rows', rows: [readSent(body, '', now)] }
  const checked = checkList(body)
  if ('faults' in checked) return listProblem(checked.faults[0], body['observations'])
  const rows = checked.value.observations.map((one, index) => readSent(one, `/observations/${index}`, now))
  return { kind: 'rows', rows }
}

function listProblem({ pointer, kind }: SchemaFault, list: unknown): SentRows {
  if (kind === 'unknown_member') {
    const detail = `"observations" is the only member; ${quoted(pointer.slice(1))} belongs in a row.`
    return bodyProblem(pointer, kind, detail)
  }
  if (!Array.isArray(list) || list.length === 0) {
    return bodyProblem(
      pointer,
      'invalid_type',
      `"observations" must be a list of 1 to ${rowCounts.maxItems} rows.`
    )
  }
  return bodyProblem(
    pointer,
    'too_many',
    `"observations" has ${list.length} rows; ${rowCounts.maxItems} are taken at once.`
  )
}

function readSent(raw: unknown, pointer: string, now: number): SentRow {
  if (!isObject(raw)) {
    const fault: RowFault = { member: null, code: 'invalid_type', detail: 'A row must be a JSON object.' }
    return { pointer, date: null, measuredAt: null, result: { kind: 'fault', fault } }
  }
  const sent = { pointer, date: shortText(raw['date']), measuredAt: shortText(raw['measured_at']) }
  const isReading = 'measured_at' in raw || ('temperature' in raw && !('date' in raw))
  const fault = isReading
    ? (nightMemberFault(raw) ?? strayFault(raw, readingMembers))
    : strayFault(raw, rowMembers)
  if (fault !== null) return { ...sent, result: { kind: 'fault', fault } }
  return { ...sent, result: isReading ? readReading(raw as RawReading, now) : readRow(raw as RawRow) }
}

function shortText(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, 40) : null
}

function nightMemberFault(raw: Readonly<Record<string, unknown>>): RowFault | null {
  const member = ['date', 'minimum'].find((one) => one in raw)
  if (member === undefined) return null
  const detail =
    'A row is a night, with "date" and "minimum", or a reading, with "measured_at" and "temperature", not both.'
  return faultOf(member, 'not_allowed', detail)
}

function strayFault(raw: Readonly<Record<string, unknown>>, members: readonly string[]): RowFault | null {
  const stray = Object.keys(raw).find((name) => !members.includes(name))
  if (stray === undefined) return null
  // The slip may be in what makes the row a reading, or in the name of the list.
  const meant = didYouMean(stray, [...members, ...rowMembers, ...readingMembers, 'observations'])
  const detail = `A row has no member ${quoted(stray)}.${meant === '' ? ` Allowed: ${members.join(', ')}.` : meant}`
  return { member: stray, code: 'unknown_member', detail }
}

export function memberError(pointer: string, fault: RowFault): MemberError {
  const { member, code, detail } = fault
  return { pointer: member === null ? pointer : pointer + pointerToken(member), code, detail }
}

function bodyProblem(pointer: string, code: MemberError['code'], detail: string): SentRows {
  const problem: Problem = {
    code: 'validation_failed',
    detail,
    extensions: { errors: [{ pointer, code, detail }] }
  }
  return { kind: 'problem', problem }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
