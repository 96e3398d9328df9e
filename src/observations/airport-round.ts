/** Learns from airports, once a day, what their sources' forecasts are off by. */
import { takeTurn } from '../common/turns.ts'
import type { Learning } from './learning.ts'
import { onceANoon } from './noon.ts'
import type { RecordStore } from './record-ports.ts'
import { type AirportEvidence, airportEvidence } from './source-evidence.ts'

interface AirportRoundDeps {
  readonly store: RecordStore
  readonly learning: Pick<Learning, 'sources'>
  readonly isSynthetic: () => boolean
}

export interface AirportRound {
  /** Once a noon; see `onceANoon`. */
  readonly learn: (now: number) => Promise<void>
  /** What an airport had shown at the last noon UTC; null: nothing. */
  readonly shownBy: (icao: string) => Pick<AirportEvidence, 'record' | 'own'> | null
}

export function createAirportRound({
  store,
  learning: { sources },
  isSynthetic
}: AirportRoundDeps): AirportRound {
  let records: ReadonlyMap<string, AirportEvidence> = new Map()
  const learn = async (noon: number): Promise<void> => {
    const read = new Map<string, AirportEvidence>()
    for (const airport of await store.airports()) {
      const evidence = await airportEvidence(store, airport, noon)
      sources.teach(airport.icao, evidence.bySource)
      read.set(airport.icao, evidence)
      await takeTurn()
    }
    sources.renew()
    records = read
  }
  const learnOnce = onceANoon(learn)
  return {
    learn: async (now) => {
      if (!isSynthetic()) await learnOnce(now)
    },
    shownBy: (icao) => records.get(icao) ?? null
  }
}
