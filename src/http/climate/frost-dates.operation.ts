/** GET /frost-dates: when the first and the last frost of a year come, and the risk of each date. */
import { hourSeconds, minuteSeconds } from '../../common/time.ts'
import type { FrostDatesAt } from '../../forecasts/archive/frost-dates.ts'
import { isOwn } from '../../weather/point.ts'
import { type Operation, type OperationRequest, problemAnswer } from '../operation.ts'
import { decimalParameter, withDefault } from '../parameter.ts'
import { type ParameterError, readQuery, take } from '../query.ts'
import { canonicalLinks, linkHeader } from '../weather/canonical-link.ts'
import { type LocatorDeps, locateQuery } from '../weather/locator.ts'
import { pointParameters, unitsParameter } from '../weather/parameters.ts'
import { presentFrostDates } from './frost-dates.present.ts'
import { frostDatesBody } from './frost-dates.schema.ts'

export interface ClimateOperationDeps extends LocatorDeps {
  readonly frostDatesAt: FrostDatesAt
  readonly baseUrl: string
}

const limits = { minimum: -15, maximum: 5 } as const

const temperatureParameter = withDefault(
  decimalParameter({
    name: 'threshold_temperature',
    description: 'What counts as a frost: an air minimum at 2 m at or below this, always in °C.',
    allowed: '°C, −15…5, with a point',
    ...limits,
    of: 'degrees Celsius',
    example: -2
  }),
  0
)

const parameters = [...pointParameters, temperatureParameter, unitsParameter]
/** The first request for a point sets off what the next ones ask about. */
const lackingSeconds = minuteSeconds
const knownSeconds = hourSeconds

export function climateOperations(deps: ClimateOperationDeps): readonly Operation[] {
  return [
    {
      method: 'GET',
      path: '/frost-dates',
      id: 'getFrostDates',
      tag: 'Record',
      summary: 'First and last frost of the year',
      description:
        'Dates of the last frost of spring and the first one of autumn, and the risk through the year, from 30 ' +
        'years of a reanalysis’s daily minima, corrected towards stations, with the correction’s uncertainty. ' +
        'The years are fetched one by one for named points, and for watched fields, whose subscriber is given ' +
        'them with a manage token; until all are there `frost_dates` is null and `reason` says why. Without an ' +
        '`elevation` the dates of a point are for the height of the reanalysis’s own terrain.',
      parameters,
      answers: {
        200: { description: 'The dates, or why there are none.', schema: frostDatesBody, headers: ['Link'] }
      },
      problems: ['invalid_parameter', 'location_not_found'],
      handle: (request) => handle(deps, request)
    }
  ]
}

async function handle(
  deps: ClimateOperationDeps,
  request: OperationRequest
): ReturnType<Operation['handle']> {
  const query = readQuery(request.query, parameters)
  const errors: ParameterError[] = [...query.errors]
  const thresholdC = take(query, temperatureParameter, errors)
  const units = take(query, unitsParameter, errors)
  const location = await locateQuery(query, deps, errors)
  if ('problem' in location) return problemAnswer(location.problem)
  const point = await request.seen(location.located.point)
  const found = await deps.frostDatesAt(point, thresholdC, point.elevation)
  const body = presentFrostDates(location.located, found, { thresholdC, units })
  const maxAgeSeconds = found.kind === 'known' ? knownSeconds : lackingSeconds
  const headers = linkHeader(canonicalLinks(`${deps.baseUrl}/frost-dates`, query, location.located))
  return { kind: 'fresh', status: 200, body, headers, maxAgeSeconds: isOwn(point) ? null : maxAgeSeconds }
}
