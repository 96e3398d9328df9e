/** How stations differ from the archive: least squares of a yearly curve, each place counting the same. */
import { type ArchiveLaw, type YearlyCurve, yearlyTerms } from '../../src/frost/climate/archive-law.ts'
import { weightedLeastSquares } from '../../src/frost/least-squares.ts'
import type { ArchiveDay } from '../benches/climate/rows.ts'
import { meanOf } from '../data/sequence.ts'

interface Difference {
  readonly place: number
  readonly day: number
  readonly differenceC: number
  readonly weight: number
}

/**
 * The law of some places.
 * @param places The days of each; the spread between places is that of their own mean biases, 0 for a single one.
 */
export function fitArchive(places: readonly (readonly ArchiveDay[])[]): ArchiveLaw {
  const rows = places.flatMap((days, place) =>
    days.map(
      ({ day, archiveC, stationC }): Difference => ({
        place,
        day,
        differenceC: stationC - archiveC,
        weight: 1 / days.length
      })
    )
  )
  const biasC = yearly(rows, ({ differenceC }) => differenceC)
  // Around its own place's mean: how places differ is told apart.
  const own = places.map((_, place) =>
    meanOf(rows.filter((row) => row.place === place).map((row) => row.differenceC - curveAt(biasC, row.day)))
  )
  const errorOf = (row: Difference) => row.differenceC - curveAt(biasC, row.day) - (own[row.place] ?? 0)
  const varianceC2 = yearly(rows, (row) => errorOf(row) ** 2)
  return {
    biasC,
    varianceC2,
    persistence: persistenceOf(rows, (row) => errorOf(row) / Math.sqrt(curveAt(varianceC2, row.day))),
    placesSdC:
      places.length < 2 ? 0 : Math.sqrt(own.reduce((sum, one) => sum + one * one, 0) / (places.length - 1)),
    places: places.length
  }
}

function yearly(rows: readonly Difference[], outcome: (row: Difference) => number): YearlyCurve {
  const [mean = 0, cosine = 0, sine = 0] = weightedLeastSquares(
    rows.map((row) => ({ predictors: yearlyTerms(row.day), outcome: outcome(row), weight: row.weight })),
    Array.from({ length: 3 }, () => ({ value: 0, strength: 0 }))
  )
  return [mean, cosine, sine]
}

function curveAt(curve: YearlyCurve, day: number): number {
  const terms = yearlyTerms(day)
  return curve[0] * terms[0] + curve[1] * terms[1] + curve[2] * terms[2]
}

/** The correlation of consecutive nights. */
function persistenceOf(rows: readonly Difference[], errorOf: (row: Difference) => number): number {
  let products = 0
  let squares = 0
  rows.forEach((row, index) => {
    const before = rows[index - 1]
    if (before === undefined || before.place !== row.place || row.day !== before.day + 1) return
    products += errorOf(row) * errorOf(before)
    squares += (errorOf(row) ** 2 + errorOf(before) ** 2) / 2
  })
  return squares === 0 ? 0 : products / squares
}
