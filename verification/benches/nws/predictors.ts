/** What is known of a city's night when its forecast is issued, beside the forecast itself. */
import { seasonAngle } from '../../data/civil-day.ts'
import { at } from '../../data/sequence.ts'
import { neighbourMean, neighbourWeights } from '../../learning/neighbours.ts'
import { type PlaceDays, recentMean, shifted } from '../../learning/recent-errors.ts'
import { type LeadHours, lagDaysOf, leadHours, type NwsForecasts } from './forecasts.ts'

/** Recent errors are remembered over a month, a week and a day or two. */
const memories = [
  { memory: 0.97, priorNights: 3 },
  { memory: 0.85, priorNights: 2 },
  { memory: 0.5, priorNights: 1 }
]
const neighbourhood = { scaleKm: 300, priorWeight: 0.3 }
/** The forecast for the morning before and the one after that stand in the same or an earlier bulletin, by lead. */
const sameBulletin: Readonly<Record<LeadHours, { before: LeadHours; after: LeadHours | null }>> = {
  12: { before: 12, after: 36 },
  24: { before: 12, after: 48 },
  36: { before: 12, after: null },
  48: { before: 24, after: null }
}

export interface NwsPredictors {
  /** Measured minus forecast [°C]. */
  readonly residuals: PlaceDays
  readonly columns: readonly Float64Array[]
  readonly placeColumns: readonly Float64Array[]
  readonly spreadColumns: readonly Float64Array[]
}

/** All predictors of one lead. */
export function nwsPredictors(data: NwsForecasts, lead: LeadHours): NwsPredictors {
  const forecast = data.forecastC[lead]
  const own = forecast.values
  const residuals = {
    ...forecast,
    values: own.map((value, cell) => at(data.observedC.values, cell) - value)
  }
  const lagDays = lagDaysOf(lead)
  const away = (other: Float64Array) => other.map((value, cell) => value - at(own, cell))
  const { before, after } = sameBulletin[lead]
  const earlier = leadHours.filter((hours) => hours > lead).map((hours) => away(data.forecastC[hours].values))
  const fromBefore = away(shifted(data.forecastC[before], 1))
  const neighbouring = [fromBefore]
  if (after !== null) neighbouring.push(away(shifted(data.forecastC[after], -1)))
  const persistence = away(recentMean(data.observedC, { lagDays, memory: 0.8, priorNights: 0 })).map(
    (v) => -v
  )
  const weights = neighbourWeights(data.cities, neighbourhood.scaleKm)
  // Where the forecasts of a whole region have lately been changed, a city's own change is less of its own.
  const aroundEarlier = earlier.map((values) =>
    neighbourMean({ ...forecast, values }, weights, neighbourhood.priorWeight)
  )
  const season = seasonColumns(data)
  return {
    residuals,
    columns: [
      ...recentErrors(residuals, weights, lagDays),
      persistence,
      ...earlier,
      ...aroundEarlier,
      ...neighbouring,
      own.map((value) => value / 10),
      own.map((value) => Math.min(value, 0) / 10)
    ],
    placeColumns: [persistence, ...neighbouring, ...season, ...earlier],
    spreadColumns: [
      disagreement([own, ...leadHours.filter((h) => h > lead).map((h) => data.forecastC[h].values)]),
      (neighbouring.at(-1) ?? fromBefore).map((value) => Math.sqrt(Math.abs(value))),
      season[1] ?? new Float64Array(own.length)
    ]
  }
}

function recentErrors(residuals: PlaceDays, weights: Float64Array, lagDays: number): Float64Array[] {
  return memories.flatMap((memory) => {
    const own = recentMean(residuals, { lagDays, ...memory })
    return [own, neighbourMean({ ...residuals, values: own }, weights, neighbourhood.priorWeight)]
  })
}

function seasonColumns(data: NwsForecasts): Float64Array[] {
  const { days, values } = data.observedC
  const angle = values.map((_, cell) => seasonAngle(data.firstDay + (cell % days)))
  return [angle.map(Math.sin), angle.map(Math.cos)]
}

/** The root of the standard deviation of the forecasts issued so far for the same morning [√°C]. */
function disagreement(forecasts: readonly Float64Array[]): Float64Array {
  return (forecasts[0] ?? new Float64Array(0)).map((_, cell) => {
    const known = forecasts.map((values) => at(values, cell)).filter(Number.isFinite)
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length
    return Math.sqrt(Math.sqrt(known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / known.length))
  })
}
