import type { ImportRow } from '../../alerts/members/import-plan.ts'
import type { Channel } from '../../alerts/ports.ts'
import type { BodyFault } from '../../alerts/problems.ts'
import { subscribeRequest } from '../../alerts/subscription-schema.ts'
import { mayPartThousands, readDecimal } from '../../common/decimal.ts'
import { cellsOf, delimiterOf, hasCells, type OtherFile, otherFileOf } from '../../common/file-cells.ts'
import { didYouMean, plainLetters } from '../../common/near-name.ts'
import { repeatedMember } from '../../common/repeated-member.ts'
import type { RowsBody } from '../bodies.ts'
import { quoted } from '../query.ts'

type ReadRows = { readonly rows: readonly ImportRow[] } | { readonly detail: string }

const longestId = 64

/** Folded names of columns in Turkish files. */
const turkishNames: ReadonlyMap<string, string> = new Map([
  ['uye_no', 'external_id'],
  ['yer', 'location'],
  ['enlem', 'lat'],
  ['boylam', 'lon'],
  ['rakim', 'elevation'],
  ['yukseklik', 'elevation'],
  ['kanal', 'channel'],
  ['esik', 'threshold'],
  ['esik_sicaklik', 'threshold_temperature'],
  ['dil', 'lang'],
  ['urun', 'crop'],
  ['evre', 'stage'],
  ['donem', 'stage'],
  ['ad', 'label'],
  ['etiket', 'tag'],
  ['telefon', 'phone'],
  ['eposta', 'address'],
  ['e_posta', 'address']
])

const numbers: ReadonlySet<string> = new Set([
  'lat',
  'lon',
  'elevation',
  'threshold',
  'threshold_temperature',
  'threshold_probability'
])

/** @param channels whose destinations have columns */
export function readRows({ form, text }: RowsBody, channels: Iterable<Channel>): ReadRows {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  return form === 'csv' ? csvRows(lines, channels) : { rows: lines.flatMap(jsonRow) }
}

function jsonRow(text: string, index: number): readonly ImportRow[] {
  if (text.trim() === '') return []
  const line = index + 1
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return [unread(line, 'This line is not JSON.')]
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [unread(line, 'This line is not one JSON object.')]
  const repeated = repeatedMember(text)
  if (repeated !== null) return [unread(line, `This line has ${quoted(repeated.slice(1))} twice.`)]
  const { external_id: externalId, ...body } = value as Readonly<Record<string, unknown>>
  return [rowOf(line, externalId, body)]
}

function csvRows(lines: readonly string[], channels: Iterable<Channel>): ReadRows {
  const top = lines.findIndex(hasCells)
  const header = lines[top] ?? ''
  if (header === '') return { rows: [] }
  const other = otherFileOf(header)
  if (other !== null) return { detail: otherFiles[other] }
  const delimiter = delimiterOf(header)
  const written = cellsOf(header, delimiter)
  if (written === null) return { detail: 'The quotes of the first line do not close.' }
  const destinations = destinationsOf(channels)
  const members = written.map(memberOf)
  const known = ['external_id', ...Object.keys(subscribeRequest.properties), ...destinations].filter(
    (member) => member !== 'destination' && member !== 'escalation' && member !== 'quiet_hours'
  )
  const stray = members.findIndex((member) => !known.includes(member))
  if (stray >= 0) {
    const name = (written[stray] ?? '').slice(0, 40)
    const turkish = [...turkishNames].flatMap(([theirs, member]) => (known.includes(member) ? [theirs] : []))
    const hint = didYouMean(members[stray] ?? '', [...known, ...turkish])
    return { detail: `There is no column "${name}".${hint} Known: ${known.join(', ')}.` }
  }
  const twice = members.find((member, index) => members.indexOf(member) < index)
  if (twice !== undefined) return { detail: `Two columns are "${twice}".` }
  const rows = lines.flatMap((text, index): readonly ImportRow[] => {
    const line = index + 1
    if (index <= top || !hasCells(text)) return []
    const cells = cellsOf(text, delimiter)
    if (cells === null) return [unread(line, 'The quotes of this line do not close.')]
    if (cells.length > members.length)
      return [
        unread(line, `This line has ${cells.length} cells, and the first line ${members.length} columns.`)
      ]
    return [csvRow(line, { members, cells, destinations })]
  })
  return { rows }
}

const otherFiles: Readonly<Record<OtherFile, string>> = {
  workbook:
    'This is not a text file but an Excel workbook. Save it there as "CSV UTF-8 (comma delimited)", and send that.',
  pdf: 'This is a PDF, from which no table is read. Save the list as CSV in the program that made it, and send that.',
  page: 'This is a web page (HTML). Open it in a spreadsheet, save it as "CSV UTF-8 (comma delimited)", and send that.'
}

/** An empty cell is a member that is not named. */
function csvRow(
  line: number,
  {
    members,
    cells,
    destinations
  }: {
    members: readonly string[]
    cells: readonly string[]
    destinations: ReadonlySet<string>
  }
): ImportRow {
  const body: Record<string, unknown> = {}
  const destination: Record<string, string> = {}
  let externalId: string | undefined
  for (const [index, member] of members.entries()) {
    const cell = cells[index] ?? ''
    if (cell === '') continue
    if (member === 'external_id') externalId = cell
    else if (destinations.has(member)) destination[member] = cell
    else body[member] = numbers.has(member) ? numberOf(member, cell) : cell
  }
  return rowOf(line, externalId, Object.keys(destination).length === 0 ? body : { ...body, destination })
}

/** A decimal comma is read, but in a height a mark may part the thousands. What is not a number stays a text. */
function numberOf(member: string, cell: string): number | string {
  const plain = cell.replace(/^[−–]/, '-')
  return member === 'elevation' && mayPartThousands(plain)
    ? cell
    : (readDecimal(plain.replace(',', '.')) ?? cell)
}

function memberOf(written: string): string {
  const plain = plainLetters(written)
    .trim()
    .replaceAll(/[\s-]+/g, '_')
  return turkishNames.get(plain) ?? plain
}

/** `/destination/phone` → `phone`. */
function destinationsOf(channels: Iterable<Channel>): ReadonlySet<string> {
  const pointers = [...channels].flatMap(({ destinationMembers }) => destinationMembers)
  return new Set(pointers.flatMap((pointer) => /^\/destination\/(\w+)$/.exec(pointer)?.[1] ?? []))
}

function rowOf(line: number, externalId: unknown, body: Readonly<Record<string, unknown>>): ImportRow {
  const id = typeof externalId === 'string' ? externalId.trim() : ''
  const isGood = id.length <= longestId && /^[^\p{C}]+$/u.test(id)
  const fault: BodyFault = {
    pointer: '/external_id',
    code: externalId === undefined ? 'required' : 'invalid_format',
    detail: `Every row needs an id of your own, a text of 1 to ${longestId} characters that is always the same for it.`
  }
  return isGood ? { line, externalId: id, body, faults: [] } : { line, externalId: '', body, faults: [fault] }
}

function unread(line: number, detail: string): ImportRow {
  return { line, externalId: '', body: null, faults: [{ pointer: '', code: 'invalid_format', detail }] }
}
