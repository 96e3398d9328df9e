/** What watching places needs of the weather. */
import type { Budget } from '../../forecasts/budget.ts'
import type { ForecastCache } from '../../forecasts/forecast-cache.ts'
import type { Forecasts } from '../../forecasts/forecasts.ts'
import type { Gazetteer } from '../../places/gazetteer.ts'
import type { Source } from '../../sources/source.ts'
import type { Place, Point } from '../../weather/point.ts'

export interface WatchedWeather {
  readonly forecasts: Pick<Forecasts, 'latest' | 'refreshWatched' | 'isDemo' | 'watchedCost' | 'seasons'>
  readonly cache: Pick<ForecastCache, 'get'>
  readonly gazetteer: Pick<Gazetteer, 'provinces'>
  readonly budget: Pick<Budget, 'spending' | 'watchedNow' | 'reserve'>
  /** In the order in which they are asked. */
  readonly sources: readonly Source[]
  /** Grows with what was learned or measured near a point. */
  readonly learning: {
    readonly version: (point: Place) => number
    /** Changes with what thermometers near it measure for their owners alone. */
    readonly ownState: (at: Point) => string
  }
}
