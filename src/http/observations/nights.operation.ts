import { csvType } from '../csv.ts'
import { type Operation, type OperationAnswer, type OperationRequest, problemAnswer } from '../operation.ts'
import { dateParameter, pageCursor, wholeNumberParameter, withDefault } from '../parameter.ts'
import { type ParameterError, readQuery, take } from '../query.ts'
import { canonicalLinks, linkHeader } from '../weather/canonical-link.ts'
import { locateQuery } from '../weather/locator.ts'
import { formatParameter, pointParameters, unitsParameter } from '../weather/parameters.ts'
import { kindParameter, plantExposureParameter } from './minimum-parameters.ts'
import { csvFileName, nightsAsCsv, presentNights } from './nights.present.ts'
import { nightsBody, nightsCsv } from './nights.schema.ts'
import { type RecordOperationDeps, recordSite } from './parts.ts'

const fromParameter = dateParameter('from', 'First night, by the morning that ends it; default: the oldest.')
const untilParameter = dateParameter('until', 'Last night, included; default: the newest.')

const leadParameter = wholeNumberParameter({
  name: 'lead_days',
  description: 'Only forecasts of this lead in whole days; default: all.',
  minimum: 0,
  maximum: 16
})

const limitParameter = withDefault(
  wholeNumberParameter({ name: 'limit', description: 'How many rows.', minimum: 1, maximum: 1000 }),
  100
)

const cursorParameter = pageCursor('^\\d{4}-\\d{2}-\\d{2}\\.\\d{1,2}$')

const parameters = [
  ...pointParameters,
  kindParameter,
  plantExposureParameter,
  fromParameter,
  untilParameter,
  leadParameter,
  limitParameter,
  cursorParameter,
  formatParameter,
  unitsParameter
]

export function nightsOperation(deps: RecordOperationDeps): Operation {
  return {
    method: 'GET',
    path: '/verification/nights',
    id: 'getIssuedNights',
    tag: 'Record',
    summary: 'The forecasts issued for each night, and the measured minimum',
    description:
      'Every issued night of a place as a row, at each lead: what was said, when, by which method, and what was measured. Rows are chained by hashes, so that none can be changed or left out afterwards unseen; what was measured is not part of the chain. The rows of a point without a name are given only to the subscriber of a field there, with a manage token, and to the API key whose sensor measures exactly there. With an API key its own measurements count too.',
    parameters,
    answers: {
      200: {
        description: 'One page of the rows.',
        schema: nightsBody,
        otherForms: { 'text/csv': nightsCsv },
        headers: ['Link']
      }
    },
    problems: ['invalid_parameter', 'location_not_found'],
    isPrivate: true,
    handle: (request) => answer(deps, request)
  }
}

async function answer(deps: RecordOperationDeps, request: OperationRequest): Promise<OperationAnswer> {
  const query = readQuery(request.query, parameters)
  const errors: ParameterError[] = [...query.errors]
  const kind = take(query, kindParameter, errors)
  const exposure = take(query, plantExposureParameter, errors)
  const page = {
    from: take(query, fromParameter, errors) ?? '0000-01-01',
    until: take(query, untilParameter, errors) ?? '9999-12-31',
    leadDay: take(query, leadParameter, errors) ?? null,
    limit: take(query, limitParameter, errors),
    after: cursorOf(take(query, cursorParameter, errors) ?? null)
  }
  if (page.from > page.until) errors.push(emptySpan)
  const format = take(query, formatParameter, errors)
  const units = take(query, unitsParameter, errors)
  const location = await locateQuery(query, deps, errors)
  if ('problem' in location) return problemAnswer(location.problem)
  const { located } = location
  const { site } = await recordSite(deps, request, located.point)
  const owner = request.apiKey?.id ?? null
  const found = await deps.record.issuedRows({ site, owner, kind, exposure, ...page })
  const synthetic = deps.isSynthetic()
  const shown = { located, site, kind, exposure: kind === 'plant' ? exposure : null, found, units, synthetic }
  const body = presentNights(shown)
  const { next_cursor } = body
  const headers = linkHeader([
    ...(next_cursor === null ? [] : [nextLink(request.query, next_cursor)]),
    ...canonicalLinks(`${deps.baseUrl}/verification/nights`, query, located)
  ])
  if (format === 'json') return { kind: 'fresh', status: 200, body, headers, maxAgeSeconds: null }
  const file = { 'Content-Disposition': `attachment; filename="${csvFileName(body)}"` }
  return {
    kind: 'text',
    body: nightsAsCsv(body, format),
    contentType: csvType,
    headers: { ...headers, ...file }
  }
}

const emptySpan: ParameterError = {
  parameter: 'from',
  code: 'conflicting_parameters',
  detail: '"from" is after "until".',
  allowed: 'a date up to "until"'
}

function cursorOf(text: string | null): { readonly date: string; readonly leadDay: number } | null {
  const [date, lead] = text?.split('.') ?? []
  return date === undefined || lead === undefined ? null : { date, leadDay: Number(lead) }
}

/** Relative to the address of the request. */
function nextLink(query: string, cursor: string): string {
  const next = new URLSearchParams(query)
  next.set('cursor', cursor)
  return `<?${next.toString()}>; rel="next"`
}
