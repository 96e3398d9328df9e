export interface Airport {
  /** Four letters or digits. */
  readonly icao: string
  readonly name: string
  readonly lat: number
  readonly lon: number
  /** [m] */
  readonly elevation: number
}

/** Temperatures are °C. */
export interface AirportReport {
  readonly icao: string
  /** [ms since epoch] */
  readonly measuredAt: number
  readonly temperatureC: number
  readonly dewPointC: number | null
  readonly windSpeedMps: number | null
  readonly cloudCoverFraction: number | null
  /** Temperatures are whole degrees, as everywhere but where the remarks have tenths. */
  readonly isWhole: boolean
}
