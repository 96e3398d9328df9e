/** One reading of a thermometer at an instant, as it was sent, and what is wrong with it. */
import Type, { type Static } from 'typebox'
import { checkOf } from '../common/schema-check.ts'
import { dayMs, minuteMs } from '../common/time.ts'
import { dewPointC } from '../weather/moist-air.ts'
import { celsius } from './observation-row.ts'
import { absoluteBounds } from './plausibility.ts'
import {
  exposureFault,
  faultIn,
  faultOf,
  givenMembers,
  placeMembers,
  type RowFault,
  readPlace,
  type SensorOfRow,
  sensorMembers
} from './row-parts.ts'

/** A reading whose members have their types. */
export interface ReadingRow extends SensorOfRow {
  /** [ms since epoch] */
  readonly measuredAt: number
  readonly temperatureC: number
  /** Null where neither it nor the humidity was given. */
  readonly dewPointC: number | null
  readonly windSpeedMps: number | null
}

export type ReadingResult =
  | { readonly kind: 'reading'; readonly reading: ReadingRow }
  | { readonly kind: 'fault'; readonly fault: RowFault }

/** A station's clock may be ahead of ours by so much [ms]. */
const aheadMs = 5 * minuteMs
/** A reading says something of this night and the last, not of earlier ones [ms]. */
const oldestMs = 2 * dayMs

/** A reading as it is sent: what the API publishes, and what rows are checked against. */
export const readingRow = Type.Object(
  {
    ...placeMembers,
    measured_at: Type.String({
      format: 'date-time',
      description: 'When it was read, with the offset from UTC; at most 48 hours ago.',
      examples: ['2026-04-12T03:40:00+03:00']
    }),
    ...sensorMembers,
    temperature: Type.Number({
      description: `In \`unit\`; ${absoluteBounds.air_2m.least}…${absoluteBounds.air_2m.most} °C, at plants from ${absoluteBounds.plant.least} °C on.`
    }),
    unit: Type.Unsafe<'C' | 'F'>({
      type: 'string',
      enum: ['C', 'F'],
      description: 'Of `temperature` and `dew_point`.'
    }),
    relative_humidity: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100,
        description: 'In %; stored as the dew point that follows from it, where that is not given.'
      })
    ),
    dew_point: Type.Optional(Type.Number({ description: 'In `unit`; not above `temperature`.' })),
    wind_speed: Type.Optional(Type.Number({ minimum: 0, maximum: 400, description: 'In km/h.' }))
  },
  { title: 'Reading', additionalProperties: false, description: 'What a thermometer reads at an instant.' }
)

/** Members as they came; absent, null or empty: not given. */
export type RawReading = Readonly<Partial<Record<keyof Static<typeof readingRow>, unknown>>>

export const readingMembers = Object.keys(readingRow.properties) as readonly (keyof RawReading)[]

const checkReading = checkOf(readingRow)

/** Numbers by which stations say that no probe is connected; they are no temperatures. */
const sentinels = new Set([
  -9999, -999.9, -999, -99.9, -127, -32768, 127.5, 255, 327.67, 3276.7, 32767, 6553.5, 65535
])
const kmhPerMps = 3.6
/** A saturated screen reads its dew point a little above its temperature [°C]. */
const dewPointAboveC = 0.5

/**
 * Reads one reading; returns the first fault.
 * @param now [ms since epoch]
 */
export function readReading(raw: RawReading, now: number): ReadingResult {
  const given = givenMembers(raw)
  const where = readPlace<unknown, unknown>(given)
  if ('fault' in where) return { kind: 'fault', fault: where.fault }
  const checked = checkReading(given)
  const none = sentinelFault(given)
  if (none !== null) return { kind: 'fault', fault: none }
  if ('faults' in checked) return { kind: 'fault', fault: faultIn(readingRow, checked.faults[0]) }
  const place = readPlace<string, number>(checked.value)
  if ('fault' in place) return { kind: 'fault', fault: place.fault }
  const reading = valuesOf(checked.value, place)
  const fault =
    exposureFault(reading.kind, reading.exposure) ?? timeFault(reading, now) ?? valueFault(reading)
  return fault === null ? { kind: 'reading', reading } : { kind: 'fault', fault }
}

function valuesOf(sent: Static<typeof readingRow>, place: SensorOfRow['place']): ReadingRow {
  const { kind, exposure = null, station = '', unit, wind_speed, relative_humidity } = sent
  const temperatureC = celsius(sent.temperature, unit)
  const fromHumidityC =
    relative_humidity === undefined ? Number.NaN : dewPointC(temperatureC, relative_humidity / 100)
  const dewPoint = sent.dew_point === undefined ? fromHumidityC : celsius(sent.dew_point, unit)
  return {
    place,
    kind,
    exposure,
    station,
    temperatureC,
    // One reading a minute: more say nothing more.
    measuredAt: Math.floor(Date.parse(sent.measured_at) / minuteMs) * minuteMs,
    dewPointC: Number.isNaN(dewPoint) ? null : dewPoint,
    windSpeedMps: wind_speed === undefined ? null : wind_speed / kmhPerMps
  }
}

function sentinelFault(given: RawReading): RowFault | null {
  const members = ['temperature', 'dew_point', 'relative_humidity', 'wind_speed'] as const
  const member = members.find((one) => sentinels.has(given[one] as number))
  if (member === undefined) return null
  const detail = `"${member}" is ${given[member]}: stations send this where no probe is connected. Leave ${member === 'temperature' ? 'the reading' : 'it'} out.`
  return faultOf(member, 'implausible', detail.replace(' -', ' −'))
}

function timeFault({ measuredAt }: ReadingRow, now: number): RowFault | null {
  const ageMs = now - measuredAt
  if (ageMs >= -aheadMs && ageMs <= oldestMs) return null
  const detail =
    ageMs > oldestMs
      ? '"measured_at" is more than 48 hours ago. Send the minimum of that night, with "date" and "minimum".'
      : `"measured_at" is not an instant at most 5 minutes ahead of ${new Date(now).toISOString()}. Check the clock and the offset.`
  return faultOf('measured_at', 'out_of_range', detail)
}

function valueFault({ kind, temperatureC, dewPointC: dewC }: ReadingRow): RowFault | null {
  const { least, most } = absoluteBounds[kind]
  if (!(temperatureC >= least && temperatureC <= most)) {
    const detail = `"temperature" must be from ${least} to ${most} °C; this is ${temperatureC} °C.`
    return faultOf('temperature', 'implausible', detail.replaceAll(' -', ' −'))
  }
  if (dewC === null || (dewC >= absoluteBounds.plant.least && dewC <= temperatureC + dewPointAboveC))
    return null
  return faultOf('dew_point', 'implausible', 'A dew point is never above the temperature of the air.')
}
