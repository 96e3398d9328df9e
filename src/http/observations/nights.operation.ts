import type { Static } from 'typebox'
import type { Exposure } from '../../frost/frost-night.ts'
import { z90 } from '../../frost/gaussian.ts'
import { roundToHundredth, roundToTenth } from '../../frost/published.ts'
import type { Site } from '../../observations/around.ts'
import type { IssuedRow, IssuedRows } from '../../observations/issued-rows.ts'
import type { MinimumKind } from '../../observations/ports.ts'
import { publish, type UnitSystem, unitOf } from '../../weather/units.ts'
import { type ZoneClock, zoneClock } from '../../weather/zone-clock.ts'
import { type CsvForm, csvOf, csvType } from '../csv.ts'
import { columnsAt, columnsOf } from '../csv-table.ts'
import { type Operation, type OperationAnswer, type OperationRequest, problemAnswer } from '../operation.ts'
import { dateParameter, pageCursor, wholeNumberParameter, withDefault } from '../parameter.ts'
import { type ParameterError, readQuery, take } from '../query.ts'
import { localInstant, localInstantOrNull } from '../weather/blocks.present.ts'
import { canonicalLinks, type Located, linkHeader, locateQuery } from '../weather/locator.ts'
import { formatParameter, pointParameters, unitsParameter } from '../weather/parameters.ts'
import { type RecordOperationDeps, recordSite } from './parts.ts'
import {
  issuedNight,
  kindParameter,
  nightsBody,
  nightsCsv,
  plantExposureParameter,
  presentRecord
} from './record.schema.ts'

type NightsBody = Static<typeof nightsBody>

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
      'Every issued night of a place as a row, at each lead: what was forecast, when, by which method, and what was ' +
      'measured. Rows are chained by hashes, so that none can be changed or left out afterwards unseen; what ' +
      'was measured is not part of the chain. The rows of a point without a name are given only to the ' +
      'subscriber of a field there, with a manage token, and, from its first measurement on and without the ' +
      'chain, to the API key whose sensor measures exactly there. With an API key its own measurements count too.',
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
  const { errors } = query
  const kind = take(query, kindParameter)
  const exposure = take(query, plantExposureParameter)
  const page = {
    from: take(query, fromParameter) ?? '0000-01-01',
    until: take(query, untilParameter) ?? '9999-12-31',
    leadDay: take(query, leadParameter) ?? null,
    limit: take(query, limitParameter),
    after: cursorOf(take(query, cursorParameter) ?? null)
  }
  if (page.from > page.until) errors.push(emptySpan)
  const format = take(query, formatParameter)
  const units = take(query, unitsParameter)
  const location = await locateQuery(query, deps)
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
  if (format === 'json') return { kind: 'fresh', body, headers }
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

export function presentNights({
  found,
  ...facts
}: {
  readonly located: Located
  readonly site: Site
  readonly kind: MinimumKind
  readonly exposure: Exposure | null
  readonly found: IssuedRows
  readonly units: UnitSystem
  readonly synthetic: boolean
}): NightsBody {
  const { located, site, kind, exposure, units, synthetic } = facts
  const { point, place } = located
  const clock = zoneClock(found.point?.timezone ?? point.timezone)
  const last = found.rows.at(-1)?.recorded.night
  const { lat, lon, timezone } = point
  return {
    location: { lat, lon, name: place?.name ?? null, slug: place?.slug ?? null, timezone },
    ...presentRecord(found, { located, site, lang: 'en' }),
    kind,
    exposure,
    nights: found.rows.map((row) => presentRow(row, { clock, units, hasChain: found.chain !== null })),
    chain: presentChain(found.chain, clock),
    next_cursor: found.hasMore && last !== undefined ? `${last.date}.${last.leadDay}` : null,
    units: {
      temperature: unitOf('temperature', units),
      temperature_difference: unitOf('temperature_difference', units)
    },
    synthetic
  }
}

function presentRow(
  { recorded, forecast, measured, reason, analysedC }: IssuedRow,
  { clock, units, hasChain }: { clock: ZoneClock; units: UnitSystem; hasChain: boolean }
): NightsBody['nights'][number] {
  const { night, issuance } = recorded
  const link = hasChain ? recorded.link : null
  const temperature = (valueC: number | null) =>
    valueC === null ? null : publish(valueC, 'temperature', units)
  const range = forecast === null ? null : z90 * forecast.sigmaC
  const at = (sign: number) =>
    forecast === null || range === null ? null : temperature(forecast.expectedC + sign * range)
  return {
    date: night.date,
    lead_days: night.leadDay,
    issued_at: localInstant(clock, night.issuedAt),
    recorded_at: localInstantOrNull(clock, issuance?.at ?? null),
    source: night.source,
    method: issuance?.method ?? null,
    origin: originOf(recorded),
    expected_minimum: temperature(forecast?.expectedC ?? null),
    range_low: at(-1),
    range_high: at(1),
    frost_probability: forecast === null ? null : roundToHundredth(forecast.frostProbability),
    score: roundToTenth(night.score),
    learned_bias: publish(night.biasC, 'temperature_difference', units) ?? 0,
    observed_minimum: temperature(measured?.minimumC ?? null),
    observed_by: measured?.by ?? null,
    observed_sensors: measured?.count ?? 0,
    missing_reason: reason,
    analysed_minimum: temperature(analysedC),
    seq: link?.seq ?? null,
    hash: link?.hash ?? null,
    entry: link?.entry ?? null
  }
}

function originOf({ isBackFilled, link }: IssuedRow['recorded']): NightsBody['nights'][number]['origin'] {
  if (isBackFilled) return 'back_filled'
  return link === null ? 'issued_before_chain' : 'issued'
}

function presentChain(chain: IssuedRows['chain'], clock: ZoneClock): NightsBody['chain'] {
  if (chain === null) return null
  const { head, checkpoint, publicKey } = chain
  return {
    ...head,
    public_key: publicKey,
    removed_until: checkpoint?.seq ?? 0,
    removed_hash: checkpoint?.hash ?? null,
    removed_at: localInstantOrNull(clock, checkpoint?.at ?? null),
    removed_signature: checkpoint?.signature ?? null
  }
}

const nightColumns = columnsOf(issuedNight).filter(({ name }) => name !== 'entry')
const places = ['slug', 'lat', 'lon']
const subjectColumns = [
  ...columnsAt(nightsBody, 'units.temperature', 'unit'),
  ...places.flatMap((name) => columnsAt(nightsBody, `location.${name}`)),
  ...['kind', 'exposure', 'synthetic', 'record', 'record_missing', 'record_note'].flatMap((name) =>
    columnsAt(nightsBody, name)
  ),
  // Named as in JSON and in other tables; `unit`, `slug`, `lat` and `lon` stay for readers of earlier versions.
  ...columnsAt(nightsBody, 'units'),
  ...places.flatMap((name) => columnsAt(nightsBody, `location.${name}`, `location_${name}`))
]

/** The same rows as CSV, each with its place, so that files can be joined. */
export function nightsAsCsv(body: NightsBody, form: CsvForm = 'csv'): string {
  // The only row says that the record is not used.
  const rows = body.record_missing === 'other_height' ? [...body.nights, null] : body.nights
  return csvOf(form, rows, { columns: nightColumns, beside: { columns: subjectColumns, of: body } })
}

/** `ayaz-nights-malatya-air_2m.csv`; a point goes by its coordinates. */
function csvFileName({ location, kind, exposure }: NightsBody): string {
  const { slug, lat, lon } = location
  return (
    ['ayaz-nights', slug ?? `${lat}_${lon}`, kind, ...(exposure === null ? [] : [exposure])].join('-') +
    '.csv'
  )
}
