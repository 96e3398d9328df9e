/** Files of subscriptions with faults of every kind on lines that are known. */
import { seededRandom } from '../../../verification/data/seeded-random.ts'

export interface MadeFile {
  /** One JSON object a line. */
  readonly text: string
  /** The pointer of the fault of each faulty line. */
  readonly faulty: ReadonlyMap<number, string>
}

type Row = Readonly<Record<string, unknown>>

/** A row made wrong, and the member that is wrong then. `first` is a good row on an earlier line. */
const faults: readonly ((row: Row, first: Row) => readonly [string, string])[] = [
  (row) => [JSON.stringify({ ...row, location: 'malatia' }), '/location'],
  (row) => [JSON.stringify({ ...row, location: undefined, lat: 38.3 }), '/lon'],
  (row) => [JSON.stringify({ ...row, threshold: 0 }), '/threshold'],
  (row) => [JSON.stringify({ ...row, threshold: undefined }), '/threshold'],
  (row) => [JSON.stringify({ ...row, treshold: 5 }), '/treshold'],
  (row) => [JSON.stringify({ ...row, channel: 'pigeon' }), '/channel'],
  (row) => [JSON.stringify({ ...row, crop: 'pineaple' }), '/crop'],
  (row) => [JSON.stringify({ ...row, label: 'see www.example.org' }), '/label'],
  (row) => [JSON.stringify({ ...row, external_id: undefined }), '/external_id'],
  (row) => [JSON.stringify({ ...row, external_id: '' }), '/external_id'],
  (row, first) => [JSON.stringify({ ...row, external_id: first['external_id'] }), '/external_id'],
  (row, first) => [JSON.stringify({ ...first, external_id: row['external_id'] }), '/destination'],
  (row) => [JSON.stringify(row).slice(0, -2), ''],
  () => ['[1, 2]', '']
]

/** @param count rows of the file, of which `faultyCount` are faulty */
export function makeFile(count: number, faultyCount: number, seed: number): MadeFile {
  const random = seededRandom(seed)
  const upTo = (below: number) => Math.floor(random() * below)
  const wrong = new Set<number>()
  // The first row is good: others are held against it.
  while (wrong.size < faultyCount) wrong.add(2 + upTo(count - 1))
  const first = rowOf(1, upTo)
  const faulty = new Map<number, string>()
  const lines = [JSON.stringify(first)]
  for (let line = 2; line <= count; line++) {
    const row = rowOf(line, upTo)
    const made = wrong.has(line) ? faults[faulty.size % faults.length]?.(row, first) : undefined
    if (made !== undefined) faulty.set(line, made[1])
    lines.push(made?.[0] ?? JSON.stringify(row))
  }
  return { text: lines.join('\n'), faulty }
}

function rowOf(line: number, upTo: (below: number) => number): Row {
  const channel = ['plain', 'plain', 'email'][upTo(3)]
  const location = ['malatya', 'berlin'][upTo(2)]
  const label = [undefined, 'Aşağı bahçe', `Field ${line}`][upTo(3)]
  const destination = { address: `grower-${line}@example.org` }
  return { external_id: `m-${line}`, location, channel, threshold: 40 + upTo(40), destination, label }
}
