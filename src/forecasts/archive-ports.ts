/** How the archive's minima are stored: by cell of its grid and year, for ever. A cell is no field: it is 8 to 11 km wide. */
import type { Position } from '../weather/point.ts'

/** A cell by the source whose grid it is of; `lat` and `lon` are its middle. */
export interface ArchiveCell extends Pick<Position, 'lat' | 'lon' | 'timezone'> {
  readonly source: string
  /** Its middle as text; with `source` its key. */
  readonly cell: string
}

export interface ArchiveYear {
  readonly year: number
  /** The height that the minima are for [m]; null where the source did not tell. */
  readonly elevation: number | null
  /** Of each local day of the year [°C]; NaN = missing. */
  readonly minimaC: Float32Array
}

/** A span of years, both included. */
export interface ArchiveSpan {
  readonly from: number
  readonly to: number
}

export interface ArchiveStore {
  /** The stored years of a cell, by year. */
  readonly years: (cell: Pick<ArchiveCell, 'source' | 'cell'>) => Promise<readonly ArchiveYear[]>
  /**
   * Remembers that a cell's years are wanted, since `now` [ms since epoch]. False where `most` other cells of the source
   * still lack years of the span; a watched one is always taken.
   */
  readonly want: (
    cell: ArchiveCell,
    queue: {
      readonly span: ArchiveSpan
      readonly most: number
      readonly now: number
      readonly isWatched: boolean
    }
  ) => Promise<boolean>
  /**
   * The wanted cell that is next: watched ones first, then the one that lacks fewest years of a span, then the first that was
   * wanted; null: none lacks any.
   */
  readonly next: (source: string, span: ArchiveSpan) => Promise<ArchiveCell | null>
  readonly save: (cell: ArchiveCell, year: ArchiveYear, fetchedAt: number) => Promise<void>
  /** When a year was last fetched from a source [ms since epoch]; null: never. */
  readonly lastFetchedAt: (source: string) => Promise<number | null>
}
