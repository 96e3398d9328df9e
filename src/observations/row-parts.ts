import Type, { type TObject } from 'typebox'
import { dateHint } from '../common/date-hint.ts'
import { quotedNumberHint } from '../common/decimal.ts'
import { didYouMean } from '../common/near-name.ts'
import type { SchemaFault } from '../common/schema-check.ts'
import type { Exposure } from '../frost/frost-night.ts'
import { exposures } from '../frost/scoring-profile.ts'
import { maximumSlugLength } from '../places/folding.ts'
import type { GroundPoint } from '../weather/point.ts'
import type { MinimumKind } from './ports.ts'

/** Equal values count once, others contradict each other. */
export interface KeyedValue {
  readonly key: string
  readonly value: string
  readonly shown: string
  readonly where: string
}

type Repeat =
  | { readonly kind: 'first' }
  | { readonly kind: 'again'; readonly first: number }
  | { readonly kind: 'contradicted'; readonly by: KeyedValue }

export function repeatsIn(tellings: readonly KeyedValue[]): readonly Repeat[] {
  const firstOf = new Map<string, number>()
  const otherOf = new Map<string, number>()
  tellings.forEach(({ key, value }, index) => {
    const first = firstOf.get(key)
    if (first === undefined) firstOf.set(key, index)
    else if (tellings[first]?.value !== value && !otherOf.has(key)) otherOf.set(key, index)
  })
  return tellings.map(({ key }, index): Repeat => {
    const first = firstOf.get(key) ?? index
    const by = tellings[first === index ? (otherOf.get(key) ?? index) : first]
    if (otherOf.has(key) && by !== undefined) return { kind: 'contradicted', by }
    return first === index ? { kind: 'first' } : { kind: 'again', first }
  })
}

/** The fault of two values that contradict each other: neither is stored, as either may be right. */
export function contradiction(member: string, when: string, { where, shown }: KeyedValue): RowFault {
  const detail =
    `The same sensor has another "${member}" for ${when} in ${where} (${shown}): neither is stored. Send one ` +
    'value, for a night the lowest.'
  return faultOf(member, 'not_allowed', detail.replace('(-', '(−'))
}

/** A sensor as a row names it; a location or a point, not both. */
export interface SensorOfRow {
  readonly place: { readonly location: string } | GroundPoint
  readonly kind: MinimumKind
  /** The exposure of a sensor among plants; null at 2 m, and where it was not given. */
  readonly exposure: Exposure | null
  readonly station: string
}

/** Why a row is refused. `member` is the one at fault, null for the row as a whole. */
export interface RowFault {
  readonly member: string | null
  readonly code:
    | 'required'
    | 'unknown_member'
    | 'invalid_type'
    | 'invalid_format'
    | 'not_allowed'
    | 'out_of_range'
    | 'implausible'
    | 'location_not_found'
    | 'sensor_revoked'
  readonly detail: string
  /** `location_not_found`: the places that may be meant, best first. */
  readonly suggestions?: readonly { readonly slug: string; readonly name: string }[]
}

export const minimumKinds = ['air_2m', 'plant'] as const satisfies readonly MinimumKind[]

export const placeMembers = {
  location: Type.Optional(
    Type.String({ description: 'Slug of a named place; or `lat` and `lon`.', maxLength: maximumSlugLength })
  ),
  lat: Type.Optional(Type.Number({ description: 'Degrees north, with `lon`.', minimum: -90, maximum: 90 })),
  lon: Type.Optional(Type.Number({ description: 'Degrees east.', minimum: -180, maximum: 180 })),
  elevation: Type.Optional(
    Type.Number({
      description:
        'Height of the point in metres. Without it what is learned at a bare point reaches 1 km, with it 5 km.',
      minimum: -500,
      maximum: 9000
    })
  )
}

export const sensorMembers = {
  kind: Type.Unsafe<MinimumKind>({
    type: 'string',
    enum: minimumKinds,
    description: 'Measured in a screen at 2 m, or unscreened at the plants.'
  }),
  exposure: Type.Optional(
    Type.Unsafe<Exposure>({
      type: 'string',
      enum: exposures,
      description:
        'Where the sensor is among the plants (`kind` is `plant`): at the `ground`, at the height of a `vine`, ' +
        'or in the `canopy` of a tree. Without it the measurement is stored and shown, and nothing is learned ' +
        'from it.'
    })
  ),
  station: Type.Optional(
    Type.String({
      pattern: '^[\\p{L}\\p{N}][\\p{L}\\p{N} ._:/-]*$',
      maxLength: 64,
      description:
        'Distinguishes several sensors of one kind at one point; a short name of letters, digits and “ ._:/-”.'
    })
  )
}

/** What is wrong with the exposure of a sensor of this kind; null where it fits. */
export function exposureFault(kind: MinimumKind, exposure: Exposure | null): RowFault | null {
  return kind === 'air_2m' && exposure !== null ? exposedAir : null
}

const exposedAir = faultOf(
  'exposure',
  'not_allowed',
  '"exposure" is for kind plant. A screened sensor at 2 m has none: leave it out, or say kind plant.'
)

/** A fault of the schema, with what the member is, and what was probably meant. */
export function faultIn(
  { properties }: TObject,
  { pointer, kind, allowed }: SchemaFault,
  given: unknown
): RowFault {
  const member = pointer.slice(1)
  const { description = '', enum: words = [] } = (properties[member] ?? {}) as {
    readonly description?: string
    readonly enum?: readonly string[]
  }
  if (kind === 'required') return faultOf(member, kind, `"${member}" is required. ${description}`)
  const sent: unknown = Object(given)[member]
  const meant = typeof sent === 'string' ? didYouMean(sent, words) : ''
  const hint = allowed.includes('number')
    ? quotedNumberHint(sent, member)
    : member === 'date'
      ? dateHint(sent)
      : meant
  const detail = `"${member}" must be ${allowed}.${hint}`
  return faultOf(member, kind, kind === 'invalid_format' ? `${detail} ${description}` : detail)
}

/** Which of the two ways to name a place was taken; its values are right once the schema has said so. */
export function readPlace(
  given: Partial<Record<keyof typeof placeMembers, unknown>>
): SensorOfRow['place'] | { readonly fault: RowFault } {
  const { location, lat, lon, elevation = null } = given as Partial<{ location: string } & GroundPoint>
  if (location !== undefined) {
    if (lat === undefined && lon === undefined) return { location }
    return {
      fault: faultOf('location', 'not_allowed', 'Give either "location", or "lat" and "lon", not both.')
    }
  }
  if (lat !== undefined && lon !== undefined) return { lat, lon, elevation }
  if (lat === undefined && lon === undefined) {
    return { fault: faultOf('location', 'required', 'Give "location", or "lat" and "lon".') }
  }
  const absent = lat === undefined ? 'lat' : 'lon'
  return { fault: faultOf(absent, 'required', `"${absent}" is needed with the other one.`) }
}

/** The members of a row that were given: not absent, null or empty. */
export function givenMembers<Row extends object>(raw: Row): Row {
  return Object.fromEntries(Object.entries(raw).filter(([, value]) => !isMissing(value))) as Row
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

export function faultOf(member: string, code: RowFault['code'], detail: string): RowFault {
  return { member, code, detail }
}
