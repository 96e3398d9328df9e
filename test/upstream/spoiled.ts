/** Answers with faults in them: each member and each value of a list gone, null, of another type, or impossible. */
import { hourMs, hourSeconds } from '../../src/common/time.ts'
import { parseForecast as parseMetNorway } from '../../src/sources/met-norway/parse.ts'
import { parseForecast as parseOpenMeteo } from '../../src/sources/open-meteo/parse.ts'
import { parseForecast as parseOpenWeatherMap } from '../../src/sources/openweathermap/parse.ts'
import { type ParsedForecast, SourceError } from '../../src/sources/source.ts'

export type Parsed = Pick<ParsedForecast, 'series' | 'leftOut'>

/** An answer, how it is read, and which members decide frost, or when and where an hour is, as a whole. */
export interface Answering {
  readonly file: string
  readonly parse: (json: unknown) => Parsed
  readonly decides: RegExp
}

const openMeteo = {
  parse: parseOpenMeteo,
  decides:
    /^hourly(_units)?($|\.(time|temperature_2m|dew_?point_2m|relative_?humidity_2m|cloud_?cover|wind_?speed_10m)(\.\*)?$)|^utc_offset_seconds$/
}
const metNorway = {
  parse: (json: unknown) => parseMetNorway(json, () => []),
  decides:
    /^properties($|\.timeseries(\.\*(\.time|\.data(\.instant(\.details(\.(air_temperature|dew_point_temperature|relative_humidity|cloud_area_fraction|wind_speed))?)?|\.next_\d_hours\.details\.air_temperature_min)?)?)?$|\.meta\.units\.(air_temperature|dew_point_temperature|relative_humidity|cloud_area_fraction|wind_speed|air_temperature_min)$)/
}
const openWeatherMap = {
  parse: parseOpenWeatherMap,
  decides: /^(cod|list(\.\*(\.dt|\.main(\.temp|\.humidity)?|\.clouds(\.all)?|\.wind(\.speed)?)?)?)$/
}

export const answers: readonly Answering[] = [
  { file: 'open-meteo-gmt.json', ...openMeteo },
  { file: 'open-meteo-dew-point-and-soil.json', ...openMeteo },
  { file: 'met-norway-evening.json', ...metNorway },
  { file: 'openweathermap-metric.json', ...openWeatherMap }
]

export interface Fault {
  readonly path: readonly (string | number)[]
  readonly name: string
  readonly spoil: (parent: Record<string | number, unknown>, key: string | number) => void
}

const put =
  (value: unknown): Fault['spoil'] =>
  (parent, key) => {
    parent[key] = value
  }
/** Of a time another one; anything else stays. */
const later =
  (hours: number): Fault['spoil'] =>
  (parent, key) => {
    const at = parent[key]
    if (typeof at === 'number' && at > 1e9) parent[key] = at + hours * hourSeconds
    if (typeof at === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(at))
      parent[key] = new Date(Date.parse(at) + hours * hourMs).toISOString()
  }
const yearHours = 8766

const spoils: readonly Omit<Fault, 'path'>[] = [
  ...[-50 * yearHours, -30, -3, -1, 1, 3, 30, 7000 * yearHours].map((hours) => ({
    name: `${hours} h later`,
    spoil: later(hours)
  })),
  { name: 'null', spoil: put(null) },
  { name: 'absent', spoil: (parent, key) => (Array.isArray(parent) ? put(null) : remove)(parent, key) },
  { name: 'text', spoil: put('NaN') },
  { name: 'a number as text', spoil: put('4') },
  { name: 'true', spoil: put(true) },
  { name: 'a list', spoil: put([]) },
  { name: 'an object', spoil: put({}) },
  { name: '−9999', spoil: put(-9999) },
  { name: '1e9', spoil: put(1e9) },
  { name: 'NaN', spoil: put(Number.NaN) },
  {
    name: 'a shorter list',
    spoil: (parent, key) => {
      if (Array.isArray(parent[key])) parent[key] = parent[key].slice(3)
    }
  }
]

function remove(parent: Record<string | number, unknown>, key: string | number): void {
  delete parent[key]
}

/**
 * A place in an answer: at each level any member is as likely as any other, so that columns are not lost in values. A
 * third of the places are all of a column: their indices are `*`.
 */
export function randomFault(json: unknown, random: () => number): Fault {
  const path: (string | number)[] = []
  let at: unknown = json
  while (
    typeof at === 'object' &&
    at !== null &&
    Object.keys(at).length > 0 &&
    (path.length === 0 || random() < 0.75)
  ) {
    const keys = Object.keys(at)
    const key = keys[Math.floor(random() * keys.length)] ?? ''
    path.push(Array.isArray(at) ? Number(key) : key)
    at = (at as Record<string, unknown>)[key]
  }
  const spoil = spoils[Math.floor(random() * spoils.length)]
  if (spoil === undefined) throw new Error('no fault')
  const isColumn = random() < 0.33
  return { path: isColumn ? path.map((key) => (typeof key === 'number' ? '*' : key)) : path, ...spoil }
}

/** Spoils an answer in place; false where an earlier fault has taken the place away. */
export function spoil(json: unknown, { path, spoil: change }: Fault): boolean {
  const [key, ...rest] = path
  if (typeof json !== 'object' || json === null || key === undefined) return false
  const parent = json as Record<string | number, unknown>
  const keys = key === '*' ? [...Object.keys(parent).keys()] : [key]
  if (rest.length > 0)
    return keys.map((one) => spoil(parent[one], { name: '', path: rest, spoil: change })).includes(true)
  for (const one of keys) change(parent, one)
  return true
}

/** What a source reads of an answer; null where it refuses. Any other error is thrown. */
export function readOrRefused(read: () => Parsed): Parsed | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof SourceError) return null
    throw error
  }
}
