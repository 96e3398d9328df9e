import type { HourlySeries } from '../weather/series.ts'
import type { DayTable } from './day-table.ts'
import type { ScoredPoint } from './frost-view.ts'

export interface ForecastSnapshot extends ScoredPoint {
  /** The series as it is shown: the air of each night's hours moved as its minimum was. */
  readonly shownSeries: HourlySeries
  readonly days: DayTable
  readonly nightScores: Float64Array
}
