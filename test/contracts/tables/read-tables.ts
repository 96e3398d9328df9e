/** The tables of the weather operations, read by other programs' rules and held against the same answer as JSON. */
import { spawnSync } from 'node:child_process'
import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import type { CheckedClient } from '../http/client.ts'

type Row = Readonly<Record<string, unknown>>

/** Which members of a body are the rows of its table, and which stand beside them under names of their own. */
export const tables: Readonly<
  Record<string, { readonly rows: string | null; readonly beside: Readonly<Record<string, string>> }>
> = {
  '/weather': { rows: 'daily', beside: {} },
  '/weather/current': { rows: null, beside: { current: 'current_' } },
  '/weather/frost-risk': {
    rows: 'nights',
    beside: { 'frost_risk.crop': 'crop', 'frost_risk.stage': 'stage', 'frost_risk.exposure': 'exposure' }
  },
  '/weather/night': {
    rows: 'hours',
    beside: { date: 'date', 'profile.crop': 'crop', 'profile.stage': 'stage', 'profile.exposure': 'exposure' }
  },
  '/weather/hourly': { rows: 'slots', beside: {} },
  '/weather/widget-data': {
    rows: null,
    beside: {
      ...{ current: 'current_', today: 'today_', tonight: 'tonight_', worst: 'worst_' },
      ...{ 'profile.crop': 'crop', 'profile.stage': 'stage', 'profile.exposure': 'exposure' }
    }
  }
}

/** A body's table as rows of plain values, by the rules of the reference: members of members have both names. */
export function expectedRows(path: string, body: Row): readonly Row[] {
  const { rows, beside } = tables[path] ?? { rows: null, beside: {} }
  const common = Object.entries({ ...beside, location: '', meta: '', units: 'units_' }).flatMap(
    ([from, name]) =>
      flat(
        from.split('.').reduce<unknown>((value, part) => (value as Row)[part], body),
        name
      )
  )
  const list = rows === null ? [{}] : (body[rows] as readonly Row[])
  return list.map((row) => Object.fromEntries([...flat(row, ''), ...common]))
}

function flat(value: unknown, name: string): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) {
    if (name === 'notices') return [[name, value.map(({ code }) => code).join(' ') || null]]
    return value.some((one) => typeof one === 'object') ? [] : [[name, value.join(' ') || null]]
  }
  if (typeof value !== 'object' || value === null) return [[name, value]]
  return Object.entries(value).flatMap(([member, inner]) =>
    flat(inner, name === '' || name.endsWith('_') ? name + member : `${name}_${member}`)
  )
}

/** Asks for an answer in all three forms. */
export async function readForms(client: CheckedClient, path: string, query: string) {
  const json = await client.ask(`${path}?${query}`)
  expect([json.status, `${path}?${query}`]).toEqual([200, `${path}?${query}`])
  const [csv, excel] = await Promise.all(
    ['csv', 'csv-excel'].map(async (form) => {
      const { status, headers, body } = await client.ask(`${path}?${query}&format=${form}`)
      expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
      expect(headers['content-disposition']).toMatch(
        new RegExp(`^attachment; filename="ayaz${path.replaceAll('/', '-')}-[\\w.-]+\\.csv"$`)
      )
      return body.toString()
    })
  )
  return { expected: expectedRows(path, json.json as Row), csv: csv ?? '', excel: excel ?? '' }
}

/** How many numbers were looked at, and which cells say something else. */
export interface Compared {
  readonly numbers: number
  readonly wrong: readonly string[]
}

/** By rules that are written here: RFC 4180, a decimal point, an empty cell for null. */
export function checkCsv(csv: string, expected: readonly Row[]): Compared {
  expect(csv).not.toMatch(/^\uFEFF|(?<!\r)\n/)
  const rows = parse(csv, { columns: true, record_delimiter: '\r\n' }) as readonly Record<string, string>[]
  return compare(rows, expected, (cell, value) => cell === (value === null ? '' : String(value)))
}

/** Semicolons, a mark, decimal commas; instants as local times with their offset beside them. */
export function checkExcel(excel: string, expected: readonly Row[]): Compared {
  expect(excel).toMatch(/^\uFEFF(?!sep=)/)
  expect(excel).not.toMatch(/(?<!\r)\n/)
  const rows = parse(excel, { columns: true, bom: true, delimiter: ';' }) as readonly Record<string, string>[]
  const joined = rows.map((row) => {
    const instants = Object.keys(row).filter((name) => `${name}_utc_offset_hours` in row)
    const times = instants.map((name) => [
      name,
      instantOf(row[name] ?? '', row[`${name}_utc_offset_hours`] ?? '')
    ])
    const rest = Object.entries(row).filter(([name]) => !name.endsWith('_utc_offset_hours'))
    return { ...Object.fromEntries(rest), ...Object.fromEntries(times) } as Record<string, string>
  })
  return compare(joined, expected, (cell, value) => {
    if (typeof value === 'number') return cell === String(value).replace('.', ',')
    if (typeof value === 'string' && isInstant(value)) return Date.parse(cell) === Date.parse(value)
    return cell === (value === null ? '' : String(value))
  })
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)
}

function instantOf(time: string, offset: string): string {
  if (time === '') return ''
  expect(time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const hours = Number(offset.replace(',', '.'))
  return new Date(Date.parse(`${time.replace(' ', 'T')}Z`) - hours * 3_600_000).toISOString()
}

function compare(
  rows: readonly Record<string, string>[],
  expected: readonly Row[],
  isRight: (cell: string, value: unknown) => boolean
): Compared {
  expect(rows).toHaveLength(expected.length)
  const wrong: string[] = []
  let numbers = 0
  for (const [index, row] of rows.entries()) {
    const wanted = expected[index] ?? {}
    wrong.push(...Object.keys(wanted).filter((name) => wanted[name] !== null && !(name in row)))
    for (const [name, cell] of Object.entries(row)) {
      if (typeof wanted[name] === 'number') numbers++
      // The members of a member that is not there are empty.
      const isGood =
        name in wanted ? isRight(cell, wanted[name]) : cell === '' && parentOf(name, wanted) === null
      if (!isGood) wrong.push(`${name}: "${cell}", not ${wanted[name]}`)
    }
  }
  return { numbers, wrong }
}

/** What the longest beginning of a column's name is in a row. */
function parentOf(name: string, row: Row): unknown {
  const names = Object.keys(row).filter((one) => name.startsWith(`${one}_`))
  return row[names.toSorted((one, other) => other.length - one.length)[0] ?? '']
}

/** The Python that has pandas: Debian's own may not be the first on the path. */
export const pandasPython = ['python3', '/usr/bin/python3'].find(
  (python) => spawnSync(python, ['-c', 'import pandas']).status === 0
)

const reader = `
import io, json, sys
import pandas
found = []
for csv, excel in json.load(sys.stdin):
    one = pandas.read_csv(io.BytesIO(csv.encode("utf-8")))
    other = pandas.read_csv(io.BytesIO(excel.encode("utf-8")), sep=";", decimal=",", encoding="utf-8-sig")
    found.append([json.loads(table.to_json(orient="records", double_precision=10)) for table in (one, other)])
json.dump(found, sys.stdout)
`

/** Both forms as pandas reads them with its usual settings. */
export function checkWithPandas(
  python: string,
  forms: readonly { readonly csv: string; readonly excel: string; readonly expected: readonly Row[] }[]
): Compared {
  const input = JSON.stringify(forms.map(({ csv, excel }) => [csv, excel]))
  const { stdout, stderr, status } = spawnSync(python, ['-c', reader], { input, maxBuffer: 1e9 })
  expect([status, String(stderr)]).toEqual([0, ''])
  const found = JSON.parse(String(stdout)) as readonly (readonly Row[])[][]
  const wrong: string[] = []
  let numbers = 0
  for (const [index, { expected }] of forms.entries()) {
    for (const rows of found[index] ?? []) {
      expect(rows).toHaveLength(expected.length)
      for (const [place, row] of rows.entries()) {
        for (const [name, value] of Object.entries(expected[place] ?? {})) {
          if (typeof value !== 'number') continue
          numbers++
          if (row[name] !== value) wrong.push(`${name}: ${row[name]}, not ${value}`)
        }
      }
    }
  }
  return { numbers, wrong }
}

/** Questions drawn from a seed: places and points of the world, each operation, both systems and languages. */
export function drawnQuestions(count: number, seed: number): readonly { path: string; query: string }[] {
  let state = seed
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  const paths = Object.keys(tables)
  return Array.from({ length: count }, (_, index) => {
    const path = paths[index % paths.length] ?? ''
    const point = `lat=${(random() * 170 - 85).toFixed(3)}&lon=${(random() * 360 - 180).toFixed(3)}`
    const place = random() < 0.3 ? 'location=igdir' : point
    const wording = `units=${random() < 0.5 ? 'imperial' : 'metric'}&lang=${random() < 0.5 ? 'tr' : 'en'}`
    const crop = random() < 0.5 ? '&crop=apricot&stage=full-bloom' : ''
    const own: Readonly<Record<string, string>> = {
      '/weather': `&days=${1 + Math.floor(random() * 16)}`,
      '/weather/hourly': `&slots=${1 + Math.floor(random() * 128)}`,
      '/weather/frost-risk': `&days=16${crop}`,
      '/weather/night': crop,
      '/weather/widget-data': crop
    }
    return { path, query: `${place}&${wording}${own[path] ?? ''}` }
  })
}

/** Asks all questions, and compares what both forms and pandas say. */
export async function compareAll(
  client: CheckedClient,
  questions: readonly { readonly path: string; readonly query: string }[]
): Promise<Readonly<Record<'rules' | 'pandas', Compared>>> {
  const forms = []
  const compared: Compared[] = []
  for (const { path, query } of questions) {
    const read = await readForms(client, path, query)
    compared.push(checkCsv(read.csv, read.expected), checkExcel(read.excel, read.expected))
    forms.push(read)
  }
  const rules = {
    numbers: compared.reduce((sum, one) => sum + one.numbers, 0),
    wrong: compared.flatMap((one) => one.wrong)
  }
  const pandas = pandasPython === undefined ? { numbers: 0, wrong: [] } : checkWithPandas(pandasPython, forms)
  return { rules, pandas }
}
