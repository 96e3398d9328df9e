import Type, { type Static } from 'typebox'
import { minuteSeconds } from '../../common/time.ts'
import type { Gazetteer } from '../../places/gazetteer.ts'
import { roundPoint } from '../../places/point.ts'
import type { Place } from '../../weather/point.ts'
import { published } from '../../weather/units.ts'
import { type Operation, problemAnswer } from '../operation.ts'
import { textParameter, wholeNumberParameter, withDefault } from '../parameter.ts'
import { invalidParameters, type ParameterError, readQuery, take } from '../query.ts'
import { findPlace } from '../weather/locator.ts'
import { latParameter, locationParameter, lonParameter } from '../weather/parameters.ts'
import { locationBody, locationsBody, placesNearBody } from './schema.ts'

/** Places change with a new version of the table only. */
const maxAgeSeconds = 10 * minuteSeconds
const longestQuery = 100

const queryParameter = textParameter({
  name: 'q',
  required: true,
  description: 'What has been typed so far; folded, so that `IZMIR`, `izmir` and `İzmir` find the same.',
  schema: Type.String({ minLength: 1, maxLength: longestQuery, examples: ['malat'] }),
  allowed: `1…${longestQuery} characters`
})

const limitParameter = withDefault(
  wholeNumberParameter({ name: 'limit', description: 'How many places at most.', minimum: 1, maximum: 50 }),
  10
)

const nearLimitParameter = withDefault(
  wholeNumberParameter({ name: 'limit', description: 'How many places at most.', minimum: 1, maximum: 20 }),
  5
)
const rounded = 'with any number of digits; rounded once to 3 decimals (110 m).'
const lat = { ...latParameter, required: true, description: `Degrees north of the point, ${rounded}` }
const lon = { ...lonParameter, required: true, description: `Degrees east of the point, ${rounded}` }

const slugParameter = {
  ...locationParameter,
  name: 'slug',
  required: true,
  description: 'Slug of the place. A place’s own spelling (`İzmir`, `Şanlıurfa`) is folded to its slug.'
}

export function placeOperations(gazetteer: Gazetteer, baseUrl: string): readonly Operation[] {
  return [searchOperation(gazetteer), nearOperation(gazetteer), placeOperation(gazetteer, baseUrl)]
}

function searchOperation(gazetteer: Gazetteer): Operation {
  const parameters = [queryParameter, limitParameter]
  return {
    method: 'GET',
    path: '/locations',
    id: 'searchLocations',
    tag: 'Places',
    summary: 'Search places',
    description:
      'Places for what has been typed so far: exact names first, then beginnings, each by population. ' +
      '`unknown_words` names the words that are not known; the places are for the rest.',
    parameters,
    answers: {
      200: { description: 'The places found, best first; none is an answer.', schema: locationsBody }
    },
    problems: ['invalid_parameter'],
    async handle({ query: text }) {
      const query = readQuery(text, parameters)
      const { errors } = query
      const wanted = take(query, queryParameter)
      const limit = take(query, limitParameter)
      if (errors.length > 0 || wanted === undefined) return problemAnswer(invalidParameters(errors))
      const found = gazetteer.search(wanted, limit)
      const body = { locations: found.map(rowOf), unknown_words: gazetteer.unknownWords(wanted, found) }
      return { kind: 'fresh', body, maxAgeSeconds }
    }
  }
}

function nearOperation(gazetteer: Gazetteer): Operation {
  const parameters = [lat, lon, nearLimitParameter]
  return {
    method: 'GET',
    path: '/locations/near',
    id: 'getPlacesNear',
    tag: 'Places',
    summary: 'Places around a point',
    description: 'The named places nearest to a point, with distance and height, nearest first.',
    parameters,
    answers: { 200: { description: 'The places, nearest first.', schema: placesNearBody } },
    problems: ['invalid_parameter'],
    async handle({ query: text }) {
      const query = readQuery(text, parameters)
      const { errors } = query
      const [north, east] = [take(query, lat), take(query, lon)]
      const limit = take(query, nearLimitParameter)
      if (errors.length > 0 || north === undefined || east === undefined) {
        return problemAnswer(invalidParameters(errors))
      }
      const at = roundPoint(north, east)
      const found = gazetteer.around(at.lat, at.lon, limit)
      const rows = found.map(({ place, distanceKm }) => ({
        ...rowOf(place),
        distance_km: published(distanceKm, 1) ?? 0
      }))
      return { kind: 'fresh', body: { locations: rows }, maxAgeSeconds }
    }
  }
}

function placeOperation(gazetteer: Gazetteer, baseUrl: string): Operation {
  return {
    method: 'GET',
    path: '/locations/{slug}',
    id: 'getLocation',
    tag: 'Places',
    summary: 'One place',
    description: 'A named place by its slug, which never changes.',
    pathParameters: [slugParameter],
    answers: { 200: { description: 'The place.', schema: locationBody, headers: ['Link'] } },
    problems: ['invalid_parameter', 'location_not_found'],
    async handle({ params }) {
      const errors: ParameterError[] = []
      const slug = params['slug'] ?? ''
      const result = findPlace(slug, gazetteer, errors)
      if (errors.length > 0 || result.kind === 'invalid') {
        const named = errors.map((error) =>
          error.parameter === 'location' ? { ...error, parameter: 'slug' } : error
        )
        return problemAnswer(invalidParameters(named))
      }
      if (result.kind === 'problem') return problemAnswer(result.problem)
      const { place, canonicalSlug } = result.located
      const headers =
        canonicalSlug === null ? {} : { Link: `<${baseUrl}/locations/${canonicalSlug}>; rel="canonical"` }
      return { kind: 'fresh', body: { location: rowOf(place) }, headers, maxAgeSeconds }
    }
  }
}

function rowOf(place: Place): Static<typeof locationBody>['location'] {
  return {
    slug: place.slug,
    name: place.name,
    region: place.region,
    country: place.country,
    kind: place.kind,
    lat: place.lat,
    lon: place.lon,
    elevation: place.elevation,
    timezone: place.timezone,
    population: place.population
  }
}
