/** What the forecasts of each source are off by at airports, in memory, and what it adds at any place. */
import {
  noSourceLaw,
  type SourceEvidence,
  type SourceLaw,
  siteAtSource,
  sourceLaw
} from '../frost/source-law.ts'
import type { LearnedPlace } from './learned-place.ts'

export const nothingLearned: LearnedPlace = {
  biasC: 0,
  contrasts: null,
  siteVarianceC2: null,
  plantBiasC: 0,
  plantVarianceC2: null,
  offset: null,
  seasonal: null,
  nights: 0,
  offsetNights: 0,
  seasonalNights: 0
}

export function createSourceKnowledge() {
  const taught = new Map<string, ReadonlyMap<string, SourceEvidence>>()
  const sources = new Map<
    string,
    {
      readonly law: SourceLaw
      readonly unmeasured: LearnedPlace
      readonly places: WeakMap<LearnedPlace, LearnedPlace>
    }
  >()
  let version = 0
  return {
    /** Grows whenever `applied` may give something else. */
    version: () => version,
    /** Replaces what one airport says about sources, by their ids. */
    teach: (icao: string, evidence: ReadonlyMap<string, SourceEvidence>) => void taught.set(icao, evidence),
    /** From now on `applied` uses everything taught so far. */
    renew(): void {
      const named = [...taught.values()].flatMap((one) => [...one.keys()])
      for (const source of new Set([...sources.keys(), ...named])) {
        const law = sourceLaw([...taught.values()].flatMap((one) => one.get(source) ?? []))
        if (isSame(law, sources.get(source)?.law ?? noSourceLaw)) continue
        const unmeasured = { ...nothingLearned, ...siteAtSource(undefined, law) }
        if (isSame(law, noSourceLaw)) sources.delete(source)
        else sources.set(source, { law, unmeasured, places: new WeakMap() })
        version += 1
      }
    },
    /** With what its source adds; null where neither says anything. The same object until one of the two changes. */
    applied(learned: LearnedPlace | null, source: string): LearnedPlace | null {
      const its = sources.get(source)
      if (its === undefined) return learned
      if (learned === null) return its.unmeasured
      return its.places.getOrInsertComputed(learned, () => placeAtSource(learned, its.law))
    }
  }
}

function placeAtSource(learned: LearnedPlace, law: SourceLaw): LearnedPlace {
  const site = siteAtSource(learned.siteVarianceC2 === null ? undefined : learned, law)
  // Errors of plants beside the place's bias include what the source adds to that bias.
  const plantBiasC = learned.plantBiasC - (learned.plantSay ?? 0) * (site.biasC - learned.biasC)
  const { proven } = learned
  const itsProven = proven == null ? proven : placeAtSource(proven, law)
  return { ...learned, ...site, plantBiasC, ...(itsProven === undefined ? {} : { proven: itsProven }) }
}

function isSame(one: SourceLaw, other: SourceLaw): boolean {
  const [before, after] = other.slopes
  return one.biasC === other.biasC && one.slopes[0] === before && one.slopes[1] === after
}
