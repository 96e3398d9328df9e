/** What was learned at each point, in memory, so that an answer can look it up without waiting. */
import { measuredKey } from '../weather/point.ts'
import { isOwnOf } from './around.ts'
import type { LearnedPlace } from './learned-place.ts'
import type { RecordedPoint } from './ports.ts'
import { apartByHeight, nearestOf, reachOf } from './reach.ts'

interface PointLearning {
  readonly point: RecordedPoint
  /** Whether others may be given what was learned here: at named points, and where a sensor measures that counts. */
  readonly isOpen: boolean
  /** The owners of sensors at exactly this point, who also get what was learned. */
  readonly measuredBy: ReadonlySet<string>
  /** What the sensors that count for everyone have shown; null without any. */
  readonly shared: LearnedPlace | null
  /** What each API key's own sensors show together with the shared ones. */
  readonly own: ReadonlyMap<string, LearnedPlace>
}

export interface Knowledge {
  /** Replaces what was known about a point; nothing learned = forgotten. */
  readonly set: (learning: PointLearning) => void
  /** The point's own, else the nearest in reach but another one's field; null = the defaults. */
  readonly find: (
    point: Pick<RecordedPoint, 'pointKey' | 'lat' | 'lon' | 'elevation' | 'isOwn'>,
    owner: string | null
  ) => LearnedPlace | null
  /** The nearest point whose nights everyone may use, were its height like this one's; null: there is none. */
  readonly atOtherHeight: (point: Parameters<Knowledge['find']>[0]) => RecordedPoint | null
  /** Grows when what `find` may give for a point changes. */
  readonly version: (point: Pick<RecordedPoint, 'lat'>) => number
}

/** Bands of latitude are a little wider than the reach, so that three of them hold every neighbour. */
const bandDegrees = 0.05

export function createKnowledge(): Knowledge {
  const byKey = new Map<string, PointLearning>()
  const bands = new Map<number, Map<string, PointLearning>>()
  const versions = new Map<number, number>()
  const bandOf = (lat: number) => Math.floor(lat / bandDegrees)
  const around = function* ({ lat }: Pick<RecordedPoint, 'lat'>): Iterable<PointLearning> {
    for (let band = bandOf(lat) - 1; band <= bandOf(lat) + 1; band++) yield* bands.get(band)?.values() ?? []
  }
  return {
    version: ({ lat }) => versions.get(bandOf(lat)) ?? 0,
    set(learning) {
      const { pointKey: key, lat } = learning.point
      const band = bands.get(bandOf(lat)) ?? new Map<string, PointLearning>()
      const isEmpty = learning.shared === null && learning.own.size === 0
      if (isEmpty && !byKey.has(key)) return
      for (let near = bandOf(lat) - 1; near <= bandOf(lat) + 1; near++) {
        versions.set(near, (versions.get(near) ?? 0) + 1)
      }
      if (isEmpty) {
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
      const mayUse = (one: PointLearning): boolean =>
        one.isOpen || isOwnOf(point, one.point) || (owner !== null && one.measuredBy.has(owner))
      for (const key of [point.pointKey, measuredKey(point.pointKey)]) {
        const here = byKey.get(key)
        const learned = here === undefined || !mayUse(here) ? null : learnedBy(here, owner)
        if (learned !== null) return learned
      }
      const isUsable = (one: PointLearning) => mayUse(one) && learnedBy(one, owner) !== null
      const nearest = nearestOf(around(point), (one) => (isUsable(one) ? reachOf(point, one.point) : null))
      return nearest === null ? null : learnedBy(nearest, owner)
    },
    atOtherHeight(point) {
      const isUsable = ({ isOpen, shared }: PointLearning) => isOpen && shared !== null
      const apart = (one: PointLearning) => (isUsable(one) ? apartByHeight(point, one.point) : null)
      return byKey.size === 0 ? null : (nearestOf(around(point), apart)?.point ?? null)
    }
  }
}

function learnedBy(learning: PointLearning, owner: string | null): LearnedPlace | null {
  return (owner === null ? null : learning.own.get(owner)) ?? learning.shared
}
