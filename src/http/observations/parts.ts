/** What the operations of the record need. */
import type { ForecastSnapshot } from '../../forecasts/forecast-snapshot.ts'
import type { RecordedPoints } from '../../observations/around.ts'
import type { NightRecord } from '../../observations/night-record.ts'
import type { FindSensorPlace } from '../../observations/sensor-place.ts'
import type { Sharing } from '../../observations/sharing.ts'
import type { Point } from '../../weather/point.ts'
import type { LocatorDeps } from '../weather/locator.ts'

export interface RecordOperationDeps extends LocatorDeps, RecordedPoints {
  readonly record: NightRecord
  readonly findPlace: FindSensorPlace
  readonly sharing: Sharing
  /** The stored forecast of a point; null where none may be shown. No source is asked. */
  readonly stored: (point: Point) => Promise<ForecastSnapshot | null>
  /** Whether the weather shown now is synthetic; see NightRecordDeps. */
  readonly isSynthetic: () => boolean
}
