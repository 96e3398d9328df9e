/** The verification as one table of text, for a terminal and for a page. */
import type { Measure } from '../bench.ts'
import { needsOf } from '../method.ts'
import type { JudgedGate, VerificationRow } from '../row.ts'
import { measureNames } from '../row.ts'
import type { Verification } from '../run.ts'

const relations = { at_most: '≤', at_least: '≥', about: '=' } as const

/** The names of the columns, in order; temperatures in °C. */
export const tableHead = [
  'bench',
  'method',
  'needs',
  'n',
  'base rate',
  'Brier',
  'BSS',
  'reliability',
  'AUC',
  'CRPS',
  'RMSE',
  'POD',
  'FAR',
  'CSI',
  'HSS',
  'gate'
] as const

const textColumns = 3

/** The cells of one row, `–` where a method has no such score. */
export function tableCells(row: VerificationRow): readonly string[] {
  return [
    row.bench,
    row.method,
    needsOf(row.method) ?? '–',
    String(row.rows),
    digits(row.baseRate, 3),
    digits(row.brier, 4),
    digits(row.brierSkill, 3),
    digits(row.reliability, 5),
    digits(row.auc, 3),
    digits(row.crpsC, 4),
    digits(row.rmseC, 3),
    digits(row.pod, 2),
    digits(row.far, 2),
    digits(row.csi, 2),
    digits(row.hss, 2),
    row.gates.map(gateText).join('; ')
  ]
}

/** What a page has no column for: the value stands beside its limit. */
const withoutColumn: ReadonlySet<Measure> = new Set(['slope', 'widestGap', 'rmseC'])

/** A limit in words: `must CRPS ≤ 0.9 holds`, `goal Brier ≤ 0.0255 missed by 0.0003`. */
export function gateText(gate: JudgedGate): string {
  const limit = `${gate.duty} ${measureNames[gate.measure]} ${relations[gate.relation]} ${gate.limit}`
  const own = withoutColumn.has(gate.measure) ? ` (${digits(gate.value, 3)})` : ''
  if (gate.holds) return `${limit}${own} holds`
  return `${limit}${own} missed by ${Math.abs(gate.value - gate.limit).toPrecision(2)}`
}

/** What a table shows. */
type TableContents = Pick<Verification, 'rows' | 'notApplicable'>

/** The lines below the head: bench after bench its methods, then those that it cannot judge, with the reason. */
function tableLines({ rows, notApplicable }: TableContents): readonly (readonly string[])[] {
  return [...Map.groupBy(rows, (row) => row.bench)].flatMap(([bench, ofBench]) => [
    ...ofBench.map(tableCells),
    ...notApplicable.filter((one) => one.bench === bench).map(emptyCells)
  ])
}

function emptyCells(one: TableContents['notApplicable'][number]): readonly string[] {
  const numbers = tableHead.slice(2, -1).map(() => '–')
  return [one.bench, one.method, ...numbers, `not applicable: ${one.reason}`]
}

/** Rows in columns of equal width, the head above them. */
export function textTable(contents: TableContents): string {
  const lines = [tableHead, ...tableLines(contents)]
  const widths = tableHead.map((_, column) => Math.max(...lines.map((cells) => (cells[column] ?? '').length)))
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => {
          const width = column === cells.length - 1 ? 0 : (widths[column] ?? 0)
          return column < textColumns ? cell.padEnd(width) : cell.padStart(width)
        })
        .join('  ')
        .trimEnd()
    )
    .join('\n')
}

/** Scores that the terminal and `--json` have, and a page has no room for. */
const offThePage: ReadonlySet<string> = new Set(['AUC', 'RMSE', 'CSI', 'HSS'])

/** Rows as a Markdown table; the first row of a bench names it. */
export function markdownTable(rows: readonly VerificationRow[]): string {
  const columns = tableHead.flatMap((name, column) => (offThePage.has(name) ? [] : [column]))
  const line = (cells: readonly string[]) => `| ${columns.map((column) => cells[column] ?? '').join(' | ')} |`
  const rule = tableHead.map((_, column) =>
    column < textColumns || column === tableHead.length - 1 ? '---' : '--:'
  )
  const named = rows.map((row, at) => {
    const [bench = '', ...cells] = tableCells(row)
    return [row.bench === rows[at - 1]?.bench ? '' : bench, ...cells]
  })
  return [line(tableHead), line(rule), ...named.map(line)].join('\n')
}

function digits(value: number | null, places: number): string {
  return value === null || !Number.isFinite(value) ? '–' : value.toFixed(places)
}
