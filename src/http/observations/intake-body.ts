import type { Static } from 'typebox'
import { faultSentences, type SchemaFault } from '../../common/schema-check.ts'
import { exposureFault, type RowFault, readPlace, type SensorOfRow } from '../../observations/row-parts.ts'
import { type OperationAnswer, problemAnswer } from '../operation.ts'
import type { MemberError } from '../problem.ts'
import type { intakeChange } from './intakes.ts'
import type { RecordOperationDeps } from './parts.ts'

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
  const place = readPlace<string, number>(where)
  if ('fault' in place) return place.fault
  return exposureFault(kind, exposure) ?? { place, kind, exposure, station }
}

export function neverHeard(device: string, field: string): RowFault {
  const named = `${JSON.stringify(field)}${device === '' ? '' : ` of the device ${JSON.stringify(device)}`}`
  return {
    member: 'field',
    code: 'not_allowed',
    detail: `This intake was never sent ${named}; GET /intakes/{intake} lists its channels.`
  }
}

export function schemaError({ pointer, kind, allowed }: SchemaFault): MemberError {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1)
  const detail = {
    required: `"${name}" is required.`,
    unknown_member: `There is no member "${name}" here.`
  }
  const isNamed = kind === 'required' || kind === 'unknown_member'
  return { pointer, code: kind, detail: isNamed ? detail[kind] : `This must be ${allowed}.` }
}

export function invalid(errors: readonly MemberError[]): OperationAnswer {
  const detail = faultSentences(errors.map((one) => ({ name: one.pointer.slice(1), detail: one.detail })))
  return problemAnswer({ code: 'validation_failed', detail, extensions: { errors } })
}
