/** What each station learns from its own record alone, day after day. */
import { offsetOf, offsetPrior, recordOf, withNight } from '../../../src/frost/learned-offset.ts'
import { givenAfterEach } from '../../../src/frost/learned-site.ts'
import { nightsOfRecord, recentMeanC } from '../../../src/frost/sensor-watch.ts'
import { sigmaOffsetC } from '../../../src/frost/spread.ts'
import { lastNightsVariance } from '../../baselines/last-nights.ts'
import { at, rowsOf, rowsWhere } from '../../data/sequence.ts'
import { dailyOffsetC, type GroundFit } from '../../fit/ground.ts'
import { type Gaussian, gaussianOf } from '../../gaussian.ts'
import type { GrassRows } from './grass-rows.ts'

/** The rows with what the law of each makes of them. */
export interface GrassOffsets extends GrassRows {
  /** x: the ground law's offset of the day [°C]. */
  readonly offsetC: Float64Array
  readonly laws: (row: number) => GroundFit
}

export function byLaws(rows: GrassRows, laws: (row: number) => GroundFit): GrassOffsets {
  const offsetC = rowsOf(rows.days.length, (row) => dailyOffsetC(rows, row, laws(row)))
  return { ...rows, laws, offsetC }
}

/** With nothing learned: the ground law, and its own spread. */
export function usualForecast(rows: GrassOffsets): Gaussian {
  return gaussianOf(rows.days.length, (row) => {
    const offsetC = at(rows.offsetC, row)
    return { meanC: at(rows.airC, row) - offsetC, sigmaC: usualSigmaC(offsetC) }
  })
}

/** The place's own offset law, as the service learns it where both minima are measured. */
export function learnedLaw(rows: GrassOffsets): Gaussian {
  let station = -1
  let first = 0
  let record = offsetPrior
  return gaussianOf(rows.days.length, (row) => {
    if (rows.stationOf[row] !== station) {
      station = rows.stationOf[row] ?? -1
      first = row
      record = recordOf(rows.laws(row).offsetPrior)
    }
    const law = offsetOf(row - first < nightsOfRecord ? recordOf(rows.laws(row).offsetPrior) : record)
    const usualC = at(rows.offsetC, row)
    const airC = at(rows.airC, row)
    const offsetC = Math.max(usualC + law.constantC + law.slope * usualC, 0)
    const deviationC = airC - at(rows.grassC, row) - usualC
    record = withNight(record, { fullOffsetC: usualC, deviationC })
    return { meanC: airC - offsetC, sigmaC: usualSigmaC(offsetC) * (law.spreadFactor ?? 1) }
  })
}

/**
 * Bias and spread, fading, as the service learns them where the plants' minimum alone is measured; the law stays the
 * usual one.
 */
export function learnedBias(rows: GrassOffsets): Gaussian {
  return biased(rows, (station) => {
    const nights = station.map(({ day, residualC, usualC }) => ({
      day,
      lagDays: 1,
      residualC,
      // The spread is learned in units of the usual one, which differs from night to night.
      errorScale: 1 / usualC
    }))
    return givenAfterEach(nights, 1).map((one) => ({ biasC: one.biasC, ratio: one.siteVarianceC2 }))
  })
}

/** The same from the last 25 nights, each counting the same. */
export function lastNightsBias(rows: GrassOffsets): Gaussian {
  return biased(rows, (station) => {
    const residualsC: number[] = []
    const errors: number[] = []
    return station.map(({ residualC, usualC }) => {
      errors.push((residualC - recentMeanC(residualsC)) / usualC)
      residualsC.push(residualC)
      return { biasC: recentMeanC(residualsC), ratio: lastNightsVariance(errors, 1) }
    })
  })
}

interface GrassNight {
  readonly day: number
  /** Measured minus the usual forecast, and its usual spread [°C]. */
  readonly residualC: number
  readonly usualC: number
}

/**
 * @param after What a station knows after each of its nights: its bias, and its variance as a multiple of the usual
 *   one.
 */
function biased(
  rows: GrassOffsets,
  after: (station: readonly GrassNight[]) => readonly { readonly biasC: number; readonly ratio: number }[]
): Gaussian {
  const usual = usualForecast(rows)
  const known = new Map<number, { readonly biasC: number; readonly ratio: number }>()
  for (let station = 0; station < rows.stations.length; station++) {
    const own = rowsWhere(rows.days.length, (row) => rows.stationOf[row] === station)
    const learned = after(
      own.map((row) => ({
        day: at(rows.days, row),
        residualC: at(rows.grassC, row) - at(usual.meanC, row),
        usualC: at(usual.sigmaC, row)
      }))
    )
    const usualOnes = { biasC: 0, ratio: 1 }
    for (const [index, row] of own.entries())
      known.set(row, (index < nightsOfRecord ? undefined : learned[index - 1]) ?? usualOnes)
  }
  return gaussianOf(rows.days.length, (row) => {
    const { biasC, ratio } = known.get(row) ?? { biasC: 0, ratio: 1 }
    return { meanC: at(usual.meanC, row) + biasC, sigmaC: at(usual.sigmaC, row) * Math.sqrt(ratio) }
  })
}

function usualSigmaC(offsetC: number): number {
  return sigmaOffsetC({ exposureFactor: 1, offsetC, cloudDefaulted: false, windDefaulted: false })
}
