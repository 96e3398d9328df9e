import { BoundedMap } from '../../common/bounded-map.ts'
import type { NearestPlace } from '../../forecasts/report/place-report.ts'
import { coordinatesHint, unknownPlaceDetail } from '../../places/coordinates.ts'
import { slugPattern, toSlug } from '../../places/folding.ts'
import type { Gazetteer, NearPlace } from '../../places/gazetteer.ts'
import { type AskedPoint, pointAt, roundPoint } from '../../places/point.ts'
import { type Place, type Point, pointOf } from '../../weather/point.ts'
import type { Problem } from '../problem.ts'
import { invalidParameters, type ParameterError, type QueryTexts, quoted, take } from '../query.ts'
import { elevationParameter, latParameter, locationParameter, lonParameter } from './parameters.ts'

/** `Link` to the place's own slug, else empty. From the parsed question: one client's `utm_…` must not reach others. */
export function canonicalLinks(
  address: string,
  { texts }: Pick<QueryTexts, 'texts'>,
  { canonicalSlug }: Pick<Located, 'canonicalSlug'>
): readonly string[] {
  if (canonicalSlug === null) return []
  const query = new URLSearchParams([...texts].sort(([one], [other]) => (one < other ? -1 : 1)))
  query.set('location', canonicalSlug)
  return [`<${address}?${query.toString()}>; rel="canonical"`]
}

export function linkHeader(links: readonly string[]): Readonly<Record<string, string>> {
  return links.length === 0 ? {} : { Link: links.join(', ') }
}

export interface Located {
  readonly point: Point
  readonly place: Place | null
  /** The nearest named place; null at a named place. */
  readonly nearest: NearestPlace | null
  /** The correct slug, where `location` is another spelling of it or an alias; else null. */
  readonly canonicalSlug: string | null
}

type LocationResult<Found = Located> =
  | { readonly kind: 'located'; readonly located: Found }
  | { readonly kind: 'problem'; readonly problem: Problem }
  /** The errors of the query say what is wrong. */
  | { readonly kind: 'invalid' }

const maxSuggestions = 5

/** Points found without a search: an integrator requests the same few thousand points all day. */
interface KnownPoints {
  readonly find: (point: AskedPoint, gazetteer: Gazetteer) => Promise<Located>
}

/** About 400 bytes each. V8's table of more than 16,384 entries that replace each other doubles. */
const maxKnownPoints = 16_000

export function createKnownPoints(): KnownPoints {
  const known = new BoundedMap<string, Located>(maxKnownPoints)
  return {
    async find({ lat, lon, elevation }, gazetteer) {
      const at = roundPoint(lat, lon)
      const key = `${at.lat} ${at.lon} ${elevation ?? ''}`
      const cached = known.get(key)
      if (cached !== undefined) return cached
      const { point, place, nearest } = await pointAt({ ...at, elevation: elevation ?? null }, gazetteer)
      const located = { point, place, nearest: nearestOf(nearest), canonicalSlug: null }
      known.set(key, located)
      return located
    }
  }
}

function nearestOf(found: NearPlace | null): NearestPlace | null {
  if (found === null || found.distanceKm === 0) return null
  const { place, distanceKm } = found
  return { name: place.name, slug: place.slug, distanceKm }
}

export interface LocatorDeps {
  readonly gazetteer: Gazetteer
  readonly knownPoints: KnownPoints
}

/** `location`, or `lat` and `lon` where taken. Call it after the other parameters: a problem lists their faults too. */
export async function locateQuery(
  query: QueryTexts,
  deps: LocatorDeps
): Promise<{ readonly located: Located } | { readonly problem: Problem }> {
  const result = await locate(query, deps)
  if (query.errors.length > 0 || result.kind === 'invalid')
    return { problem: invalidParameters(query.errors) }
  return result.kind === 'problem' ? { problem: result.problem } : { located: result.located }
}

export async function locate(
  query: QueryTexts,
  { gazetteer, knownPoints }: LocatorDeps
): Promise<LocationResult> {
  const { errors, texts } = query
  const text = texts.get('location')
  if (text !== undefined) {
    const contradiction = besideLocation(query)
    if (contradiction === null) return findPlace(text, gazetteer, errors)
    errors.push(contradiction)
    return { kind: 'invalid' }
  }
  if (!names(query, 'lat', 'lon', 'elevation')) {
    // An empty `location` is a fault already.
    if (!names(query, 'location')) errors.push(missingPlace)
    return { kind: 'invalid' }
  }
  const lat = take(query, { ...latParameter, required: true })
  const lon = take(query, { ...lonParameter, required: true })
  const given = take(query, elevationParameter) ?? null
  const elevation = given === null ? null : Math.round(given) + 0
  if (lat === undefined || lon === undefined) return { kind: 'invalid' }
  return { kind: 'located', located: await knownPoints.find({ lat, lon, elevation }, gazetteer) }
}

const missingPlace: ParameterError = {
  parameter: 'location',
  code: 'missing_parameter',
  detail: 'Give "location", or "lat" and "lon".',
  allowed: 'location, or lat and lon'
}

/** Whether a query names one of these parameters, even without a value. */
function names({ texts, errors }: QueryTexts, ...wanted: readonly string[]): boolean {
  return wanted.some((name) => texts.has(name) || errors.some(({ parameter }) => parameter === name))
}

/** A place is one point: what would name another one, or another height, contradicts it. */
function besideLocation({ texts }: QueryTexts): ParameterError | null {
  const code = 'conflicting_parameters'
  if (texts.has('lat') || texts.has('lon')) {
    const detail = 'Give either "location" or "lat" and "lon", not both.'
    return { parameter: 'location', code, detail, allowed: missingPlace.allowed }
  }
  if (!texts.has('elevation')) return null
  const detail =
    'A place has its own elevation. Leave "elevation" out, or give "lat" and "lon" instead of "location".'
  return { parameter: 'elevation', code, detail, allowed: elevationParameter.allowed }
}

/** The place of a slug or of a name that folds to one. */
export function findPlace(
  written: string,
  gazetteer: Gazetteer,
  errors: ParameterError[]
): LocationResult<Located & { readonly place: Place }> {
  // Pasted text may have blanks of every kind and invisible characters.
  const text = written
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  const isSlug = slugPattern.test(text)
  const isName = isSlug || (looksLikeName(text) && coordinatesHint(text) === '')
  const isReadable = 'value' in locationParameter.parse(written) && isName
  if (!isReadable || toSlug(text) === null) {
    errors.push({
      parameter: 'location',
      code: 'invalid_format',
      detail:
        `${quoted(written)} is not a slug and does not fold to one.${coordinatesHint(text)}` +
        `${severalHint(text, gazetteer)} Search places at /locations?q=.`,
      allowed: locationParameter.allowed
    })
    return { kind: 'invalid' }
  }
  const place = gazetteer.find(text)
  if (place === null) {
    const problem = unknownPlace(text, gazetteer)
    const detail = `${problem.detail}${severalHint(text, gazetteer)}`
    return { kind: 'problem', problem: { ...problem, detail } }
  }
  const canonicalSlug = written === place.slug ? null : place.slug
  return { kind: 'located', located: { point: pointOf(place), place, nearest: null, canonicalSlug } }
}

function severalHint(text: string, gazetteer: Gazetteer): string {
  const parts = text.split(/[,;|]/, 3)
  const areAll = parts.length > 1 && parts.every((part) => gazetteer.find(part.trim()) !== null)
  return areAll
    ? ' Several places, with commas between them, go to …/places of operations below /weather.'
    : ''
}

function unknownPlace(text: string, gazetteer: Gazetteer): Problem {
  const suggestions = gazetteer.suggest(text, maxSuggestions).map(({ slug, name }) => ({ slug, name }))
  return {
    code: 'location_not_found',
    detail: unknownPlaceDetail(text, suggestions),
    extensions: { suggestions }
  }
}

// A name consists of letters and the marks of names; anything else is not a misspelt slug but a wrong value.
function looksLikeName(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} .,'’()/-]*$/u.test(text) && !text.includes('--')
}
