/** What an evening is known by: the readings of one thermometer. */

/** A reading of one thermometer at 2 m; null where an element is not known. */
export interface EveningReading {
  /** When it was measured [ms since epoch]. */
  readonly at: number
  readonly temperatureC: number
  readonly dewPointC: number | null
  readonly windSpeedMps: number | null
  /** 0…1. */
  readonly cloudCoverFraction: number | null
}

/** The forecast weather of an hour at the thermometer's own point. */
export type ForecastWeather = Omit<EveningReading, 'at'>

/** The air of an evening at one time. */
export interface EveningState {
  readonly temperatureC: number
  /** T − Td [°C], ≥ 0. */
  readonly deficitC: number
  readonly windSpeedMps: number
  /** 0…1. */
  readonly cloudFraction: number
  /** How much warmer it was two and five hours ago [°C]. */
  readonly fallOfTwoHoursC: number
  readonly fallOfFiveHoursC: number
  /** From the reading to sunrise [h], ≥ 0. */
  readonly hoursToSunrise: number
  /** From sunset to sunrise [h]. */
  readonly nightHours: number
  /** Where in the year: an angle [rad], 0 at the turn of the year 1970. */
  readonly season: number
}

/** The elements that a thermometer may not know, in the order in which they are estimated from each other. */
export const optionalElements = [
  'fallOfTwoHoursC',
  'fallOfFiveHoursC',
  'deficitC',
  'windSpeedMps',
  'cloudFraction'
] as const
export type OptionalElement = (typeof optionalElements)[number]

/** A state as measured: null where an element is not known. */
export type MeasuredState = Omit<EveningState, OptionalElement> & {
  readonly [Element in OptionalElement]: number | null
}
