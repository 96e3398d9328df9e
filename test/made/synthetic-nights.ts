/** Made nights for the tests of this room. */

import { dayMs } from '../../src/common/time.ts'
import type {
  IssuedNight,
  MinimumKind,
  Observation,
  RecordedPoint,
  Sensor
} from '../../src/observations/ports.ts'
import { addDays } from '../../src/weather/zone-clock.ts'

export const syntheticPoint: RecordedPoint = {
  pointKey: '38.353,38.312',
  lat: 38.353,
  lon: 38.312,
  timezone: 'Europe/Istanbul',
  elevation: 964
}

/** A night forecast at 0 ± 1.5 °C in the air and −2 ± 2 °C at the ground, a day ahead. */
export function syntheticIssue(date: string, change: Partial<IssuedNight> = {}): IssuedNight {
  return {
    date,
    leadDay: 1,
    leadDays: 1,
    source: 'made',
    issuedAt: Date.parse(`${date}T00:00:00Z`) - dayMs,
    biasC: 0,
    airMinimumC: 0,
    airSigmaC: 1.5,
    plantMinimumC: -2,
    plantSigmaC: 2,
    exposed: {
      ground: { minimumC: -2, sigmaC: 2, learnedC: 0 },
      vine: { minimumC: -1.2, sigmaC: 1.8, learnedC: 0 },
      canopy: { minimumC: -0.7, sigmaC: 1.6, learnedC: 0 }
    },
    fullOffsetC: 3,
    ensembleMeanC: null,
    ensembleSpreadC: null,
    score: 40,
    airFrostProbability: 0.5,
    plantFrostProbability: 0.84,
    moderateFrostProbability: 0.46,
    strongFrostProbability: 0.12,
    ...change
  }
}

export function syntheticSensor(seq = 1, change: Partial<Sensor> = {}): Sensor {
  return {
    seq,
    owner: 'operator',
    isOperators: true,
    point: syntheticPoint,
    kind: 'air_2m' satisfies MinimumKind,
    exposure: null,
    station: '',
    firstSeenAt: 0,
    acceptedAfterDate: null,
    revokedAt: null,
    fault: null,
    ...change
  }
}

export function syntheticObservations(
  first: string,
  minimaC: readonly number[],
  sensorSeq = 1
): readonly Observation[] {
  return minimaC.map((minimumC, day) => ({ sensorSeq, date: addDays(first, day), minimumC }))
}

/** An issue for each of successive nights. */
export function syntheticIssues(first: string, count: number): readonly IssuedNight[] {
  return Array.from({ length: count }, (_, day) => syntheticIssue(addDays(first, day)))
}
