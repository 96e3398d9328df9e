/** Learns from airports, once a day, what their sources' forecasts are off by. */
import { dayMs, hourMs } from '../common/time.ts'
import { takeTurn } from '../common/turns.ts'
import type { StationRecord } from '../frost/evening-station.ts'
import type { Learning } from './learning.ts'
import type { RecordStore } from './record-ports.ts'
import { airportEvidence } from './source-evidence.ts'

/** All processes learn as of the same time of the day [UTC], because a new law changes every forecast. */
const atMs = 12 * hourMs

interface AirportRoundDeps {
  readonly store: RecordStore
  readonly learning: Pick<Learning, 'sources'>
  readonly isSynthetic: () => boolean
}

export interface AirportRound {
  readonly learn: (now: number) => Promise<void>
  /** What an airport had shown at the last noon UTC; null: no record. */
  readonly recordOf: (icao: string) => StationRecord | null
}

/**
 * Learns as of the last noon UTC, so that it does not matter when a process was started. Calls meanwhile wait for the
 * same work; after a failure the next one tries again.
 */
export function createAirportRound({
  store,
  learning: { sources },
  isSynthetic
}: AirportRoundDeps): AirportRound {
  let records: ReadonlyMap<string, StationRecord | null> = new Map()
  const learn = async (noon: number): Promise<void> => {
    const read = new Map<string, StationRecord | null>()
    for (const airport of await store.airports()) {
      const { bySource, record } = await airportEvidence(store, airport, noon)
      sources.teach(airport.icao, bySource)
      read.set(airport.icao, record)
      await takeTurn()
    }
    sources.renew()
    records = read
  }
  let newest: { readonly noon: number; readonly learned: Promise<void> } | null = null
  const learnOnce = async (now: number): Promise<void> => {
    if (isSynthetic()) return
    const noon = Math.floor((now - atMs) / dayMs) * dayMs + atMs
    if (newest?.noon !== noon) newest = { noon, learned: learn(noon) }
    const { learned } = newest
    try {
      await learned
    } catch (error) {
      if (newest?.learned === learned) newest = null
      throw error
    }
  }
  return { learn: learnOnce, recordOf: (icao) => records.get(icao) ?? null }
}
