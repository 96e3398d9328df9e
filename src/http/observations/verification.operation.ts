import { verifiedAirports } from '../../observations/airport-nights.ts'
import { isOwnOf } from '../../observations/around.ts'
import { ownTonight } from '../../observations/own-tonight.ts'
import { type Operation, type OperationAnswer, type OperationRequest, problemAnswer } from '../operation.ts'
import { readQuery, take } from '../query.ts'
import { canonicalLinks, linkHeader } from '../weather/canonical-link.ts'
import { locateQuery } from '../weather/locator.ts'
import { labelParameters, langParameter, pointParameters, unitsParameter } from '../weather/parameters.ts'
import { kindParameter, plantExposureParameter } from './minimum.ts'
import { type RecordOperationDeps, recordSite } from './parts.ts'
import { presentVerification } from './verification.present.ts'
import { verificationBody } from './verification.schema.ts'

const parameters = [...pointParameters, kindParameter, plantExposureParameter, ...labelParameters]

export function verificationOperation(deps: RecordOperationDeps): Operation {
  return {
    method: 'GET',
    path: '/verification',
    id: 'getVerification',
    tag: 'Record',
    summary: 'How accurate the forecasts of a place were',
    description:
      'By lead: bias, mean absolute error, CRPS, Brier score, reliability, POD and FAR for frost, and the ' +
      'number of nights, against what was measured there or, without measurements, against the source’s own ' +
      'latest analysis; the answer says which. “Not enough nights yet” is an answer. `tonight` of a point ' +
      'without a name is given only to the subscriber of a field there, with a manage token, and to the API key ' +
      'of a thermometer nearby. With an API key its own measurements count too.',
    parameters,
    answers: {
      200: { description: 'The record of the place.', schema: verificationBody, headers: ['Link'] }
    },
    problems: ['invalid_parameter', 'location_not_found'],
    isPrivate: true,
    handle: (request) => answer(deps, request)
  }
}

async function answer(deps: RecordOperationDeps, request: OperationRequest): Promise<OperationAnswer> {
  const query = readQuery(request.query, parameters)
  const kind = take(query, kindParameter)
  const exposure = take(query, plantExposureParameter)
  const units = take(query, unitsParameter)
  const lang = take(query, langParameter)
  const location = await locateQuery(query, deps)
  if ('problem' in location) return problemAnswer(location.problem)
  const { located } = location
  const { site, snapshot } = await recordSite(deps, request, located.point)
  const owner = request.apiKey?.id ?? null
  const learned = deps.record.learnedAt(site, owner)
  const served = snapshot === null ? undefined : deps.record.learned(snapshot, owner)
  const evening = await deps.record.eveningFor(site, owner)
  // Of a point without a name it would say that somebody has asked for its forecast.
  const isShown = deps.isNamed(site) || site.isOwn === true || evening.some(({ isOwn }) => isOwn)
  const verification = await deps.record.verification({ site, kind, exposure, owner })
  const { point } = verification.record
  const body = presentVerification({
    located,
    site,
    isRecordShown: point !== null && (deps.isNamed(point) || isOwnOf(site, point)),
    exposure: kind === 'plant' ? exposure : null,
    units,
    lang,
    verification,
    sensors: await deps.record.sensorsFor(site, owner),
    learned,
    served,
    tonight:
      snapshot === null || !isShown
        ? null
        : ownTonight(snapshot, request.nowAt, { learned: served ?? null, evening }),
    airports: await verifiedAirports(deps.store, site, request.nowAt),
    synthetic: deps.isSynthetic()
  })
  const headers = linkHeader(canonicalLinks(`${deps.baseUrl}/verification`, query, located))
  return { kind: 'fresh', status: 200, body, headers, maxAgeSeconds: null }
}
