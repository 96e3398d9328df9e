/** The archive's minima by cell of its grid and year, never deleted; a cell is not a field: it is 8 to 11 km wide. */
import type { Position } from '../weather/point.ts'

/** A cell by the source whose grid it is of; `lat` and `lon` are its middle. */
export interface ArchiveCell extends Pick<Position, 'lat' | 'lon' | 'timezone'> {
  readonly source: string
  /** The middle of the cell as text; together with `source` the key. */
  readonly cell: string
}

export interface ArchiveYear {
  readonly year: number
  /** The height that the minima are for [m]; null where the source did not say. */
  readonly elevation: number | null
  /** By local day of the year [°C]; NaN = missing. */
  readonly minimaC: Float32Array
}

/** How many cells may wait, and since when a new one does [ms since epoch]. */
export interface ArchiveQueue {
  readonly span: ArchiveSpan
  readonly most: number
  readonly now: number
}

export interface ArchiveSpan {
  readonly from: number
  readonly to: number
}

export interface ArchiveStore {
  readonly years: (cell: Pick<ArchiveCell, 'source' | 'cell'>) => Promise<readonly ArchiveYear[]>
  /** Wants a cell's years. False where `most` other unwatched cells of the source still lack years of the span. */
  readonly want: (cell: ArchiveCell, queue: ArchiveQueue) => Promise<boolean>
  /**
   * Replaces the watched cells of a source; others leave the queue. New ones are taken while fewer than `most` watched
   * ones lack years of the span; the rest have to be named again.
   */
  readonly watch: (source: string, cells: readonly ArchiveCell[], queue: ArchiveQueue) => Promise<void>
  /** Among watched cells or the others: the fewest years lacking of a span, then the first wanted; null: none. */
  readonly next: (source: string, span: ArchiveSpan, ofWatched: boolean) => Promise<ArchiveCell | null>
  readonly save: (cell: ArchiveCell, year: ArchiveYear, fetchedAt: number) => Promise<void>
  /** When a year was last fetched from a source [ms since epoch]; null: never. */
  readonly lastFetchedAt: (source: string) => Promise<number | null>
}
