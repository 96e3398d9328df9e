/** Learns from airports, once a day, what their sources' forecasts are off by. */
import { dayMs, hourMs } from '../weather/time.ts'
import type { Learning } from './learning.ts'
import type { RecordStore } from './record-ports.ts'
import { airportEvidence } from './source-evidence.ts'

/** All processes learn at the same time of the day [UTC], because a new law changes every forecast. */
const atMs = 12 * hourMs

interface AirportRoundDeps {
  readonly store: RecordStore
  readonly learning: Pick<Learning, 'sources'>
  readonly isSynthetic: () => boolean
}

/** The first call learns, and then each first one after noon UTC. */
export function createAirportRound({
  store,
  learning: { sources },
  isSynthetic
}: AirportRoundDeps): (now: number) => Promise<void> {
  let lastDay: number | null = null
  return async (now) => {
    const day = Math.floor((now - atMs) / dayMs)
    if (isSynthetic() || day === lastDay) return
    for (const airport of await store.airports()) {
      sources.teach(airport.icao, await airportEvidence(store, airport, now))
    }
    sources.renew()
    lastDay = day
  }
}
