/** What formats and pages get of a point's first and last frosts. */
import type { ArchiveLaw } from '../../frost/climate/archive-law.ts'
import type { FrostClimate } from '../../frost/climate/frost-dates.ts'
import type { SourceCredit } from '../../sources/source.ts'
import type { Point } from '../../weather/point.ts'
import type { ArchiveAnswer } from './archives.ts'

export type FrostDatesAnswer =
  | {
      readonly kind: 'known'
      readonly climate: FrostClimate
      readonly law: ArchiveLaw
      readonly name: string
      readonly credit: SourceCredit
      readonly synthetic: boolean
      /** The first and the last year. */
      readonly from: number
      readonly to: number
    }
  | Extract<ArchiveAnswer, { readonly kind: 'lacking' }>

/**
 * @param thresholdC What counts as a frost: a minimum at or below this [°C].
 * @param elevation That the dates are for [m]; null: that of the archive's own terrain.
 */
export type FrostDatesAt = (
  point: Point,
  thresholdC: number,
  elevation: number | null
) => Promise<FrostDatesAnswer>
