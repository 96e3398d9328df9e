import Type, { type Static } from 'typebox'
import { checkOf } from '../common/schema-check.ts'
import { dayMs, minuteMs } from '../common/time.ts'
import { dewPointC, isHumidityFraction } from '../weather/moist-air.ts'
import { celsius } from './observation-row.ts'
import { absoluteBounds, meantBeyond } from './plausibility.ts'
import type { Reading } from './reading-ports.ts'
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

/** `measuredAt` is of the minute; the dew point may follow from the humidity, and is null where neither was given. */
export interface ReadingRow extends SensorOfRow, Reading {
  /** The instant as it was sent [ms since epoch]; absent: that of the minute. */
  readonly instantAt?: number
  /** Members with impossible values: the reading is stored without them. Absent: none. */
  readonly leftOut?: readonly RowFault[]
}

export type ReadingResult =
  | { readonly kind: 'reading'; readonly reading: ReadingRow }
  | { readonly kind: 'fault'; readonly fault: RowFault }

/** Largest lead of a station's clock over ours [ms]. */
const aheadMs = 5 * minuteMs
/** A reading says something of this night and the last, not of earlier ones [ms]. */
const oldestMs = 2 * dayMs

/** Published by the API; rows are checked against it. */
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
      description:
        `In \`unit\`; ${absoluteBounds.air_2m.least}…${absoluteBounds.air_2m.most} °C, ` +
        `at plants from ${absoluteBounds.plant.least} °C on.`
    }),
    unit: Type.Unsafe<'C' | 'F'>({
      type: 'string',
      enum: ['C', 'F'],
      description: 'Of `temperature` and `dew_point`.'
    }),
    relative_humidity: Type.Optional(
      Type.Number({
        description:
          'In %; stored as the dew point that follows from it, where that is not given. Over 100 and up to 105 ' +
          'the air is saturated.'
      })
    ),
    dew_point: Type.Optional(
      Type.Number({ description: 'In `unit`; up to 1 °C above `temperature` the air is saturated.' })
    ),
    wind_speed: Type.Optional(Type.Number({ description: 'In km/h, up to 400.' }))
  },
  { title: 'Reading', additionalProperties: false, description: 'What a thermometer reads at an instant.' }
)

/** Members as they came; absent, null or empty: not given. */
export type RawReading = Readonly<Partial<Record<keyof Static<typeof readingRow>, unknown>>>

export const readingMembers = Object.keys(readingRow.properties) as readonly (keyof RawReading)[]

const checkReading = checkOf(readingRow)

/** Numbers by which stations say that no probe is connected, not temperatures. */
const sentinels = new Set([
  -9999, -999.9, -999, -99.9, -127, -32768, 127.5, 255, 327.67, 3276.7, 32767, 6553.5, 65535
])
export function isSentinel(value: number): boolean {
  return sentinels.has(value)
}

const kmhPerMps = 3.6
/** In fog a sensor reads its dew point a little above its temperature [°C], and its humidity a little above 100 %. */
const saturated = { dewPointAboveC: 1, humidity: 105 }
const strongestWindKmh = 400

/** The reading, or its first fault. An impossible side value is left out. @param now [ms since epoch] */
export function readReading(raw: RawReading, now: number): ReadingResult {
  const members = givenMembers(raw)
  const place = readPlace(members)
  if ('fault' in place) return { kind: 'fault', fault: place.fault }
  const leftOut = sideFaults(members)
  const wrong = new Set(leftOut.map(({ member }) => member))
  const given = Object.fromEntries(Object.entries(members).filter(([name]) => !wrong.has(name))) as RawReading
  const checked = checkReading(given)
  const none = sentinelFault(given) ?? fractionFault(given)
  if (none !== null) return { kind: 'fault', fault: none }
  if ('faults' in checked) return { kind: 'fault', fault: faultIn(readingRow, checked.faults[0], given) }
  const reading = valuesOf(checked.value, place)
  const fault =
    exposureFault(reading.kind, reading.exposure) ??
    timeFault(reading, now) ??
    valueFault(reading, given.unit)
  if (fault !== null) return { kind: 'fault', fault }
  return { kind: 'reading', reading: leftOut.length === 0 ? reading : { ...reading, leftOut } }
}

const sideMembers = ['dew_point', 'relative_humidity', 'wind_speed'] as const

/** An impossible value of something else, which says nothing about the temperature. */
function sideFaults(given: RawReading): readonly RowFault[] {
  return sideMembers.flatMap((member) => {
    const value = given[member]
    if (value === undefined || (typeof value === 'number' && isPossible(given, member, value))) return []
    return [faultOf(member, 'implausible', `"${member}" is left out: ${shownValue(value)} cannot be.`)]
  })
}

function isPossible(given: RawReading, member: (typeof sideMembers)[number], value: number): boolean {
  if (sentinels.has(value)) return false
  if (member === 'relative_humidity') return value > 0 && value <= saturated.humidity
  if (member === 'wind_speed') return value >= 0 && value <= strongestWindKmh
  const { temperature, unit } = given
  if (typeof temperature !== 'number' || (unit !== 'C' && unit !== 'F')) return true
  const dewC = celsius(value, unit)
  return dewC >= absoluteBounds.plant.least && dewC <= celsius(temperature, unit) + saturated.dewPointAboveC
}

function shownValue(value: unknown): string {
  return JSON.stringify(value).slice(0, 40).replace('-', '−')
}

/** A fraction for percent would be a desert's dew point. */
function fractionFault({ relative_humidity: value }: RawReading): RowFault | null {
  if (typeof value !== 'number' || !(isHumidityFraction(value) || value === 1)) return null
  const percent = Math.round(value * 10_000) / 100
  const detail = `"relative_humidity" is in %; ${value} % was never measured near the ground. Did you mean ${percent}?`
  return faultOf('relative_humidity', 'implausible', detail)
}

function valuesOf(sent: Static<typeof readingRow>, place: SensorOfRow['place']): ReadingRow {
  const { kind, exposure = null, station = '', unit, wind_speed, relative_humidity } = sent
  const temperatureC = celsius(sent.temperature, unit)
  const fromHumidityC =
    relative_humidity === undefined ? Number.NaN : dewPointC(temperatureC, relative_humidity / 100)
  const dewPoint =
    sent.dew_point === undefined ? fromHumidityC : Math.min(celsius(sent.dew_point, unit), temperatureC)
  const instantAt = Date.parse(sent.measured_at)
  // One reading a minute: more say nothing more.
  const measuredAt = Math.floor(instantAt / minuteMs) * minuteMs
  return {
    place,
    kind,
    exposure,
    station,
    temperatureC,
    measuredAt,
    ...(instantAt > measuredAt && { instantAt }),
    dewPointC: Number.isNaN(dewPoint) ? null : dewPoint,
    windSpeedMps: wind_speed === undefined ? null : wind_speed / kmhPerMps
  }
}

function sentinelFault(given: RawReading): RowFault | null {
  if (!sentinels.has(given.temperature as number)) return null
  const detail =
    `"temperature" is ${given.temperature}: stations send this where no probe is connected. Leave the reading ` +
    'out.'
  return faultOf('temperature', 'implausible', detail.replace(' -', ' −'))
}

function timeFault({ measuredAt }: ReadingRow, now: number): RowFault | null {
  const ageMs = now - measuredAt
  if (ageMs >= -aheadMs && ageMs <= oldestMs) return null
  const detail =
    ageMs > oldestMs
      ? '"measured_at" is more than 48 hours ago. Send the minimum of that night, with "date" and "minimum".'
      : '"measured_at" is not an instant at most 5 minutes ahead of ' +
        `${new Date(now).toISOString()}. Check the clock and the offset.`
  return faultOf('measured_at', 'out_of_range', detail)
}

function valueFault({ kind, temperatureC }: ReadingRow, unit: unknown): RowFault | null {
  const { least, most } = absoluteBounds[kind]
  if (temperatureC >= least && temperatureC <= most) return null
  const detail = `"temperature" must be from ${least} to ${most} °C; this is ${temperatureC} °C.`
  const meant = unit === 'C' ? meantBeyond(temperatureC) : ''
  return faultOf('temperature', 'implausible', detail.replaceAll(' -', ' −') + meant)
}
