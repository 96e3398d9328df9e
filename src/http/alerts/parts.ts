import type { Alerts } from '../../alerts/alerts.ts'
import type { DeliverySettings } from '../../alerts/dispatch/settings.ts'
import type { EvaluatedForecast } from '../../alerts/watched-forecasts.ts'
import type { Place } from '../../weather/point.ts'

export interface AlertOperationDeps {
  readonly alerts: Alerts
  readonly delivery: DeliverySettings
  /** Fetches a forecast on a client's account, for the present score. Resolves also where no source answers. */
  readonly ensureForecast: (place: Place, stage: string | null, client: string) => Promise<EvaluatedForecast>
  /** How many more points the budget of the first source carries; null where it has none. */
  readonly newPoints: () => Promise<number | null>
  readonly wake: () => void
}
