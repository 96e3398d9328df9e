import type { HowColdDeps } from '../../observations/how-cold.ts'
import type { IntakeHolder } from '../../observations/owned-intakes.ts'
import type { RecordedPoint } from '../../observations/ports.ts'
import type { SensorViewDeps } from '../../observations/sensor-view.ts'
import type { createLoggerReader } from '../../observations/series/logger-reader.ts'
import type { Place, Point } from '../../weather/point.ts'

/** Whom a text opens the page to: the owner, or a person who knows the secret of one station and may read. */
export interface Visit {
  readonly token: string
  readonly holder: IntakeHolder
  /** The number of the station that a secret opens; null: everything of the owner is seen and changed. */
  readonly only: number | null
}

export interface Thermometers extends SensorViewDeps, HowColdDeps {
  readonly siteUrl: string
  /** Stations at public addresses may send without TLS. */
  readonly isHttpOpen: boolean
  readonly named: (written: string) => Place | null
  /** Takes the link of an alert, an API key, or the secret of a station; null: it opens nothing. */
  readonly visitBy: (token: string) => Promise<Visit | null>
  /** What the owner's alert watches; null for a key. */
  readonly locationOf: (holder: Pick<IntakeHolder, 'id' | 'isSubscription'>) => Promise<string | null>
  /** The subscription whose field the page of a token shows; null where it opens none. */
  readonly fieldBy: (token: string) => Promise<{ readonly id: string; readonly location: string } | null>
  /** The point of a forecast as the owner sees it. */
  readonly pointOf: (visit: Visit, point: RecordedPoint) => Promise<Point>
  readonly readLogger: ReturnType<typeof createLoggerReader>
  readonly clock: () => number
  readonly isDemo: () => boolean
}
