/** GET /verification: how good a place's forecasts of the minimum were. */
import { siteOf } from '../../observations/night-record.ts'
import type { MinimumKind } from '../../observations/ports.ts'
import { type Operation, type OperationAnswer, type OperationRequest, problemAnswer } from '../operation.ts'
import { type Parameter, type ParameterError, quoted, readQuery, take } from '../query.ts'
import { invalidParameters } from '../weather/invalid-parameters.ts'
import { locate } from '../weather/locator.ts'
import {
  langParameter,
  latParameter,
  locationParameter,
  lonParameter,
  unitsParameter
} from '../weather/parameters.ts'
import type { RecordOperationDeps } from './parts.ts'
import { presentVerification } from './verification.present.ts'
import { verificationBody } from './verification.schema.ts'

const kindParameter: Parameter<MinimumKind> = {
  name: 'kind',
  required: false,
  description: 'Which minimum is looked at: of the air at 2 m, or of exposed plants at the ground.',
  schema: { type: 'string', enum: ['air_2m', 'plant'], default: 'air_2m' },
  allowed: 'air_2m, plant',
  parse(text) {
    if (text === 'air_2m' || text === 'plant') return { value: text }
    const detail = `${quoted(text)} is not one of them.`
    return { error: { code: 'not_allowed', detail, allowed: 'air_2m, plant' } }
  }
}

const parameters = [
  latParameter,
  lonParameter,
  locationParameter,
  kindParameter,
  unitsParameter,
  langParameter
]

export function verificationOperation(deps: RecordOperationDeps): Operation {
  return {
    method: 'GET',
    path: '/verification',
    id: 'getVerification',
    tag: 'Record',
    summary: 'How the forecasts of a place have done',
    description:
      'By lead: bias, mean absolute error, CRPS, Brier score, reliability, POD and FAR for frost, and the number of nights, against what was measured there or, without measurements, against the source’s own latest analysis; the answer says which. “Not enough nights yet” is an answer. With an API key its own measurements count too.',
    parameters,
    answers: { 200: { description: 'The record of the place.', schema: verificationBody } },
    problems: ['invalid_parameter', 'location_not_found'],
    isPrivate: true,
    handle: (request) => answer(deps, request)
  }
}

async function answer(deps: RecordOperationDeps, request: OperationRequest): Promise<OperationAnswer> {
  const query = readQuery(request.query, parameters)
  const errors: ParameterError[] = [...query.errors]
  const kind = take(query, kindParameter, errors) ?? 'air_2m'
  const units = take(query, unitsParameter, errors) ?? 'metric'
  const lang = take(query, langParameter, errors) ?? 'en'
  const location = await locate(query, deps, errors)
  if (errors.length > 0 || location.kind === 'invalid') return problemAnswer(invalidParameters(errors))
  if (location.kind === 'problem') return problemAnswer(location.problem)
  const { located } = location
  const site = siteOf(located.point)
  const owner = request.apiKey?.id ?? null
  const body = presentVerification({
    located,
    units,
    lang,
    verification: await deps.record.verification({ site, kind, owner }),
    sensors: await deps.record.sensorsFor(site, owner),
    learned: deps.record.learnedAt(site, owner),
    synthetic: deps.isSynthetic()
  })
  return { kind: 'fresh', status: 200, body, maxAgeSeconds: null }
}
