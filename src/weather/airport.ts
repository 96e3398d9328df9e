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

export interface AirportServer {
  /** Every airport that reports; one request, for once a day. @throws {SourceError} */
  readonly stations: (signal: AbortSignal) => Promise<readonly Airport[]>
  /** The newest report of each of at most `maxStations` airports; some have none. @throws {SourceError} */
  readonly reports: (icaos: readonly string[], signal: AbortSignal) => Promise<readonly AirportReport[]>
  readonly maxStations: number
  /** How long it refuses requests after an error [ms]; null for an error that is no refusal. */
  readonly refusedForMs: (error: unknown) => number | null
}
