/** What was learned at each point, in memory, so that an answer can look it up without waiting. */
import { pointKey } from '../weather/point.ts'
import type { LearnedPlace } from './learned-place.ts'
import type { RecordedPoint } from './ports.ts'
import { reachOf } from './reach.ts'

/** What was learned from one point's nights. */
export interface PointLearning {
  readonly point: RecordedPoint
  /** From the sensors that count for all clients; null where there are none. */
  readonly shared: LearnedPlace | null
  /** By API key: from its own sensors together with the shared ones. */
  readonly own: ReadonlyMap<string, LearnedPlace>
}

export interface LearningInMemory {
  /** Replaces what was known of a point; with nothing learned it is removed. */
  readonly set: (learning: PointLearning) => void
  /**
   * What answers of a point use: its own nights, else those of the nearest point within reach; null: the
   * defaults.
   */
  readonly find: (
    point: Pick<RecordedPoint, 'lat' | 'lon' | 'elevation'>,
    owner: string | null
  ) => LearnedPlace | null
  readonly size: () => number
}

/** Bands of latitude are a little wider than the reach, so that three of them contain every neighbour. */
const bandDegrees = 0.05

export function createLearning(): LearningInMemory {
  const byKey = new Map<string, PointLearning>()
  const bands = new Map<number, Map<string, PointLearning>>()
  const bandOf = (lat: number) => Math.floor(lat / bandDegrees)
  return {
    size: () => byKey.size,
    set(learning) {
      const { pointKey: key, lat } = learning.point
      const band = bands.get(bandOf(lat)) ?? new Map<string, PointLearning>()
      if (learning.shared === null && learning.own.size === 0) {
        byKey.delete(key)
        band.delete(key)
        return
      }
      byKey.set(key, learning)
      band.set(key, learning)
      bands.set(bandOf(lat), band)
    },
    find(point, owner) {
      if (byKey.size === 0) return null
      const here = byKey.get(pointKey(point))
      const learned = here === undefined ? null : learnedBy(here, owner)
      if (learned !== null) return learned
      let nearestKm = Number.POSITIVE_INFINITY
      let nearest: LearnedPlace | null = null
      for (let band = bandOf(point.lat) - 1; band <= bandOf(point.lat) + 1; band++) {
        for (const one of bands.get(band)?.values() ?? []) {
          const distanceKm = reachOf(point, one.point)
          const its = distanceKm === null || distanceKm >= nearestKm ? null : learnedBy(one, owner)
          if (its === null || distanceKm === null) continue
          nearestKm = distanceKm
          nearest = its
        }
      }
      return nearest
    }
  }
}

function learnedBy(learning: PointLearning, owner: string | null): LearnedPlace | null {
  return (owner === null ? null : learning.own.get(owner)) ?? learning.shared
}
