import type { Source } from '../sources/source.ts'
import type { ArchiveStore } from './archive-ports.ts'
import type { ChainDeps } from './chain.ts'
import type { ForecastCache } from './forecast-cache.ts'
import type { createPointAllowance } from './point-allowance.ts'
import type { ForecastStore, Neighbours, RefreshLeases } from './ports.ts'
import type { SnapshotMeta } from './snapshot.ts'

/** A number 0 ≤ x < 1: for jitter only, never for a secret. */
type Randomness = () => number

export interface ForecastsDeps extends ChainDeps {
  readonly cache: ForecastCache
  readonly store: ForecastStore
  /** Null where no other process shares the store. */
  readonly leases: RefreshLeases | null
  readonly allowance: ReturnType<typeof createPointAllowance>
  readonly random: Randomness
  /** The minima of other years; absent: none are stored. */
  readonly archive?: Pick<ArchiveStore, 'years'>
  /** Called after a new run of a real source is stored. */
  readonly onRun: (meta: SnapshotMeta) => void
  readonly wantsEnsemble: (source: Source, watched: boolean) => boolean
  readonly atOtherHeight?: Neighbours['atOtherHeight']
  /** Synthetic weather to show while no real source has ever answered into this store; null: never. */
  readonly demo: Source | null
}
