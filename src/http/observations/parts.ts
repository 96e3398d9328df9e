/** What the operations of the record need. */
import type { RecordedPoints } from '../../observations/around.ts'
import type { NightRecord } from '../../observations/night-record.ts'
import type { FindSensorPlace } from '../../observations/sensor-place.ts'
import type { Sharing } from '../../observations/sharing.ts'
import type { LocatorDeps } from '../weather/locator.ts'

export interface RecordOperationDeps extends LocatorDeps, RecordedPoints {
  readonly record: NightRecord
  readonly findPlace: FindSensorPlace
  readonly sharing: Sharing
  /** Whether the weather shown now is synthetic; see NightRecordDeps. */
  readonly isSynthetic: () => boolean
}
