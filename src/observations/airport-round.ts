/** Learns from airports, once a day, what their sources' forecasts are off by. */
import { dayMs, hourMs } from '../common/time.ts'
import { takeTurn } from '../common/turns.ts'
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

/**
 * Learns as of the last noon UTC, so that it does not matter when a process was started. Calls meanwhile wait for the
 * same work; after a failure the next one tries again.
 */
export function createAirportRound({
  store,
  learning: { sources },
  isSynthetic
}: AirportRoundDeps): (now: number) => Promise<void> {
  const learn = async (noon: number): Promise<void> => {
    for (const airport of await store.airports()) {
      sources.teach(airport.icao, await airportEvidence(store, airport, noon))
      await takeTurn()
    }
    sources.renew()
  }
  let newest: { readonly noon: number; readonly learned: Promise<void> } | null = null
  return async (now) => {
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
}
