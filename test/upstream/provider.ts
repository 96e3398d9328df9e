/** What every provider on loopback can do: judge a request, answer it, and spoil an answer's columns. */
import type { IncomingHttpHeaders } from 'node:http'
import type { WeatherAt } from './weather.ts'

/** One request as it came in. */
export interface ReceivedRequest {
  readonly provider: ProviderId
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
}

export type ProviderId = 'open-meteo' | 'met-norway' | 'openweathermap'

export interface ProviderAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Undefined for an answer without a body. */
  readonly json: unknown
}

export interface Reporting {
  readonly weather: WeatherAt
  /** Now [ms since epoch]. */
  readonly now: number
  /** How fine Open-Meteo's grid is. */
  readonly cellsPerDegree: number
}

/** A column that a fault can spoil, in every provider's own words. */
export type SpoiledColumn = 'temperature' | 'cloud'

/** Changes a JSON answer in place. */
export interface Spoiling {
  /** Every value null. */
  readonly nullColumn: (json: unknown, column: SpoiledColumn) => void
  /** One value too few in one column or, where an answer has rows, one row without its values. */
  readonly unequalColumns: (json: unknown) => void
  /** Numbers written as text. */
  readonly strings: (json: unknown, column: SpoiledColumn) => void
  /** Cloud cover as a fraction instead of percent. */
  readonly fractions: (json: unknown) => void
}

export interface Provider {
  readonly id: ProviderId
  /** What is wrong with a request, each a sentence; none if the real provider would accept it. */
  readonly violationsOf: (request: ReceivedRequest) => readonly string[]
  readonly answer: (request: ReceivedRequest, reporting: Reporting) => ProviderAnswer
  readonly spoil: Spoiling
  /** What this provider sends as an error that has status 200. */
  readonly errorObject: unknown
}

/** Sentences for members that are missing, not expected, or not as `rules` wants them. */
export function judgeQuery(
  query: URLSearchParams,
  rules: Readonly<Record<string, { readonly required: boolean; readonly pattern: RegExp }>>
): readonly string[] {
  const found = [...query.keys()]
  const unknown = found
    .filter((name) => !Object.hasOwn(rules, name))
    .map((name) => `unknown parameter ${name}`)
  const repeated = found
    .filter((name, index) => found.indexOf(name) !== index)
    .map((name) => `${name} is given twice`)
  const wrong = Object.entries(rules).flatMap(([name, { required, pattern }]) => {
    const value = query.get(name)
    if (value === null) return required ? [`${name} is missing`] : []
    return pattern.test(value) ? [] : [`${name} is "${value}"`]
  })
  return [...unknown, ...repeated, ...wrong]
}

/** A member of an object of unknown shape, for spoiling answers. */
export function member(json: unknown, ...path: readonly string[]): Record<string, unknown> {
  let found = json as Record<string, unknown>
  for (const name of path) found = found[name] as Record<string, unknown>
  return found
}
