/**
 * What an afternoon tells of the coming night: the station's own measurements, and those of its neighbours and of the
 * west.
 */

import { at } from '../../data/sequence.ts'
import { harmonics } from '../../learning/climatology.ts'
import { productsOf, standardised } from '../../learning/design.ts'
import { neighbourMean, neighbourWeights } from '../../learning/neighbours.ts'
import { nightHours } from '../../learning/night-length.ts'
import { emptyPlaceDays, type PlaceDays } from '../../learning/place-days.ts'
import type { AustraliaRows } from './rows.ts'

/** Neighbourhoods: scale, and where their middle lies east of the station (weather there comes from the west). */
const around = [
  { scaleKm: 300, eastwardDegrees: 0 },
  { scaleKm: 700, eastwardDegrees: 0 }
]
const upwind = [
  { scaleKm: 500, eastwardDegrees: -5 },
  { scaleKm: 500, eastwardDegrees: -10 }
]
/** The neighbourhoods whose products with the station's own measurements count. */
const inProducts = {
  close: { scaleKm: 400, eastwardDegrees: 0 },
  west: { scaleKm: 500, eastwardDegrees: -6 }
}
const neighbourPrior = 0.05

export interface AustraliaPredictors {
  readonly columns: readonly Float64Array[]
  readonly placeColumns: readonly Float64Array[]
  readonly spreadColumns: readonly Float64Array[]
}

/** All predictors; means and scales are those of the fitting rows. */
export function australiaPredictors(rows: AustraliaRows, fitting: readonly number[]): AustraliaPredictors {
  const own = standardised(ownMeasurements(rows), fitting)
  const missing = [rows.cloudFraction, ...rows.others.slice(1, 2)].map((column) =>
    column.map((value) => (Number.isFinite(value) ? 0 : 1))
  )
  const near = neighbourhoods(rows, fitting)
  const { temperatureC, dewPointC, pressureHpa, pressureChangeHpa, lastMinimumC, cloudFraction } = rows
  const wind = rows.windKmh
  const neighbours = standardised(
    [
      ...near([temperatureC, lastMinimumC, pressureHpa, dewPointC, wind, cloudFraction], around),
      ...near([pressureHpa, temperatureC, dewPointC, pressureChangeHpa, cloudFraction], upwind)
    ],
    fitting
  )
  const paired = standardised(
    [
      ...near([temperatureC, lastMinimumC, pressureHpa], [inProducts.close]),
      ...near([pressureHpa, temperatureC, pressureChangeHpa], [inProducts.west])
    ],
    fitting
  )
  return {
    columns: [
      ...own,
      ...missing,
      ...neighbours,
      ...productsOf([...own, ...paired]),
      ...harmonics(rows.angle).slice(2)
    ],
    placeColumns: [...own, ...missing, ...neighbours],
    spreadColumns: [...own, ...neighbours]
  }
}

/** The neighbourhood means of columns, as anomalies; each column's grid is made once. */
function neighbourhoods(rows: AustraliaRows, fitting: readonly number[]) {
  const anomalies = new Map<Float64Array, PlaceDays>()
  return (columns: readonly Float64Array[], places: readonly (typeof around)[number][]) =>
    places.flatMap((place) => {
      const weights = neighbourWeights(rows.stations, place.scaleKm, place.eastwardDegrees)
      return columns.map((column) => {
        const grid = anomalies.get(column) ?? anomalyGrid(rows, column, fitting)
        anomalies.set(column, grid)
        return gridValues(rows, { ...grid, values: neighbourMean(grid, weights, neighbourPrior) })
      })
    })
}

function ownMeasurements(rows: AustraliaRows): Float64Array[] {
  return [
    rows.temperatureC,
    rows.dewPointC,
    rows.windKmh.map(Math.sqrt),
    rows.cloudFraction,
    rows.pressureHpa,
    rows.pressureChangeHpa,
    rows.lastMinimumC,
    ...rows.others,
    rows.angle.map((angle, row) => nightHours(rows.stations[rows.stationOf[row] ?? 0]?.lat ?? 0, angle)),
    ...harmonics(rows.angle, 1),
    rows.humidityPercent
  ]
}

/** A column laid by station and day, about each station's mean over its fitting rows. */
function anomalyGrid(rows: AustraliaRows, column: Float64Array, fitting: readonly number[]): PlaceDays {
  const places = rows.stations.length
  const first = firstDayOf(rows)
  const grid = emptyPlaceDays(places, rows.days.reduce((most, day) => Math.max(most, day), first) - first + 1)
  const sums = new Float64Array(places)
  const counts = new Float64Array(places)
  for (const row of fitting) {
    const place = rows.stationOf[row] ?? 0
    if (!Number.isFinite(at(column, row))) continue
    sums[place] = at(sums, place) + at(column, row)
    counts[place] = at(counts, place) + 1
  }
  for (let row = 0; row < column.length; row++) {
    const place = rows.stationOf[row] ?? 0
    grid.values[place * grid.days + at(rows.days, row) - first] =
      at(column, row) - at(sums, place) / at(counts, place)
  }
  return grid
}

function gridValues(rows: AustraliaRows, grid: PlaceDays): Float64Array {
  const first = firstDayOf(rows)
  return rows.days.map((day, row) => at(grid.values, (rows.stationOf[row] ?? 0) * grid.days + day - first))
}

function firstDayOf(rows: AustraliaRows): number {
  return rows.days.reduce((least, day) => Math.min(least, day), Number.POSITIVE_INFINITY)
}
