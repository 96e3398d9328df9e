/** The offset between 2 m and grass, learned by all stations together, each with its own departures. */
import { seasonAngle } from '../../data/civil-day.ts'
import { at } from '../../data/sequence.ts'
import { type Gaussian, gaussianOf } from '../../gaussian.ts'
import { harmonics } from '../../learning/climatology.ts'
import { forwardRegression } from '../../learning/forward-regression.ts'
import { emptyPlaceDays, recentMean } from '../../learning/recent-errors.ts'
import type { GrassRows } from './grass-rows.ts'

const usualSigmaC = 1

/** Walks forward through the days; a day is predicted from the days before it. */
export function pooledOffsets(rows: GrassRows): Gaussian {
  const first = rows.days.reduce((least, day) => Math.min(least, day), Number.POSITIVE_INFINITY)
  const days = rows.days.reduce((most, day) => Math.max(most, day), first) - first + 1
  const cell = (row: number) => (rows.stationOf[row] ?? 0) * days + at(rows.days, row) - first
  const laid = (value: (row: number) => number) => {
    const grid = emptyPlaceDays(rows.stations, days)
    for (let row = 0; row < rows.days.length; row++) grid.values[cell(row)] = value(row)
    return grid
  }
  const full = (row: number) => at(rows.fullOffsetC, row)
  const range = (row: number) => (at(rows.meanC, row) - at(rows.airC, row)) / 5
  const residuals = laid((row) => at(rows.grassC, row) - at(rows.airC, row))
  const season = harmonics(rows.days.map(seasonAngle), 1).map((wave) => (row: number) => at(wave, row))
  const own = [full, ...season, range, (row: number) => at(rows.windMps, row) / 5]
  const columns = [
    ...own,
    ...season.map((wave) => (row: number) => wave(row) * full(row)),
    (row: number) => full(row) ** 2 / 5,
    (row: number) => at(rows.cloudFraction, row),
    (row: number) => at(rows.humidityPercent, row) / 100,
    (row: number) => at(rows.airC, row) / 10,
    (row: number) => Math.min(at(rows.airC, row), 0) / 10
  ].map((value) => laid(value).values)
  const misses = laid((row) => at(rows.grassC, row) - at(rows.airC, row) + 0.65 * full(row))
  const recent = [0.95, 0.7].map((memory) => recentMean(misses, { lagDays: 1, memory, priorNights: 2 }))
  const fit = forwardRegression({
    residuals,
    columns: [...columns, ...recent],
    placeColumns: [...own.map((value) => laid(value).values), ...recent],
    spreadColumns: [laid(full).values, laid(range).values, laid((row) => at(rows.windMps, row) / 5).values],
    lagDays: 1,
    usualSigmaC
  })
  return gaussianOf(rows.days.length, (row) => ({
    meanC: at(rows.airC, row) + at(fit.correctionC, cell(row)),
    sigmaC: at(fit.sigmaC, cell(row))
  }))
}
