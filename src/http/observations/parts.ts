import type { Static } from 'typebox'
import { didYouMean } from '../../common/near-name.ts'
import { faultSentences, type SchemaFault } from '../../common/schema-check.ts'
import type { ForecastSnapshot } from '../../forecasts/forecast-snapshot.ts'
import type { RecordedPoints, Site } from '../../observations/around.ts'
import { recordedAt, recordedPoint } from '../../observations/issued-run.ts'
import type { NightRecord } from '../../observations/night-record.ts'
import { exposureFault, type RowFault, readPlace, type SensorOfRow } from '../../observations/row-parts.ts'
import type { FindSensorPlace } from '../../observations/sensor-place.ts'
import type { Sharing } from '../../observations/sharing.ts'
import type { Point } from '../../weather/point.ts'
import { type OperationAnswer, type OperationRequest, problemAnswer } from '../operation.ts'
import type { MemberError } from '../problem.ts'
import type { LocatorDeps } from '../weather/locator.ts'
import type { intakeChange } from './intakes.ts'

export async function placed(
  { findPlace }: Pick<RecordOperationDeps, 'findPlace'>,
  sent: SentSensor
): Promise<SensorOfRow | RowFault> {
  const sensor = sensorOf(sent)
  if ('detail' in sensor) return sensor
  const place = await findPlace(sensor.place)
  return place.kind === 'fault' ? place.fault : sensor
}

type SentSensor = NonNullable<NonNullable<Static<typeof intakeChange>['channels']>[number]['sensor']>

function sensorOf({ kind, station = '', ...where }: SentSensor): SensorOfRow | RowFault {
  const exposure = where.exposure ?? null
  const place = readPlace(where)
  if ('fault' in place) return place.fault
  return exposureFault(kind, exposure) ?? { place, kind, exposure, station }
}

export function fieldFault(device: string, field: string): RowFault {
  const named = `${JSON.stringify(field)}${device === '' ? '' : ` of the device ${JSON.stringify(device)}`}`
  return {
    member: 'field',
    code: 'not_allowed',
    detail: `This intake was never sent ${named}; GET /intakes/{intake} lists its channels.`
  }
}

/** What the pattern of a text asks for. */
const forms: Readonly<Record<string, string>> = {
  label: ', without control characters',
  pointer: ', such as /probe/temperature',
  topic: ': a topic or filter such as orchard/+/temperature'
}

export function schemaError({ pointer, kind, allowed }: SchemaFault): MemberError {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1)
  const detail = {
    required: `"${name}" is required.`,
    unknown_member: `There is no member "${name}" here.${didYouMean(name, allowed.split(', '))} Known: ${allowed}.`
  }
  const form = kind === 'invalid_format' ? (forms[name] ?? '') : ''
  const isNamed = kind === 'required' || kind === 'unknown_member'
  return { pointer, code: kind, detail: isNamed ? detail[kind] : `This must be ${allowed}${form}.` }
}

export function invalid(errors: readonly MemberError[]): OperationAnswer {
  const detail = faultSentences(errors.map((one) => ({ name: one.pointer.slice(1), detail: one.detail })))
  return problemAnswer({ code: 'validation_failed', detail, extensions: { errors } })
}

export interface RecordOperationDeps extends LocatorDeps, RecordedPoints {
  readonly record: NightRecord
  readonly findPlace: FindSensorPlace
  readonly sharing: Sharing
  readonly baseUrl: string
  readonly siteUrl: string
  /** The stored forecast of a point; null where none may be shown. No source is asked. */
  readonly stored: (point: Point) => Promise<ForecastSnapshot | null>
  /** Whether the weather shown now is synthetic; see NightRecordDeps. */
  readonly isSynthetic: () => boolean
}

/** The site of a record; without a height of its own it has the forecast's, as in other answers. */
export async function recordSite(
  { stored }: Pick<RecordOperationDeps, 'stored'>,
  { seen }: Pick<OperationRequest, 'seen'>,
  asked: Point
): Promise<{ readonly site: Site; readonly snapshot: ForecastSnapshot | null }> {
  const point = await seen(asked)
  const snapshot = await stored(point)
  return { snapshot, site: snapshot === null ? recordedAt(point) : recordedPoint(snapshot) }
}
