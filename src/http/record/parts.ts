/** What the operations of the record are made from. */
import type { NightRecord } from '../../record/night-record.ts'
import type { RecordStore } from '../../record/ports.ts'
import type { FindSensorPlace } from '../../record/sensor-place.ts'
import type { Sharing } from '../../record/sharing.ts'
import type { LocatorParts } from '../weather/locator.ts'

export interface RecordOperationParts extends LocatorParts {
  readonly record: NightRecord
  readonly store: RecordStore
  readonly findPlace: FindSensorPlace
  readonly sharing: Sharing
  /** Whether the weather shown now is made up; see NightRecordParts. */
  readonly isSynthetic: () => boolean
}
