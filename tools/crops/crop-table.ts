/** The text of src/frost/crop-table.ts, made from a table of critical temperatures. */
import { parse } from 'csv-parse/sync'
import type { CropRow } from '../../src/frost/crop-table.ts'

/** One line of the CSV; empty is an empty text. */
interface CsvRecord {
  readonly crop: string
  readonly stage: string
  readonly T10_c: string
  readonly T90_c: string
  readonly source: string
  readonly status: string
}

/** Crops whose name in the CSV is not simply its id in words. */
const cropIds: Readonly<Record<string, readonly string[]>> = {
  'peach/nectarine': ['peach', 'nectarine'],
  'plum/prune (European)': ['plum', 'prune'],
  'olive / fig tree': ['olive', 'fig'],
  'grape (cv. Concord)': ['grape'],
  'grape (V. vinifera)': ['grape-vinifera'],
  "nectarine 'Big Top'": ['nectarine-big-top'],
  'citrus (fruit on tree)': ['citrus'],
  'lemon tree': ['lemon'],
  'orange tree': ['orange']
}

/**
 * Stages whose name in the CSV is not simply its id in words.
 * The seven temperatures of 'Big Top' run from Baggiolini's B to I, which are eight stages; the fruit set (H) is taken
 * as the one that is not there.
 */
const stageNames: Readonly<Record<string, readonly string[]>> = {
  'swollen bud (first swell)': ['swollen bud'],
  'B swell ... I jacket split': [
    'swollen bud',
    'calyx visible',
    'first pink',
    'stamens visible',
    'full bloom',
    'petal fall',
    'jacket split'
  ]
}

/** Statements of these crops are called weak as a whole. */
const weakCrops = new Set(['hazelnut'])

function idOf(words: string): string {
  const id = words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  if (!/^[a-z0-9-]+$/.test(id)) throw new Error(`no id can be made of "${words}"`)
  return id
}

function numbersOf(cell: string): readonly number[] {
  return cell === ''
    ? []
    : cell.split(',').map((part) => {
        const value = Number(part)
        if (!Number.isFinite(value)) throw new Error(`"${part}" is not a temperature`)
        return value
      })
}

/** Composite crops and stages ("a / b") and a list of temperatures become one row each. */
function rowsOf(record: CsvRecord): readonly CropRow[] {
  const crops = cropIds[record.crop] ?? [idOf(record.crop)]
  const stages = stageNames[record.stage] ?? record.stage.split('/').map((part) => part.trim())
  const t10 = numbersOf(record.T10_c)
  const t90 = numbersOf(record.T90_c)
  const isList = t10.length > 1
  const [firstT10] = t10
  if (firstT10 === undefined) throw new Error(`${record.crop}, ${record.stage}: no T10`)
  if (isList && (t10.length !== stages.length || t90.length !== stages.length)) {
    throw new Error(
      `${record.crop}, ${record.stage}: ${stages.length} stages, ${t10.length} T10, ${t90.length} T90`
    )
  }
  return crops.flatMap((crop) =>
    stages.map((stage, index) => ({
      crop,
      stage: idOf(stage),
      t10C: (isList ? t10[index] : undefined) ?? firstT10,
      t90C: (isList ? t90[index] : t90[0]) ?? null,
      evidence:
        /^(UNVERIFIED|single statement)/.test(record.status) || weakCrops.has(crop) ? 'low' : 'corroborated',
      source: record.source,
      status: record.status
    }))
  )
}

/**
 * The text of the file.
 * @param csv columns crop, stage, T10_c, T90_c, source, status
 * @throws where a row has no T10, a list does not fit its stages, or two rows have the same crop and stage
 */
export function cropTableOf(csv: string): string {
  const records = parse<CsvRecord>(csv, { columns: true, skip_empty_lines: true })
  const rows = records.flatMap(rowsOf)
  const ids = rows.map((row) => `${row.crop}/${row.stage}`)
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
  if (twice.length > 0) throw new Error(`more than one row for ${twice.join(', ')}`)
  return fileOf(rows)
}

function fileOf(rows: readonly CropRow[]): string {
  return `// Made by \`npm run crops\` from tools/crops/crops.csv; do not edit by hand.

export interface CropRow {
  readonly crop: string
  readonly stage: string
  /** The temperature at which 10 % of the buds are killed in 30 minutes [°C]. */
  readonly t10C: number
  /** Likewise 90 %; null where only one threshold is published. */
  readonly t90C: number | null
  /** \`low\`: not verified, or a single statement. */
  readonly evidence: 'corroborated' | 'low'
  readonly source: string
  /** What was found out about the row, in words. */
  readonly status: string
}

export const cropRows: readonly CropRow[] = [
${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}
]
`
}
