/** Tables of the documentation whose rows come from the folders that they describe. */
import { channelRows } from '../../src/channels/registry.ts'
import { sourceRows } from '../../src/sources/registry.ts'
import { presetRows } from '../../src/stations/mqtt/presets.ts'
import { protocolRows } from '../../src/stations/registry.ts'

interface GeneratedTable {
  readonly file: string
  /** The head of the table, as it is written. */
  readonly head: string
  readonly rows: readonly (readonly string[])[]
}

export const generatedTables: readonly GeneratedTable[] = [
  {
    file: 'docs/channels.md',
    head: '| channel | body needs | works without configuration | first state | sends by itself |',
    rows: channelRows
  },
  {
    file: 'docs/sources.md',
    head: '| id | what it provides | needs | licence of the data |',
    rows: sourceRows
  },
  {
    file: 'docs/stations.md',
    head: '| protocol | how it comes in | time of a reading | answer |',
    rows: protocolRows
  },
  {
    file: 'docs/stations.md',
    head: '| preset | what publishes | topic, for example | unit |',
    rows: presetRows
  }
]

/** A document with the rows of its table; throws where the document has no such table. */
export function withRows(text: string, { file, head, rows }: GeneratedTable): string {
  const lines = text.split('\n')
  const first = lines.indexOf(head) + 2
  if (first < 2) throw new Error(`${file} has no table that begins with: ${head}`)
  const count = lines.slice(first).findIndex((line) => !line.startsWith('|'))
  lines.splice(first, count, ...rows.map((cells) => `| ${cells.join(' | ')} |`))
  return lines.join('\n')
}
