import Type, { type TSchema } from 'typebox'
import { type Column, type CsvForm, csvOf } from './csv.ts'

export interface TableMembers {
  /** The list that has the rows of the table; null: the body itself is the only row. */
  readonly rows: string | null
  /** Paths of members that are the same for each row, except place, units and `meta`; an object gives a column each. */
  readonly beside?: readonly string[]
}

export interface Table {
  readonly rows: string | null
  readonly columns: readonly Column[]
  readonly beside: readonly Column[]
}

interface Schema {
  readonly anyOf?: readonly Schema[]
  readonly type?: unknown
  readonly format?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

const ofEveryBody = ['location', 'meta', 'units']

export function tableOf(body: TSchema, { rows, beside = [] }: TableMembers): Table {
  return {
    rows,
    columns: rows === null ? [] : columnsOf(memberOf(body, rows).items ?? {}),
    beside: [...beside, ...ofEveryBody].flatMap((path) => columnsAt(body, path))
  }
}

export function tableSchema({ columns, beside }: Table): TSchema {
  const names = [...columns, ...beside].map(({ name }) => `\`${name}\``).join(', ')
  return Type.String({
    description:
      'With `format=csv` (RFC 4180) or `format=csv-excel`: a header line, then the same members as in ' +
      'JSON, those of members with both names; null is an empty cell, `notices` has codes. Columns: ' +
      `${names}. With \`csv-excel\` each instant is a local time, with its offset in \`…_utc_offset_hours\` ` +
      'next to it.'
  })
}

export function tableText(table: Table, body: object, form: CsvForm): string {
  const { columns, beside } = table
  return csvOf(form, tableRows(table, body), { columns, beside: { columns: beside, of: body } })
}

export function tableRows({ rows }: Pick<Table, 'rows'>, body: object): readonly object[] {
  return rows === null ? [{}] : ((body as Readonly<Record<string, readonly object[]>>)[rows] ?? [])
}

export function columnsOf(
  schema: TSchema | Schema,
  name = '',
  path: readonly string[] = []
): readonly Column[] {
  const { properties, items, format } = known(schema)
  if (properties !== undefined) {
    return Object.entries(properties).flatMap(([member, inner]) =>
      columnsOf(inner, name === '' ? member : `${name}_${member}`, [...path, member])
    )
  }
  const isList = items?.properties !== undefined && !('code' in items.properties)
  return isList ? [] : [{ name, path, isInstant: format === 'date-time' }]
}

/** The columns of one member of a body; the place and `meta` lend no name. */
export function columnsAt(body: TSchema, path: string, name?: string): readonly Column[] {
  const members = path.split('.')
  const schema = members.reduce<TSchema | Schema>(memberOf, body)
  const own = path === 'location' || path === 'meta' ? '' : (members.at(-1) ?? '')
  return columnsOf(schema, name ?? own, members)
}

/** The schema of a member of an object, or of each row of a list. @throws {Error} where there is none */
export function memberOf(schema: TSchema | Schema, member: string): Schema {
  const found = rowOf(schema).properties?.[member]
  if (found === undefined) throw new Error(`a table has no member ${member}`)
  return found
}

export function memberNames(schema: TSchema | Schema): readonly string[] {
  return Object.keys(rowOf(schema).properties ?? {})
}

function rowOf(schema: TSchema | Schema): Schema {
  const { items, ...own } = known(schema)
  return items === undefined ? own : known(items)
}

function known(schema: TSchema | Schema): Schema {
  const { anyOf } = schema as Schema
  return anyOf?.find(({ type }) => type !== 'null') ?? (schema as Schema)
}
