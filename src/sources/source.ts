/** The contract of weather sources: a folder that returns a `Source`, and a line in registry.ts. */

import type { EnvironmentDescription, Note, SettingsOf } from '../config/environment.ts'
import type { Localized } from '../language/language.ts'
import type { SendRequest } from '../outgoing/request.ts'
import type { HourSetAside } from '../weather/absurd-hours.ts'
import type { Point } from '../weather/point.ts'
import type { HourlySeries, SeasonHours, SeriesVariable } from '../weather/series.ts'

/** A row of the table in docs/sources.md, in Markdown; `npm run docs` writes it there. */
interface SourceRow {
  readonly provides: string
  readonly needs: string
  readonly licence: string
}

export interface SourceEntry<Description extends EnvironmentDescription> {
  readonly environment: Description
  /** The setting without which the source cannot be asked, or null. */
  readonly needs: keyof Description | null
  /** Its weather is made up: it is used only where SOURCES names it. */
  readonly isSynthetic?: true
  /** What the operator checks if it does not answer; null: only the usual. */
  readonly remedy: Localized | null
  readonly row: SourceRow
  readonly notes?: (settings: SettingsOf<Description>) => readonly Note[]
  readonly create: (settings: SettingsOf<Description>, send: SendRequest, clock: () => number) => Source
}

export function sourceEntry<Description extends EnvironmentDescription>(
  folder: SourceEntry<Description>
): SourceEntry<Description> {
  return folder
}

/** Must be said wherever the data are shown. */
export interface SourceCredit {
  /** Stable id, as in `SOURCES`: `open-meteo`. */
  readonly id: string
  /** For people: `Open-Meteo`. */
  readonly name: string
  /** SPDX id or short name of the data's licence. */
  readonly license: string
  readonly url: string
  readonly attribution: string
}

export interface SourceLimits {
  /** How often the source renews its forecast [s]; after one period data are `aging`, after two `stale`. */
  readonly updatePeriodSeconds: number
  /** Calls a day, in the source's own units; null = unlimited (one's own server, demo). */
  readonly dailyBudget: number | null
  /** The same a minute and an hour; absent = unlimited. */
  readonly perMinute?: number
  readonly perHour?: number
  /** In the same units. */
  readonly costOf: (request: ForecastRequest) => number
  /** True for a service shared with the world: new points per client are then limited. */
  readonly isPublic: boolean
}

export interface ForecastRequest {
  readonly point: Point
  /** How many local days from today are wanted, 1…16; a source gives what it has. */
  readonly days: number
  readonly previous: Validators | null
}

export interface Validators {
  readonly etag: string | null
  readonly lastModified: string | null
}

/** The cell of the provider's grid that answered; null members where it does not say. */
export interface GridCell {
  readonly lat: number | null
  readonly lon: number | null
  readonly elevation: number | null
  /** From the height it was fetched for [m]; absent: it was fetched for the point's own. */
  readonly raisedM?: number
}

/** What counts as missing in an answer. */
export interface LeftOut {
  /** Other columns than the temperature, each with at least one such value. */
  readonly variables: readonly SeriesVariable[]
  readonly hours: readonly HourSetAside[]
}

/** What an answer says about the weather. */
export interface ParsedForecast {
  readonly series: HourlySeries
  readonly grid: GridCell
  /** What in the answer cannot be and counts as missing. */
  readonly leftOut: LeftOut
}

export interface FetchedForecast extends Pick<ParsedForecast, 'series' | 'grid'> {
  readonly kind: 'forecast'
  readonly leftOut?: LeftOut
  /** The run's issue time [ms since epoch], where the source says it; else null. */
  readonly issuedAt: number | null
  /** Not to be asked again before [ms since epoch], where the source says it; else null. */
  readonly expiresAt: number | null
  readonly validators: Validators
  /** The model's name where the source gives it, else null. */
  readonly model: string | null
  /** What the operator should know of this answer, for the log; absent where there is nothing. */
  readonly warning?: string
}

/** The source answered 304: the previous answer still holds. */
export interface NotModified {
  readonly kind: 'not_modified'
  readonly expiresAt: number | null
}

export interface Source {
  readonly credit: SourceCredit
  readonly limits: SourceLimits
  /** True only for made-up data; everything that shows it must say so. */
  readonly synthetic: boolean
  /** @throws {SourceError} for everything that is not a usable answer; never returns half of one. */
  readonly fetchForecast: (
    request: ForecastRequest,
    signal: AbortSignal
  ) => Promise<FetchedForecast | NotModified>
  /** Many points in one upstream request, where the provider allows; answers in the order of the points. */
  readonly fetchForecasts?: (
    requests: readonly ForecastRequest[],
    signal: AbortSignal
  ) => Promise<readonly (FetchedForecast | NotModified | SourceError)[]>
  readonly fetchEnsemble?: (request: ForecastRequest, signal: AbortSignal) => Promise<EnsembleForecast>
  readonly ensembleLimits?: SourceLimits
  readonly season?: SeasonCapability
  readonly archive?: ArchiveCapability
  readonly models?: ModelsCapability
  readonly earlierRuns?: EarlierRunsCapability
}

/** A place in an archive, and whole local days since 1970-01-01, both included. */
export interface ArchiveRequest extends Pick<Point, 'lat' | 'lon' | 'timezone'> {
  readonly fromDay: number
  readonly toDay: number
}

export interface ArchiveMinima {
  readonly startDay: number
  /** The lowest temperature at 2 m of each local day [°C]; NaN = missing. */
  readonly minimaC: Float32Array
  /** The height they are for [m]; null where the provider does not say. */
  readonly elevation: number | null
}

export interface ArchiveCapability {
  /** Limits of the server that has them; `costOf` is not used. */
  readonly limits: SourceLimits
  /** Whose, and their licence, for people. */
  readonly name: string
  /** Points of one cell of this size have the same minima, but for their height [degrees]. */
  readonly cellDegrees: number
  /** In the units of `limits.dailyBudget`. */
  readonly costOf: (request: ArchiveRequest) => number
  /** @throws {SourceError} as `fetchForecast` does */
  readonly fetch: (request: ArchiveRequest, signal: AbortSignal) => Promise<ArchiveMinima>
}

/** Temperatures at 2 m [°C], from `startHour` [hours since 1970-01-01T00:00Z]; NaN = missing. */
export interface ModelForecasts {
  readonly startHour: number
  readonly models: ReadonlyMap<string, Float32Array>
}

/** An answer has the past days as each model's latest runs had them, and the days to come. */
export interface ModelsCapability {
  /** The model of `fetchForecast`, among those of an answer. */
  readonly first: string
  readonly names: readonly string[]
  /** What one request costs, in the units of `limits.dailyBudget`. */
  readonly costUnits: number
  /** @throws {SourceError} as `fetchForecast` does */
  readonly fetch: (point: Point, signal: AbortSignal) => Promise<ModelForecasts>
}

/** Past hours as they were forecast at each lead: hour by hour from `startHour` [hours since 1970-01-01T00:00Z]. */
export interface EarlierRuns {
  readonly startHour: number
  readonly hours: number
  /** Temperatures at 2 m [°C] by lead: the latest run first, then those of one to seven days before; NaN = missing. */
  readonly temperaturesC: readonly Float32Array[]
  readonly grid: GridCell
}

export interface EarlierRunsCapability {
  /** Limits of the server that has them; `costOf` is not used. */
  readonly limits: SourceLimits
  /** What one request costs, in the units of `limits.dailyBudget`. */
  readonly costUnits: number
  /** @throws {SourceError} as `fetchForecast` does */
  readonly fetch: (point: Point, signal: AbortSignal) => Promise<EarlierRuns>
}

/** Whole UTC days since 1970-01-01, both included; `toDay` is today at the latest. */
export interface SeasonRequest {
  readonly point: Point
  readonly fromDay: number
  readonly toDay: number
}

export interface FetchedSeason extends SeasonHours {
  /** Where forecasts for the point come from now, as the answer for the latest days says. */
  readonly grid: GridCell
}

export interface SeasonCapability {
  /** Whose, and their licence, for people. */
  readonly name: string
  /** In the units of `limits.dailyBudget`. */
  readonly costOf: (request: SeasonRequest) => number
  /** @throws {SourceError} as `fetchForecast` does */
  readonly fetch: (request: SeasonRequest, signal: AbortSignal) => Promise<FetchedSeason>
  /** The instant whose season is meant, where that is not now: the demo's spring never ends. Both in ms since epoch. */
  readonly instantOf?: (point: Point, nowAt: number) => number
}

/** Members' 2 m temperature [°C]: `members` × `hours` numbers, member after member; NaN = missing. */
export interface EnsembleForecast {
  readonly startHour: number
  readonly hours: number
  readonly members: number
  readonly temperatures: Float32Array
  readonly model: string | null
}

/**
 * `unreachable`: refused, reset, no name, no answer in time; `refused`: 4xx or 5xx but 429 (403: a key or contact is
 * missing); `rate_limited`: 429; `unusable`: not what the API documents (broken JSON, HTML, unequal columns, too
 * large); `not_covered`: no data for this point.
 */
export type SourceErrorKind = 'unreachable' | 'refused' | 'rate_limited' | 'unusable' | 'not_covered'

export class SourceError extends Error {
  readonly kind: SourceErrorKind
  /** What the source asked us to wait [s], or null. */
  readonly retryAfterSeconds: number | null

  constructor(kind: SourceErrorKind, message: string, retryAfterSeconds: number | null = null) {
    super(message)
    this.name = 'SourceError'
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
  }
}
