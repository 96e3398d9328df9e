/** What the outlook is put together from. */

import type { Source } from '../sources/source.ts'
import type { PointAllowance } from './budget.ts'
import type { ChainDeps } from './chain.ts'
import type { ForecastCache } from './forecast-cache.ts'
import type { ForecastStore, Randomness } from './ports.ts'
import type { SnapshotMeta } from './snapshot.ts'

export interface ForecastsDeps extends ChainDeps {
  readonly cache: ForecastCache
  readonly store: ForecastStore
  readonly allowance: PointAllowance
  readonly random: Randomness
  /** Told of every new run of a real source, after it is kept: for the record. */
  readonly onRun: (meta: SnapshotMeta) => void
  /** Whether ensemble members are asked for: at a source, for a watched place or any other. */
  readonly wantsEnsemble: (source: Source, watched: boolean) => boolean
  /** The made weather to show while no real source has ever answered into this store; null = never. */
  readonly demo: Source | null
}
