/** Good rows to a sink in batches, and bad ones reported in the order of the file. */
import type { ObservationRow } from '../../observations/observation-row.ts'
import type { ReadingRow } from '../../observations/reading-row.ts'

export interface NumberedRow {
  readonly line: number
  readonly row: ObservationRow
}

interface BadRow {
  readonly line: number
  readonly reason: string
}

export interface BatchOutcome {
  readonly stored: number
  readonly replaced: number
  readonly unchanged: number
  readonly refused: readonly BadRow[]
}

/** Where good rows go; a batch is stored whole or not at all. */
export interface Sink {
  readonly batchRows: number
  readonly send: (rows: readonly NumberedRow[]) => Promise<BatchOutcome>
  readonly sendReadings?: (rows: readonly ReadingRow[]) => Promise<void>
}

export interface ImportSums {
  readonly rows: number
  readonly stored: number
  readonly replaced: number
  readonly unchanged: number
  readonly bad: number
  /** Good rows of plants without an exposure, from which nothing is learned. */
  readonly unexposed: number
}

export interface FeedDeps {
  readonly sink: Sink
  readonly onBad: (line: number, reason: string) => void
  readonly onProgress: (sums: ImportSums) => void
}

export interface RowFeed {
  readonly sums: ImportSums
  readonly take: (row: NumberedRow) => Promise<void>
  readonly reject: (line: number, reason: string) => Promise<void>
  readonly end: () => Promise<void>
}

/** Bad rows that wait for a batch to be full; a file may have nothing else. */
const mostBad = 2000

export function rowFeed({ sink, onBad, onProgress }: FeedDeps): RowFeed {
  const sums = { rows: 0, stored: 0, replaced: 0, unchanged: 0, bad: 0, unexposed: 0 }
  let batch: NumberedRow[] = []
  // The sink may refuse a row before one that is bad already: all are reported in the order of the file.
  let bad: BadRow[] = []
  const store = async (): Promise<void> => {
    const rows = batch
    batch = []
    const outcome = rows.length === 0 ? null : await sink.send(rows)
    for (const sum of ['stored', 'replaced', 'unchanged'] as const) sums[sum] += outcome?.[sum] ?? 0
    sums.bad += outcome?.refused.length ?? 0
    bad.push(...(outcome?.refused ?? []))
  }
  const end = async (): Promise<void> => {
    try {
      await store()
    } finally {
      for (const { line, reason } of bad.toSorted((a, b) => a.line - b.line)) onBad(line, reason)
      bad = []
    }
    onProgress(sums)
  }
  const isFull = (): boolean => batch.length >= sink.batchRows || bad.length >= mostBad
  return {
    sums,
    end,
    take: async (row) => {
      sums.rows += 1
      if (row.row.kind === 'plant' && row.row.exposure === null) sums.unexposed += 1
      batch.push(row)
      if (isFull()) await end()
    },
    reject: async (line, reason) => {
      sums.rows += 1
      sums.bad += 1
      bad.push({ line, reason })
      if (isFull()) await end()
    }
  }
}
