/** What a method said of every scored row, in the one form in which all are scored. */
import { gaussianCrps, normalCdf, z90 } from '../src/frost/gaussian.ts'
import { at } from './data/sequence.ts'
import { ensembleCrps } from './scores/ensemble-crps.ts'

export interface MethodForecast {
  readonly method: string
  /** The probability of the event, 0…1, a row. */
  readonly probability: Float64Array
  /** CRPS a row [°C]; null for a method that gives no distribution of temperature. */
  readonly crpsC: Float64Array | null
  /** The single best value [°C] a row; null where there is none. */
  readonly pointC: Float64Array | null
  /** 1 where what came lies within p10 to p90; absent for a method that publishes no range. */
  readonly inside?: Uint8Array
}

/** What a user needs for a method that the service runs. */
const needs: Readonly<Record<string, string>> = {
  'FROST-P default': 'nothing',
  'FROST-P learned': 'own thermometer',
  'FROST-P bias learned': 'own thermometer at the plants',
  'FROST-P models': 'own thermometer',
  'FROST-P protection': 'nothing',
  'FROST-P evening': 'a thermometer or an airport with a record'
}

/** What a user needs to get a method's forecast; null for a method that the service does not run. */
export function needsOf(method: string): string | null {
  // What follows a comma says when.
  return needs[method.split(',')[0] ?? method] ?? null
}

/** The event of all benches: a minimum at or below this [°C]. */
export const eventC = 0

/**
 * A normal distribution a row.
 * @param forecast `halfStepC`: where what came is reported in whole steps, half of one [°C]: a report of the event's
 *   border stands for everything up to half a step above it. Default 0.
 */
export function gaussianMethod(
  method: string,
  forecast: {
    readonly meanC: Float64Array
    readonly sigmaC: Float64Array
    readonly halfStepC?: number
  },
  observedC: Float64Array
): MethodForecast {
  const { meanC, sigmaC, halfStepC = 0 } = forecast
  return {
    method,
    probability: meanC.map((mean, row) => normalCdf((eventC + halfStepC - mean) / at(sigmaC, row))),
    crpsC: meanC.map((mean, row) => gaussianCrps(mean, at(sigmaC, row), at(observedC, row))),
    pointC: meanC,
    inside: Uint8Array.from(observedC, (value, row) =>
      Math.abs(value - at(meanC, row)) <= z90 * at(sigmaC, row) ? 1 : 0
    )
  }
}

/** A single value a row, believed without doubt: probability 0 or 1, and the CRPS is the absolute error. */
export function thresholdMethod(
  method: string,
  pointC: Float64Array,
  observedC: Float64Array
): MethodForecast {
  return {
    method,
    probability: pointC.map((value) => (value <= eventC ? 1 : 0)),
    crpsC: pointC.map((value, row) => Math.abs(value - at(observedC, row))),
    pointC
  }
}

/** An ensemble as it is: the probability is the share of members with the event. */
export function ensembleMethod(
  method: string,
  members: readonly (readonly number[])[],
  observedC: Float64Array
): MethodForecast {
  return {
    method,
    probability: Float64Array.from(
      members,
      (values) => values.filter((value) => value <= eventC).length / values.length
    ),
    crpsC: Float64Array.from(members, (values, row) => ensembleCrps(values, at(observedC, row))),
    pointC: Float64Array.from(
      members,
      (values) => values.reduce((sum, value) => sum + value, 0) / values.length
    )
  }
}

/** Points of 100 read as a probability. */
export function pointsMethod(method: string, points: Float64Array): MethodForecast {
  return { method, probability: points.map((value) => value / 100), crpsC: null, pointC: null }
}
