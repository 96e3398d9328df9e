import Type, { type Static, type TSchema } from 'typebox'
import { quotedNumberHint, readDecimal } from '../../../common/decimal.ts'
import { didYouMean } from '../../../common/near-name.ts'
import { checkOf } from '../../../common/schema-check.ts'
import { elevationLimits } from '../../../places/point.ts'
import { textParameter } from '../../parameter.ts'
import type { MemberError, Problem } from '../../problem.ts'
import { invalidParameters, type ParameterError, type QueryTexts, quoted, take } from '../../query.ts'
import { named, number, numberOrNull } from '../../schema.ts'
import { findPlace, type Located, type LocatorDeps } from '../locator.ts'
import { latParameter, lonParameter } from '../parameters.ts'

export const maxPlaces = { free: 100, withKey: 1000 } as const

export interface AskedPlace {
  readonly asked: Static<typeof shownPlace>
  readonly locate: (deps: LocatorDeps) => Promise<Located | Problem>
}

const coordinates = Type.Object(
  {
    lat: described(latParameter.schema, 'Degrees north; rounded once to 3 decimals (110 m).'),
    lon: described(lonParameter.schema, 'Degrees east.'),
    elevation: Type.Optional(
      numberOrNull('Metres above mean sea level; null: the source’s own terrain.', elevationLimits)
    )
  },
  { title: 'AskedCoordinates', additionalProperties: false }
)

function described(schema: TSchema, description: string) {
  return Type.Unsafe<number>({ ...schema, description })
}

const place = Type.String({ description: 'The slug or the name of a place.' })
const askedPlace = Type.Union([place, coordinates], {
  description: 'The slug of a named place, or the coordinates of a point.'
})

/** The place in a row of the answer, as it was asked for. */
export const shownPlace = Type.Union(
  [
    place,
    named('ShownCoordinates', {
      lat: number('Degrees north, as asked for.'),
      lon: number('Degrees east, as asked for.'),
      elevation: numberOrNull('Metres above mean sea level, as asked for; null where none was.')
    })
  ],
  { description: 'As it was asked for; if not a place, where it is in the body.' }
)

export const placesRequest = Type.Object(
  {
    places: Type.Array(askedPlace, {
      minItems: 1,
      maxItems: maxPlaces.withKey,
      description:
        `Named places and points in any order: up to ${maxPlaces.free}, with an API key up to ` +
        `${maxPlaces.withKey}.`
    })
  },
  { title: 'PlacesRequest', additionalProperties: false }
)

export const locationsParameter = textParameter({
  name: 'locations',
  required: true,
  description:
    `Slugs of named places with commas between them, up to ${maxPlaces.free}. Points go into the body of ` +
    'POST.',
  schema: Type.String({ examples: ['malatya,sivas'] }),
  allowed: `1 to ${maxPlaces.free} slugs with commas between them, such as malatya,sivas`
})

export function takeLocations(query: QueryTexts): readonly AskedPlace[] {
  const texts = take(query, locationsParameter)?.split(',') ?? []
  const fault = faultOfList(texts)
  if (fault !== null) {
    const { name: parameter, allowed } = locationsParameter
    query.errors.push({ parameter, allowed, ...fault })
    return []
  }
  return texts.map((written) => {
    const text = written.trim()
    return { asked: text, locate: async ({ gazetteer }) => placeOf(text, gazetteer, invalidParameters) }
  })
}

function faultOfList(texts: readonly string[]): Pick<ParameterError, 'code' | 'detail'> | null {
  if (texts.length > maxPlaces.free) {
    const detail =
      `"locations" has ${texts.length} places; ${maxPlaces.free} are taken at once. With an API key POST takes ` +
      `${maxPlaces.withKey}.`
    return { code: 'out_of_range', detail }
  }
  const empty = texts.findIndex((text) => text.trim() === '')
  return empty < 0 ? null : { code: 'invalid_format', detail: `Place ${empty + 1} of "locations" is empty.` }
}

function placeOf(
  text: string,
  gazetteer: LocatorDeps['gazetteer'],
  refuse: (errors: readonly ParameterError[]) => Problem
): Located | Problem {
  const errors: ParameterError[] = []
  if (text.split(/[,;\s]+/).some((part) => readDecimal(part) === null)) {
    const found = findPlace(text, gazetteer, errors)
    if (found.kind === 'located') return found.located
    if (found.kind === 'problem') return found.problem
  } else errors.push(coordinateAlone(text))
  return refuse(
    errors.map((one) => ({ ...one, parameter: 'locations', allowed: locationsParameter.allowed }))
  )
}

function coordinateAlone(text: string): ParameterError {
  const detail = `${quoted(text)} is not a slug. Coordinates go as {"lat": …, "lon": …} into the list of POST.`
  return { parameter: 'locations', code: 'invalid_format', detail, allowed: locationsParameter.allowed }
}

const checkList = checkOf(
  Type.Object({ places: Type.Array(Type.Unknown(), { minItems: 1 }) }, { additionalProperties: false })
)
const checkCoordinates = checkOf(coordinates)

/** The places of a body; a problem where it has no list of them, or too many. @param inQuery names of the query */
export function readPlaces(
  body: unknown,
  { hasKey, inQuery }: { hasKey: boolean; inQuery: readonly string[] }
): readonly AskedPlace[] | Problem {
  const checked = checkList(body)
  if ('faults' in checked) {
    const { pointer, kind } = checked.faults[0]
    const name = pointer.slice(1)
    const meant = inQuery.includes(name) ? ' It goes into the query.' : didYouMean(name, ['places'])
    const stray = `"places" is the only member; ${quoted(name)} is not one.${meant}`
    const list = `The body must have "places": a list of 1 to ${maxPlaces.withKey} slugs, or points with lat and lon.`
    const detail = kind === 'unknown_member' ? stray : list
    return refused([{ pointer, code: kind, detail }])
  }
  const { places } = checked.value
  const most = hasKey ? maxPlaces.withKey : maxPlaces.free
  if (places.length > most) {
    const more = hasKey ? '' : ` With an API key ${maxPlaces.withKey} are.`
    const detail = `"places" has ${places.length} places; ${most} are taken at once.${more}`
    return refused([{ pointer: '/places', code: 'too_many', detail }])
  }
  return places.map((place, index) => readPlace(place, `/places/${index}`))
}

function readPlace(place: unknown, pointer: string): AskedPlace {
  if (typeof place === 'string') {
    const refuse = (errors: readonly ParameterError[]) =>
      refused(errors.map(({ detail }) => ({ pointer, code: 'invalid_format', detail })))
    return { asked: place, locate: async ({ gazetteer }) => placeOf(place.trim(), gazetteer, refuse) }
  }
  const checked = checkCoordinates(place)
  if ('value' in checked) {
    const { lat, lon, elevation } = checked.value
    const at = { lat, lon, elevation: elevation == null ? null : Math.round(elevation) + 0 }
    return {
      asked: { lat, lon, elevation: elevation ?? null },
      locate: async (deps) => deps.knownPoints.find(at, deps.gazetteer)
    }
  }
  const faults = checked.faults.map(({ pointer: at, kind: code, allowed }) => {
    const name = at === '' ? 'A place' : quoted(at.slice(1))
    const given = at === '' ? null : (place as Readonly<Record<string, unknown>>)[at.slice(1)]
    const needed = at === '' ? 'a slug, or an object such as {"lat": 38.35, "lon": 38.31}' : allowed
    const detail =
      code === 'unknown_member'
        ? `A point has lat, lon and elevation; ${name} is not a member.${meantBy(at.slice(1))}`
        : `${name} must be ${needed}.${quotedNumberHint(given, at.slice(1))}`
    return { pointer: pointer + at, code, detail }
  })
  // What is not a place is not repeated: it may be anything.
  return { asked: pointer, locate: async () => refused(faults) }
}

function meantBy(member: string): string {
  return /^(?:city|id|location|name|place|q|slug)$/.test(member)
    ? ' A named place is its slug alone, such as "malatya".'
    : didYouMean(member, Object.keys(coordinates.properties))
}

function refused(errors: readonly MemberError[]): Problem {
  const detail = errors.map((one) => one.detail).join(' ')
  return { code: 'validation_failed', about: 'body', detail, extensions: { errors } }
}
