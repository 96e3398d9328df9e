/** The service's blend, night after night: each from what was known when it was made. */

import { robustMean } from '../../../src/frost/blend/blend-hours.ts'
import type { BlendLaw } from '../../../src/frost/blend/blend-law.ts'
import {
  biasOf,
  emptyRecord,
  type ModelRecord,
  modelSpreadFactor,
  scaledRecord,
  weightsOf,
  withError
} from '../../../src/frost/blend/model-record.ts'
import { defaultAirVarianceC2, spreadFactor } from '../../../src/frost/spread.ts'
import { at } from '../../data/sequence.ts'
import type { ModelNights } from './model-nights.ts'

export interface BlendedNights {
  readonly meanC: Float64Array
  /** Between the models, without their mean errors [°C]. */
  readonly spreadC: Float64Array
  /** The service's, for that lead, season, temperature and height, before the spread between models. */
  readonly usualSigmaC: Float64Array
}

const hoursPerDay = 24

/** Of every row; NaN where fewer than two models are known. */
export function blendedNights(nights: ModelNights, law: BlendLaw): BlendedNights {
  const rows = nights.days.length
  const meanC = new Float64Array(rows).fill(Number.NaN)
  const spreadC = new Float64Array(rows).fill(Number.NaN)
  for (const ofPlace of rowsByPlace(nights)) {
    let records: readonly ModelRecord[] = nights.models.map(() => emptyRecord)
    let [known, lastDay] = [0, Number.NEGATIVE_INFINITY]
    for (const row of ofPlace) {
      const knownUntil = at(nights.days, row) - nights.lagDays
      for (; known < ofPlace.length; known++) {
        const past = ofPlace[known] ?? -1
        const day = at(nights.days, past)
        if (!(day <= knownUntil)) break
        records = learned(records, nights, { past, fading: law.memory ** Math.max(0, day - lastDay), law })
        lastDay = day
      }
      const one = blendedRow(records, nights, { row, law })
      meanC[row] = one?.meanC ?? Number.NaN
      spreadC[row] = one?.spreadC ?? Number.NaN
    }
  }
  return { meanC, spreadC, usualSigmaC: meanC.map((mean, row) => usualSigmaC(nights, row, mean)) }
}

/** The service's σ of each row. */
export function sigmaOf(
  nights: ModelNights,
  { spreadC, usualSigmaC }: BlendedNights,
  law: BlendLaw
): Float64Array {
  return usualSigmaC.map((sigma, row) => {
    const spread = { startHour: 0, spreadC: [at(spreadC, row)] }
    return sigma * modelSpreadFactor(spread, { hour: 0, lead: nights.lead }, law)
  })
}

interface Known {
  readonly past: number
  readonly fading: number
  readonly law: BlendLaw
}

function learned(
  records: readonly ModelRecord[],
  { valuesC, observedC }: ModelNights,
  { past, fading }: Known
): readonly ModelRecord[] {
  const factor = Number.isFinite(fading) ? fading : 1
  return records.map((record, model) =>
    withError(
      scaledRecord(record, factor),
      at(valuesC[model] ?? new Float64Array(), past) - at(observedC, past)
    )
  )
}

function blendedRow(
  records: readonly ModelRecord[],
  { valuesC }: ModelNights,
  { row, law }: { readonly row: number; readonly law: BlendLaw }
): ReturnType<typeof robustMean> {
  const weights = weightsOf(records, law)
  const values = records.map((record, model) => ({
    valueC: at(valuesC[model] ?? new Float64Array(), row) - biasOf(record, law),
    weight: weights[model] ?? 0
  }))
  return robustMean(values, law.trimmedShare)
}

function usualSigmaC(nights: ModelNights, row: number, airMinC: number): number {
  const { lat, heightM } = nights.places[nights.placeOf[row] ?? 0] ?? { lat: 0, heightM: null }
  const hour = at(nights.days, row) * hoursPerDay + nights.hour
  const factor = spreadFactor({ airMinC, hour, latitude: lat, heightM })
  return factor * Math.sqrt(defaultAirVarianceC2(nights.lead))
}

function rowsByPlace({ days, placeOf }: ModelNights): Iterable<readonly number[]> {
  const rows = Array.from(days.keys())
  return [...Map.groupBy(rows, (row) => placeOf[row] ?? 0).values()].map((ofPlace) =>
    ofPlace.sort((left, right) => at(days, left) - at(days, right))
  )
}
