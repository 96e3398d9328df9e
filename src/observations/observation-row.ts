import Type, { type Static } from 'typebox'
import { toParts } from '../common/decimal.ts'
import { checkOf } from '../common/schema-check.ts'
import { secondMs } from '../common/time.ts'
import { zoneClock } from '../weather/zone-clock.ts'
import { absoluteBounds } from './plausibility.ts'
import {
  exposureFault,
  faultIn,
  givenMembers,
  placeMembers,
  type RowFault,
  readPlace,
  type SensorOfRow,
  sensorMembers
} from './row-parts.ts'

export interface ObservationRow extends SensorOfRow {
  /** The morning that ends the night. */
  readonly date: string
  readonly minimumC: number
  /** The row names its unit; absent: °C was assumed. */
  readonly hasUnit?: boolean
}

export type RowResult =
  | { readonly kind: 'row'; readonly row: ObservationRow }
  | { readonly kind: 'fault'; readonly fault: RowFault }

const { least } = absoluteBounds.plant
const { most } = absoluteBounds.air_2m

export const observationRow = Type.Object(
  {
    ...placeMembers,
    date: Type.String({
      format: 'date',
      description: 'The morning that ends the night, in the place’s own zone.'
    }),
    ...sensorMembers,
    minimum: Type.Number({ description: `Lowest temperature of the night, ${least}…${most} °C.` }),
    unit: Type.Optional(
      Type.Unsafe<'C' | 'F'>({ type: 'string', enum: ['C', 'F'], default: 'C', description: 'Of `minimum`.' })
    )
  },
  { title: 'Observation', additionalProperties: false, description: 'One night’s measured minimum.' }
)

export type RowMember = keyof Static<typeof observationRow>

export const rowMembers = Object.keys(observationRow.properties) as readonly RowMember[]

/** Members as they came; absent, null or empty: not given. */
export type RawRow = Readonly<Partial<Record<RowMember, unknown>>>

const checkRow = checkOf(observationRow)

/** The row, or its first fault. Minima in Fahrenheit become °C to the hundredth. */
export function readRow(raw: RawRow): RowResult {
  const given = givenMembers(raw)
  const place = readPlace(given)
  if ('fault' in place) return { kind: 'fault', fault: place.fault }
  const checked = checkRow(given)
  if ('faults' in checked) return { kind: 'fault', fault: faultIn(observationRow, checked.faults[0], given) }
  const { date, kind, exposure = null, minimum, unit, station = '' } = checked.value
  const exposed = exposureFault(kind, exposure)
  if (exposed !== null) return { kind: 'fault', fault: exposed }
  const minimumC = celsius(minimum, unit ?? 'C')
  const said = unit === undefined ? {} : { hasUnit: true }
  return { kind: 'row', row: { place, date, kind, exposure, minimumC, station, ...said } }
}

/** A temperature as it was sent [°C]; from Fahrenheit to the hundredth. */
export function celsius(value: number, unit: 'C' | 'F'): number {
  return unit === 'F' ? toParts((value - 32) / 1.8, 100) : value
}

/** A fault where the night has not ended in the place's zone, or is too old; else null. */
export function futureFault(date: string, timezone: string, now: number): RowFault | null {
  const today = zoneClock(timezone).dateAt(Math.floor(now / secondMs))
  if (date <= today && date >= earliestDate) return null
  const detail =
    date > today
      ? `The night that ends on ${date} is not over yet; there it is ${today}.`
      : `Nights are stored from ${earliestDate} on.`
  return { member: 'date', code: 'out_of_range', detail }
}

const earliestDate = '1900-01-01'

export function isCivilDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
