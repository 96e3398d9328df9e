/** What each city learns from its own record alone, night by night. */
import { contrastShiftC } from '../../../src/frost/contrasts.ts'
import {
  daysUntilKnown,
  type LearnedSite,
  type PastNight,
  pastNight
} from '../../../src/frost/fading-site.ts'
import type { AirSpreadLaw } from '../../../src/frost/laws.ts'
import { nightsOfRecord, recentMeanC } from '../../../src/frost/sensor-watch.ts'
import { noSourceLaw, type SourceLaw, siteAtSource } from '../../../src/frost/source-law.ts'
import { defaultAirVarianceC2 } from '../../../src/frost/spread.ts'
import { lastNightsVariance } from '../../baselines/last-nights.ts'
import { at, rowsWhere } from '../../data/sequence.ts'
import type { PlaceDays } from '../../learning/place-days.ts'
import type { DefaultForecast } from './default-forecast.ts'

/** What is known of the bulletins when a day is forecast; days as those of the nights. */
export type SourceLawOn = (day: number) => SourceLaw

/** What is added to the default and σ [°C], laid as what was observed. */
interface OwnRecord {
  readonly biasC: Float64Array
  readonly sigmaC: Float64Array
}

/** What came, and what was forecast with nothing learned, by city and day, of one lead. */
interface Learning {
  readonly observedC: PlaceDays
  readonly forecast: DefaultForecast
  /** The default's spread at each city, from which its own begins. */
  readonly lawOf: (city: number) => AirSpreadLaw
  /** What the source's forecasts are known to have in common elsewhere; absent: nothing. */
  readonly sourceOf?: (city: number) => SourceLawOn
}

/** What is known after each of a city's nights, where the usual variance at one day’s lead is that [°C²]. */
type Learner = (nights: readonly PastNight[], usualVarianceC2: number, city: number) => readonly LearnedSite[]

/** The mean and the variance of the last 25 known nights. */
export const lastNights: Learner = (nights, usualVarianceC2) => {
  const known: number[] = []
  const scales: number[] = []
  return nights.map(({ residualC, errorScale }) => {
    known.push(residualC)
    scales.push(errorScale)
    const biasC = recentMeanC(known)
    const scale = scales.slice(-25)
    const errorsC = known.slice(-25).map((one, index) => (one - biasC) * (scale[index] ?? 1))
    return { biasC, siteVarianceC2: lastNightsVariance(errorsC, usualVarianceC2) }
  })
}

/** Walks through each city's nights: every night is forecast with what was known when its forecast was issued. */
export function ownRecord(learning: Learning, learner: Learner): OwnRecord {
  const { observedC, forecast, sourceOf = () => () => noSourceLaw } = learning
  const { days, values } = observedC
  const biasC = new Float64Array(values.length)
  const sigmaC = Float64Array.from(values, (_, cell) => forecast.sigmaC(cell, null))
  for (const city of cityNights(learning)) {
    const { place, known, nightOf, usualVarianceC2 } = city
    const learned = learner(known.map(nightOf), usualVarianceC2, place)
    const sourceOn = sourceOf(place)
    let newest = -1
    for (let day = 0; day < days; day++) {
      while ((known[newest + 1] ?? days) <= day - daysUntilKnown(forecast.leadDays)) newest += 1
      const site = newest + 1 < nightsOfRecord ? undefined : learned[newest]
      const cell = place * days + day
      const night = { day, leadDays: forecast.leadDays, forecast: forecast.minimaOf(cell) }
      const served = siteAtSource(site, sourceOn(day))
      biasC[cell] = served.biasC + contrastShiftC(served.contrasts, night)
      sigmaC[cell] = forecast.sigmaC(cell, site?.siteVarianceC2 ?? null)
    }
  }
  return { biasC, sigmaC }
}

/** A city with the days of which both forecast and minimum are known. */
export interface CityNights {
  readonly place: number
  readonly known: readonly number[]
  readonly nightOf: (day: number) => PastNight
  readonly usualVarianceC2: number
}

export function cityNights({ observedC, forecast, lawOf }: Learning): readonly CityNights[] {
  const { places, days, values } = observedC
  const { leadDays } = forecast
  return Array.from({ length: places }, (_, place) => {
    const cellOf = (day: number) => place * days + day
    const law = lawOf(place)
    const nightOf = (day: number) =>
      pastNight({
        ...{ day, leadDays, law, forecast: forecast.minimaOf(cellOf(day)) },
        residualC: at(values, cellOf(day)) - at(forecast.meanC, cellOf(day)),
        spreadFactor: at(forecast.factors, cellOf(day))
      })
    const known = rowsWhere(days, (day) =>
      Number.isFinite(at(values, cellOf(day)) - at(forecast.meanC, cellOf(day)))
    )
    return { place, known, nightOf, usualVarianceC2: defaultAirVarianceC2(1, law) }
  })
}
