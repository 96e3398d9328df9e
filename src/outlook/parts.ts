/** What the outlook is put together from. */

import type { Source } from '../sources/source.ts'
import type { PointAllowance } from './budget.ts'
import type { ChainParts } from './chain.ts'
import type { KeptPoints } from './kept-points.ts'
import type { KeptForecastStore, Randomness } from './ports.ts'
import type { SnapshotMeta } from './snapshot.ts'

export interface OutlookParts extends ChainParts {
  readonly kept: KeptPoints
  readonly store: KeptForecastStore
  readonly allowance: PointAllowance
  readonly random: Randomness
  /** Told of every new run of a real source, after it is kept: for the record. */
  readonly onRun: (meta: SnapshotMeta) => void
  /** Whether ensemble members are asked for: at a source, for a watched place or any other. */
  readonly wantsEnsemble: (source: Source, watched: boolean) => boolean
  /** The made weather to show while no real source has ever answered into this store; null = never. */
  readonly demo: Source | null
}
