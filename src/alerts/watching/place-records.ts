/** What is remembered of each watched place's forecast: a few numbers, which stay when its series leaves memory. */

import type { SnapshotMeta } from '../../forecasts/snapshot.ts'
import { type Place, pointKey, pointOf } from '../../weather/point.ts'
import type { WatchedWeather } from './weather.ts'

/** Instants are ms since epoch. */
export interface PlaceRecord {
  readonly run: string | null
  /** Null = no source ever confirmed anything that may still be shown. */
  readonly confirmedAt: number | null
  readonly askAgainAt: number
}

export interface PlaceRecords {
  readonly of: (location: string) => PlaceRecord
  /** Reads what memory and disk have of places that were never looked at; forgets those that are not watched any more. */
  readonly watch: (places: ReadonlyMap<string, Place>) => Promise<void>
  /** A place was asked for: what came of it, or when it may be asked for again. */
  readonly asked: (location: string, retryAt: number) => void
}

const unknown: PlaceRecord = { run: null, confirmedAt: null, askAgainAt: 0 }

export function createPlaceRecords(
  { cache, forecasts }: Pick<WatchedWeather, 'cache' | 'forecasts'>,
  clock: () => number
): PlaceRecords {
  const records = new Map<string, PlaceRecord>()
  let places: ReadonlyMap<string, Place> = new Map()
  const latest = (location: string): PlaceRecord => {
    const known = records.get(location) ?? unknown
    const place = places.get(location)
    const meta = place === undefined ? null : cache.get(pointKey(place))
    const confirmedAt = known.confirmedAt ?? 0
    // What a clock that was ahead has left is no newer than what is confirmed now.
    if (meta === null || (meta.confirmedAt < confirmedAt && confirmedAt <= clock())) return known
    const record = recordOf(meta)
    records.set(location, record)
    return record
  }
  return {
    of: latest,
    async watch(watched) {
      places = watched
      for (const location of records.keys()) if (!watched.has(location)) records.delete(location)
      for (const [location, place] of watched) {
        if (records.has(location)) continue
        const point = await forecasts.latest(pointOf(place))
        records.set(location, point === null ? unknown : recordOf(point))
      }
    },
    asked(location, retryAt) {
      const record = latest(location)
      if (record.askAgainAt < retryAt) records.set(location, { ...record, askAgainAt: retryAt })
    }
  }
}

function recordOf({ run, confirmedAt, askAgainAt }: SnapshotMeta): PlaceRecord {
  return { run, confirmedAt, askAgainAt }
}
