/** Temperatures are °C. */
import type { Airport, AirportReport } from '../weather/airport.ts'
import type { Box, NewObservation, NewSensor, Sensor, StoredObservation } from './ports.ts'

export interface Reading {
  /** [ms since epoch] */
  readonly measuredAt: number
  readonly temperatureC: number
  readonly dewPointC: number | null
  readonly windSpeedMps: number | null
  /** It may be of another time: a night's minimum may follow from it, and not what is shown of tonight. Absent: no. */
  readonly isLate?: boolean
}

export interface NewReading extends Reading {
  readonly sensor: NewSensor
}

export interface ReadingStore {
  /** In one transaction and order; the later of two for the same sensor and instant wins. */
  readonly saveReadings: (rows: readonly NewReading[], now: number) => Promise<readonly StoredObservation[]>
  /** One sensor's, from ≤ measured < until, by time. */
  readonly readings: (sensorSeq: number, from: number, until: number) => Promise<readonly Reading[]>
  readonly readSince: (at: number) => Promise<readonly Sensor[]>
  /** The sensors of which readings came in from an instant on, each with when the last one did. */
  readonly receivedSince: (
    at: number
  ) => Promise<readonly { readonly seq: number; readonly receivedAt: number }[]>
  /** Stores minima that follow from readings; one that was sent for the same sensor and night stays. */
  readonly saveFromReadings: (
    rows: readonly NewObservation[],
    now: number
  ) => Promise<readonly StoredObservation[]>
  readonly forgetReadings: (before: number) => Promise<number>
}

export interface AirportNight {
  readonly icao: string
  readonly date: string
  readonly minimumC: number
  /** Whole degrees: such minima read 0.23 °C high. */
  readonly isWhole: boolean
}

export interface AirportStore {
  /** Stores new reports; known ones stay. */
  readonly saveAirportReports: (
    airports: readonly Airport[],
    reports: readonly AirportReport[]
  ) => Promise<void>
  readonly airports: () => Promise<readonly Airport[]>
  readonly airportsIn: (box: Box) => Promise<readonly Airport[]>
  readonly airportReportsOf: (icaos: readonly string[], since: number) => Promise<readonly AirportReport[]>
  /** What is stored already stays. */
  readonly saveAirportNights: (nights: readonly AirportNight[]) => Promise<void>
  readonly airportNights: (icao: string, sinceDate: string) => Promise<readonly AirportNight[]>
  /** Reports of all airports from an instant on, by airport and time. */
  readonly airportReports: (since: number) => Promise<readonly AirportReport[]>
  readonly forgetAirportReports: (before: number) => Promise<number>
}

/** What the evenings of a thermometer taught; `station` is a sensor's number or an airport's code. */
export interface StoredEveningLaw {
  readonly station: string
  /** Which law of all it departs from. */
  readonly world: string
  readonly learned: string
}

export interface EveningLawStore {
  /** Stores nights, each `NightOfEvenings` as JSON; what is stored already stays. */
  readonly saveEveningStates: (
    station: string,
    nights: readonly { readonly day: number; readonly evenings: string }[]
  ) => Promise<void>
  /** The newest night of a thermometer [whole days since 1970-01-01]; null: none. */
  readonly newestEveningState: (station: string) => Promise<number | null>
  readonly eveningStates: (station: string, after: number, before: number) => Promise<readonly string[]>
  readonly forgetEveningStates: (before: number) => Promise<number>
  readonly saveEveningLaws: (laws: readonly StoredEveningLaw[]) => Promise<void>
  readonly eveningLaws: (stations: readonly string[]) => Promise<readonly StoredEveningLaw[]>
}
