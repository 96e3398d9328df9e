/** One night's measurement as it was sent, and what is wrong with it. */
import Type, { type Static } from 'typebox'
import { checkOf, type SchemaFault } from '../common/schema-check.ts'
import type { Exposure } from '../frost/frost-night.ts'
import { exposures } from '../frost/scoring-profile.ts'
import { maximumSlugLength } from '../places/folding.ts'
import { zoneClock } from '../weather/zone-clock.ts'
import { absoluteBounds } from './plausibility.ts'
import type { MinimumKind } from './ports.ts'

/** A row whose members have their types; a location or a point, not both. */
export interface ObservationRow {
  readonly place:
    | { readonly location: string }
    | { readonly lat: number; readonly lon: number; readonly elevation: number | null }
  /** The morning that ends the night. */
  readonly date: string
  readonly kind: MinimumKind
  /** Where among the plants; null at 2 m, and where it was not given. */
  readonly exposure: Exposure | null
  readonly minimumC: number
  /** The empty text where none was named. */
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
  readonly detail: string
}

export type RowResult =
  | { readonly kind: 'row'; readonly row: ObservationRow }
  | { readonly kind: 'fault'; readonly fault: RowFault }

export const minimumKinds = ['air_2m', 'plant'] as const satisfies readonly MinimumKind[]

const { least } = absoluteBounds.plant
const { most } = absoluteBounds.air_2m

/** A row as it is sent: what the API publishes, and what rows of a request and of a file are checked against. */
export const observationRow = Type.Object(
  {
    location: Type.Optional(
      Type.String({ description: 'Slug of a named place; or `lat` and `lon`.', maxLength: maximumSlugLength })
    ),
    lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    lon: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
    elevation: Type.Optional(
      Type.Number({
        description:
          'Height of the point in metres. Without it what is learned at a bare point reaches 1 km, with it 5 km.',
        minimum: -500,
        maximum: 9000
      })
    ),
    date: Type.String({
      format: 'date',
      description: 'The morning that ends the night, in the place’s own zone.'
    }),
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
          'Where the sensor is among the plants (`kind` is `plant`): at the `ground`, at the height of a `vine`, or in the `canopy` of a tree. Without it the measurement is stored and shown, and nothing is learned from it.'
      })
    ),
    minimum: Type.Number({ description: `Lowest temperature of the night, ${least}…${most} °C.` }),
    unit: Type.Optional(
      Type.Unsafe<'C' | 'F'>({ type: 'string', enum: ['C', 'F'], default: 'C', description: 'Of `minimum`.' })
    ),
    station: Type.Optional(
      Type.String({
        pattern: '^[\\p{L}\\p{N}][\\p{L}\\p{N} ._:/-]*$',
        maxLength: 64,
        description:
          'Tells several sensors of one kind at one point apart; a short name of letters, digits and “ ._:/-”.'
      })
    )
  },
  { title: 'Observation', additionalProperties: false, description: 'One night’s measured minimum.' }
)

type SentRow = Static<typeof observationRow>

/** A member of a row, named as in the API and in the columns of a file. */
export type RowMember = keyof SentRow

export const rowMembers = Object.keys(observationRow.properties) as readonly RowMember[]

/** Members as they came; absent, null or empty: not given. */
export type RawRow = Readonly<Partial<Record<RowMember, unknown>>>

const checkRow = checkOf(observationRow)

/** Reads one row; returns the first fault. Minima in Fahrenheit become °C to the hundredth. */
export function readRow(raw: RawRow): RowResult {
  const given: RawRow = Object.fromEntries(Object.entries(raw).filter(([, value]) => !missing(value)))
  const where = readPlace<unknown, unknown>(given)
  if ('fault' in where) return { kind: 'fault', fault: where.fault }
  const checked = checkRow(given)
  if ('faults' in checked) return { kind: 'fault', fault: rowFault(checked.faults[0]) }
  const place = readPlace<string, number>(checked.value)
  if ('fault' in place) return { kind: 'fault', fault: place.fault }
  const { date, kind, exposure = null, minimum, unit, station = '' } = checked.value
  if (kind === 'air_2m' && exposure !== null) return { kind: 'fault', fault: exposedAir }
  const minimumC = unit === 'F' ? Math.round(((minimum - 32) / 1.8) * 100) / 100 : minimum
  return { kind: 'row', row: { place, date, kind, exposure, minimumC, station } }
}

const exposedAir = faultOf(
  'exposure',
  'not_allowed',
  '"exposure" is for kind plant. A screened sensor at 2 m has none: leave it out, or say kind plant.'
)

function rowFault({ pointer, kind, allowed }: SchemaFault): RowFault {
  const member = pointer.slice(1)
  const { description = '' } = (rowSchemas[member] ?? {}) as { readonly description?: string }
  if (kind === 'required') return faultOf(member, kind, `"${member}" is required. ${description}`)
  const detail = `"${member}" must be ${allowed}.`
  return faultOf(member, kind, kind === 'invalid_format' ? `${detail} ${description}` : detail)
}

const rowSchemas: Readonly<Record<string, object>> = observationRow.properties

/** A fault where the night has not ended in the place's zone, or is too old; else null. */
export function futureFault(date: string, timezone: string, now: number): RowFault | null {
  const today = zoneClock(timezone).dateAt(Math.floor(now / 1000))
  if (date <= today && date >= earliestDate) return null
  const detail =
    date > today
      ? `The night that ends on ${date} has not been yet; there it is ${today}.`
      : `Nights are kept from ${earliestDate} on.`
  return { member: 'date', code: 'out_of_range', detail }
}

const earliestDate = '1900-01-01'

interface PlaceMembers<Text, Degrees> {
  readonly location?: Text
  readonly lat?: Degrees
  readonly lon?: Degrees
  readonly elevation?: Degrees
}

type PlaceOf<Text, Degrees> =
  | { readonly location: Text }
  | { readonly lat: Degrees; readonly lon: Degrees; readonly elevation: Degrees | null }
  | { readonly fault: RowFault }

/** Which of the two ways to name a place was taken; whether its values are right is for the schema to say. */
function readPlace<Text, Degrees>({
  location,
  lat,
  lon,
  elevation
}: PlaceMembers<Text, Degrees>): PlaceOf<Text, Degrees> {
  if (location !== undefined) {
    if (lat === undefined && lon === undefined) return { location }
    return {
      fault: faultOf('location', 'not_allowed', 'Give either "location", or "lat" and "lon", not both.')
    }
  }
  if (lat !== undefined && lon !== undefined) return { lat, lon, elevation: elevation ?? null }
  if (lat === undefined && lon === undefined) {
    return { fault: faultOf('location', 'required', 'A place is needed: "location", or "lat" and "lon".') }
  }
  const absent = lat === undefined ? 'lat' : 'lon'
  return { fault: faultOf(absent, 'required', `"${absent}" is needed beside the other one.`) }
}

/** Whether a text is a day of the calendar, written `YYYY-MM-DD`. */
export function isCivilDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

function missing(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function faultOf(member: string, code: RowFault['code'], detail: string): RowFault {
  return { member, code, detail }
}
