import type { ForecastSnapshot } from '../../forecasts/forecast-snapshot.ts'
import type { RecordedPoints } from '../../observations/around.ts'
import { recordedAt, recordedPoint } from '../../observations/issued-run.ts'
import type { NightRecord, Site } from '../../observations/night-record.ts'
import type { FindSensorPlace } from '../../observations/sensor-place.ts'
import type { Sharing } from '../../observations/sharing.ts'
import type { Point } from '../../weather/point.ts'
import type { OperationRequest } from '../operation.ts'
import type { LocatorDeps } from '../weather/locator.ts'

export interface RecordOperationDeps extends LocatorDeps, RecordedPoints {
  readonly record: NightRecord
  readonly findPlace: FindSensorPlace
  readonly sharing: Sharing
  readonly baseUrl: string
  /** Base address for stations. */
  readonly siteUrl: string
  /** The stored forecast of a point; null where none may be shown. No source is asked. */
  readonly stored: (point: Point) => Promise<ForecastSnapshot | null>
  /** Whether the weather shown now is synthetic; see NightRecordDeps. */
  readonly isSynthetic: () => boolean
}

/** Without its own height it has the forecast's, as in all other answers. */
export async function recordSite(
  { stored }: Pick<RecordOperationDeps, 'stored'>,
  { seen }: Pick<OperationRequest, 'seen'>,
  asked: Point
): Promise<{ readonly site: Site; readonly snapshot: ForecastSnapshot | null }> {
  const point = await seen(asked)
  const snapshot = await stored(point)
  return { snapshot, site: snapshot === null ? recordedAt(point) : recordedPoint(snapshot) }
}
