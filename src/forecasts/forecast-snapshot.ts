import type { ModelSpread } from '../frost/blend/model-record.ts'
import type { NightWindow } from '../frost/frost-night.ts'
import type { EnsembleSpread } from '../frost/spread.ts'
import type { HourlySeries } from '../weather/series.ts'
import type { DayTable } from './day-table.ts'
import type { LearnedSite } from './ports.ts'
import type { Snapshot } from './snapshot.ts'

export interface ForecastSnapshot extends Snapshot {
  readonly windows: readonly NightWindow[]
  readonly spread: EnsembleSpread | null
  /** Between the models of a blend; null without one. */
  readonly modelSpread: ModelSpread | null
  readonly learned: LearnedSite | null
  /** The hours of the other run, while two runs disagree; else null. */
  readonly besideSeries: HourlySeries | null
  /** The series as it is shown: the air of each night's hours moved as its minimum was. */
  readonly shownSeries: HourlySeries
  readonly days: DayTable
  readonly nightScores: Float64Array
}
