/** EMOS for a network: one regression on members and terrain, then the mean errors that neighbouring stations share. */
import { at } from '../../data/sequence.ts'
import type { Gaussian } from '../../gaussian.ts'
import { gaussianOf } from '../../gaussian.ts'
import { type Design, designOf } from '../../learning/design.ts'
import { equationsOf, predictRow, solveRidge } from '../../learning/normal-equations.ts'
import { type FieldLaw, fieldOf, meanErrors, type StationField } from '../../learning/station-field.ts'
import type { PnwRows } from './rows.ts'

/**
 * What a day's weight shrinks by with each later day: a month, as of the 25 to 40 days of training that EMOS is given
 * elsewhere.
 */
const memory = 0.97
const ridge = 5
/** A station's variance is shrunk towards that of all stations as by so many nights. */
const varianceNights = 6
const fieldLaw: FieldLaw = {
  sharedVarianceC2: 2,
  horizontalKm: 100,
  verticalM: 300,
  ownVarianceC2: 1.5,
  nightVarianceC2: 5
}

/** What holds for all days: the predictors of every row, and how alike the stations are. */
export interface StationNetwork {
  readonly rows: PnwRows
  readonly design: Design
  readonly field: StationField
}

/** The network of these rows' stations. */
export function stationNetwork(rows: PnwRows): StationNetwork {
  return { rows, design: predictorsOf(rows), field: fieldOf(rows.stations, fieldLaw) }
}

/** Predicts the scored rows, all of one day, from the fitting rows. */
export function stationEmos(
  { rows, design, field }: StationNetwork,
  wanted: {
    readonly day: number
    readonly fitting: readonly number[]
    readonly scored: readonly number[]
  }
): Gaussian {
  const { day, fitting, scored } = wanted
  const age = (row: number) => day - at(rows.days, row)
  const coefficients = regress(rows, design, { fitting, age })
  const plainC = (row: number) => predictRow(coefficients, design.values, row * design.width)
  const means = stationSums(rows, fitting, (row) => ({
    value: at(rows.observedC, row) - plainC(row),
    weight: memory ** age(row)
  }))
  const fieldC = meanErrors(field, { error: means.value, weight: means.weight })
  const meanC = (row: number) => plainC(row) + at(fieldC, rows.stationOf[row] ?? -1)
  const squares = stationSums(rows, fitting, (row) => ({
    value: (at(rows.observedC, row) - meanC(row)) ** 2,
    weight: memory ** age(row)
  }))
  const sharedVariance = total(squares.value) / total(squares.weight)
  return gaussianOf(scored.length, (index) => {
    const row = scored[index] ?? -1
    const station = rows.stationOf[row] ?? -1
    const variance =
      (at(squares.value, station) + varianceNights * sharedVariance) /
      (at(squares.weight, station) + varianceNights)
    return { meanC: meanC(row), sigmaC: Math.sqrt(variance + fieldVariance(at(means.weight, station))) }
  })
}

function predictorsOf(rows: PnwRows): Design {
  const { stations, stationOf, meanC, spreadC } = rows
  const of = (value: (row: number) => number) => meanC.map((_, row) => value(row))
  const station = (row: number) => stations[stationOf[row] ?? 0] ?? { lat: 0, lon: 0, elevationM: 0 }
  return designOf(
    [
      meanC,
      of((row) => station(row).elevationM / 1000),
      of((row) => station(row).lat - 45),
      of((row) => (station(row).lon + 120) / 5),
      of((row) => (at(meanC, row) * station(row).elevationM) / 1000),
      spreadC,
      of((row) => at(meanC, row) ** 2 / 10),
      ...(rows.members[0] ?? []).map((_, member) =>
        of((row) => (rows.members[row]?.[member] ?? Number.NaN) - at(meanC, row))
      )
    ],
    meanC.length
  )
}

function regress(
  rows: PnwRows,
  design: Design,
  wanted: {
    readonly fitting: readonly number[]
    readonly age: (row: number) => number
  }
): Float64Array {
  const { fitting, age } = wanted
  const weights = rows.days.map((_, row) => memory ** age(row))
  const equations = equationsOf(design, fitting, { values: rows.observedC, weights })
  return solveRidge(equations, () => ridge)
}

/** Weighted sums of a value by station. */
function stationSums(
  rows: PnwRows,
  fitting: readonly number[],
  of: (row: number) => { readonly value: number; readonly weight: number }
): { readonly value: Float64Array; readonly weight: Float64Array } {
  const value = new Float64Array(rows.stations.length)
  const weight = new Float64Array(rows.stations.length)
  for (const row of fitting) {
    const station = rows.stationOf[row] ?? 0
    const one = of(row)
    value[station] = at(value, station) + one.weight * one.value
    weight[station] = at(weight, station) + one.weight
  }
  return { value, weight }
}

/** What is still unknown of a station's mean error [°C²]: all of its own where it was never seen. */
function fieldVariance(weight: number): number {
  return 1 / (1 / fieldLaw.ownVarianceC2 + weight / fieldLaw.nightVarianceC2)
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0)
}
