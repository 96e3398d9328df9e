/** From the body of POST /observations to rows, each read or refused by itself. */
import Type from 'typebox'
import { checkOf, type SchemaFault } from '../../common/schema-check.ts'
import {
  type RawRow,
  type RowFault,
  type RowResult,
  readRow,
  rowMembers
} from '../../observations/observation-row.ts'
import type { SubmittedRow } from '../../observations/submit.ts'
import type { MemberError, Problem } from '../problem.ts'
import { nearestName, quoted } from '../query.ts'
import { rowCounts } from './observations.schema.ts'

export interface SentRow {
  /** JSON pointer of the row in the body. */
  readonly pointer: string
  /** As it was written, for the answer; null where it is not a string. */
  readonly date: string | null
  readonly result: RowResult
}

/** One sent row with its outcome. */
export interface AnsweredRow {
  readonly sent: SentRow
  readonly outcome: SubmittedRow
}

export type SentRows =
  | { readonly kind: 'rows'; readonly rows: readonly SentRow[] }
  | { readonly kind: 'problem'; readonly problem: Problem }

// Rows are judged one by one, so that good ones are stored beside bad ones.
const checkList = checkOf(
  Type.Object({ observations: Type.Array(Type.Unknown(), rowCounts) }, { additionalProperties: false })
)

/** The rows of a body: one row, or an object with a list of them. */
export function readRows(body: unknown): SentRows {
  if (!isObject(body)) return bodyProblem('', 'invalid_type', 'The body must be one JSON object.')
  if (!('observations' in body)) return { kind: 'rows', rows: [readSent(body, '')] }
  const checked = checkList(body)
  if ('faults' in checked) return listProblem(checked.faults[0], body['observations'])
  const rows = checked.value.observations.map((one, index) => readSent(one, `/observations/${index}`))
  return { kind: 'rows', rows }
}

function listProblem({ pointer, kind }: SchemaFault, list: unknown): SentRows {
  if (kind === 'unknown_member') {
    const detail = `Beside "observations" there is nothing else; ${quoted(pointer.slice(1))} belongs into a row.`
    return bodyProblem('', kind, detail)
  }
  if (!Array.isArray(list) || list.length === 0) {
    return bodyProblem(pointer, 'invalid_type', 'This must be a list with at least one row.')
  }
  return bodyProblem(
    pointer,
    'too_many',
    `${list.length} rows were sent; ${rowCounts.maxItems} are taken at once.`
  )
}

function readSent(raw: unknown, pointer: string): SentRow {
  if (!isObject(raw)) {
    const fault: RowFault = { member: null, code: 'invalid_type', detail: 'A row must be a JSON object.' }
    return { pointer, date: null, result: { kind: 'fault', fault } }
  }
  const date = typeof raw['date'] === 'string' ? raw['date'].slice(0, 20) : null
  const stray = Object.keys(raw).find((name) => !(rowMembers as readonly string[]).includes(name))
  if (stray === undefined) return { pointer, date, result: readRow(raw as RawRow) }
  const near = nearestName(stray, rowMembers)
  const hint = near === null ? '' : ` Did you mean "${near}"?`
  const detail = `A row has no member ${quoted(stray)}.${hint}`
  return { pointer, date, result: { kind: 'fault', fault: { member: null, code: 'unknown_member', detail } } }
}

/** A row's fault in the form of a problem document. */
export function memberError(pointer: string, fault: RowFault): MemberError {
  const { member, code, detail } = fault
  return { pointer: member === null ? pointer : `${pointer}/${member}`, code, detail }
}

function bodyProblem(pointer: string, code: string, detail: string): SentRows {
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
