/** A few numbers about each watched place's forecast, which remain when its series leaves memory. */

import { takeTurn } from '../../common/turns.ts'
import { sharedCell } from '../../forecasts/shared-cells.ts'
import type { LackingNight, SnapshotMeta } from '../../forecasts/snapshot.ts'
import { type Place, pointOf } from '../../weather/point.ts'
import type { WatchedWeather } from './weather.ts'

export type RunDoubt = 'set_aside' | 'disagrees'

/** Instants are ms since epoch. */
export interface PlaceRecord {
  readonly run: string | null
  /** Null: no source ever confirmed anything that may still be shown. */
  readonly confirmedAt: number | null
  /** 0: never asked for. */
  readonly askAgainAt: number
  /** Since when this process watches it without having found a forecast; absent where it has. */
  readonly awaitedSince?: number
  /** Nights to come of which its source's latest answer has not everything. */
  readonly lackingNights?: readonly LackingNight[]
  /** Two runs of it disagree, or a newer one was set aside; absent: neither. */
  readonly doubt?: RunDoubt
  /** The cell of the source's grid that its forecast came from; null or absent: not known, or not shared. */
  readonly cell?: string | null
  /** The same for hours gone by, which are shared also where the forecast has members of its own. */
  readonly pastCell?: string | null
}

export interface PlaceRecords {
  readonly of: (location: string) => PlaceRecord
  /** Reads forecasts from memory and disk for new places; drops places that are not watched any more. */
  readonly watch: (places: ReadonlyMap<string, Place>) => Promise<void>
  /** A place was requested: reads the result, or sets when it may be requested again. */
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
    const meta = place === undefined ? null : cache.get(pointOf(place).key)
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
      for (const location of records.keys()) {
        await takeTurn()
        if (!watched.has(location)) records.delete(location)
      }
      for (const [location, place] of watched) {
        await takeTurn()
        if (records.has(location)) continue
        const forecast = await forecasts.latest(pointOf(place))
        records.set(location, forecast === null ? { ...unknown, awaitedSince: clock() } : recordOf(forecast))
      }
    },
    asked(location, retryAt) {
      const record = latest(location)
      if (record.askAgainAt < retryAt) records.set(location, { ...record, askAgainAt: retryAt })
    }
  }
}

/** What is doubted of a forecast; empty: nothing. */
export function doubtOf(meta: Pick<SnapshotMeta, 'check' | 'setAside'>): Pick<PlaceRecord, 'doubt'> {
  if (meta.setAside != null) return { doubt: 'set_aside' }
  return meta.check === 'disagrees' ? { doubt: 'disagrees' } : {}
}

function recordOf(meta: SnapshotMeta): PlaceRecord {
  const { run, confirmedAt, askAgainAt } = meta
  return {
    run,
    confirmedAt,
    askAgainAt,
    lackingNights: meta.lackingNights ?? [],
    ...doubtOf(meta),
    cell: sharedCell(meta),
    pastCell: sharedCell({ ...meta, ensemble: null })
  }
}
