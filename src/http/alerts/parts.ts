/** What the operations of alerts work with. */
import type { Alerts } from '../../alerts/alerts.ts'
import type { DeliverySettings } from '../../alerts/dispatch/settings.ts'
import type { Place } from '../../weather/point.ts'

export interface AlertOperationDeps {
  readonly alerts: Alerts
  readonly delivery: DeliverySettings
  /**
   * Brings the forecast of a place into memory on behalf of a client, so that an answer can tell the present score; resolves
   * also where nobody answers.
   */
  readonly ensureForecast: (place: Place, client: string) => Promise<void>
  /** Tells the rounds that something may be due now. */
  readonly wake: () => void
}
