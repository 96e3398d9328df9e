/** The five weather operations: from a query to an answer that is kept as bytes. */
import { pointKey } from '../../forecast/point.ts'
import { currentWeather } from '../../outlook/current.ts'
import type { Outlook } from '../../outlook/outlook.ts'
import { dueAt, type SnapshotMeta, stepOf } from '../../outlook/snapshot.ts'
import type { KeptAnswers } from '../kept-answers.ts'
import { type Operation, type OperationAnswer, type OperationRequest, problemAnswer } from '../operation.ts'
import { type Parameter, type ParameterError, type QueryTexts, readQuery, take } from '../query.ts'
import type { Basis } from './blocks.present.ts'
import { canonicalLink } from './canonical-link.ts'
import { presentCurrent } from './current.present.ts'
import { currentBody } from './current.schema.ts'
import { curveParameters, takeCurve } from './curve-choice.ts'
import { presentForecast } from './forecast.present.ts'
import { forecastBody } from './forecast.schema.ts'
import { presentFrostRisk } from './frost-risk.present.ts'
import { frostRiskBody } from './frost-risk.schema.ts'
import { presentHourly } from './hourly.present.ts'
import { hourlyBody } from './hourly.schema.ts'
import { type Located, type LocatorParts, locate } from './locator.ts'
import {
  daysParameter,
  langParameter,
  latParameter,
  locationParameter,
  lonParameter,
  requiredLocationParameter,
  slotsParameter,
  unitsParameter
} from './parameters.ts'
import type { WeatherQuestion } from './question.ts'
import { tooManyPoints, unavailable } from './unavailable.ts'
import { presentWidgetData } from './widget-data.present.ts'
import { widgetDataBody } from './widget-data.schema.ts'

export interface WeatherParts extends LocatorParts {
  readonly outlook: Outlook
  readonly answers: KeptAnswers
  /** The meta that is in memory for a point, by identity; see AnswerOrigin. */
  readonly sourceOf: (pointKey: string) => object | null
  readonly siteUrl: string
  readonly baseUrl: string
}

const pointParameters: readonly Parameter[] = [latParameter, lonParameter, locationParameter]
const labelParameters: readonly Parameter[] = [unitsParameter, langParameter]

/** What one operation adds to the common way of a weather request. */
interface WeatherOperation<Own extends object> {
  readonly id: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** The operation's own part of the question, and its part of the answer's key; null where it has faults. */
  readonly takeOwn: (query: QueryTexts, errors: ParameterError[]) => (Own & { readonly key: string }) | null
  /** The body; null where the data do not reach as far as this instant. */
  readonly present: (basis: Basis<WeatherQuestion & Own>) => object | null
}

export function weatherOperations(parts: WeatherParts): readonly Operation[] {
  const nothing = () => ({ key: '' })
  const forecast: WeatherOperation<{ days: number }> = {
    id: 'getForecast',
    path: '/weather',
    parameters: [...pointParameters, daysParameter, ...labelParameters],
    takeOwn: takeDays,
    present: presentForecast
  }
  const current: WeatherOperation<object> = {
    id: 'getCurrentWeather',
    path: '/weather/current',
    parameters: [...pointParameters, ...labelParameters],
    takeOwn: nothing,
    present: (basis) => {
      const weather = currentWeather(basis.point, basis.at)
      return weather === null ? null : presentCurrent(basis, weather)
    }
  }
  const frostRisk: WeatherOperation<{ days: number; choice: NonNullable<ReturnType<typeof takeCurve>> }> = {
    id: 'getFrostRisk',
    path: '/weather/frost-risk',
    parameters: [...pointParameters, daysParameter, ...curveParameters, ...labelParameters],
    takeOwn: (query, errors) => {
      const days = takeDays(query, errors)
      const choice = takeCurve(query, errors)
      if (days === null || choice === null) return null
      const { crop, stage, exposure } = choice
      return { days: days.days, choice, key: `${days.key} ${crop ?? ''} ${stage ?? ''} ${exposure}` }
    },
    present: (basis) => presentFrostRisk(basis, parts.siteUrl)
  }
  const hourly: WeatherOperation<{ slots: number }> = {
    id: 'getHourly',
    path: '/weather/hourly',
    parameters: [...pointParameters, slotsParameter, ...labelParameters],
    takeOwn: (query, errors) => {
      const slots = takeOr(query, slotsParameter, 8, errors)
      return slots === null ? null : { slots, key: String(slots) }
    },
    present: presentHourly
  }
  const widgetData: WeatherOperation<object> = {
    id: 'getWidgetData',
    path: '/weather/widget-data',
    parameters: [requiredLocationParameter, ...labelParameters],
    takeOwn: nothing,
    present: (basis) => {
      const { place } = basis.question
      return place === null
        ? null
        : presentWidgetData({ ...basis, question: { ...basis.question, place } }, parts.siteUrl)
    }
  }
  return [
    describe(
      parts,
      forecast,
      forecastBody,
      'Forecast by day',
      'The weather of the coming days, one row for each local day, with the frost score of the night that ends that morning.'
    ),
    describe(
      parts,
      current,
      currentBody,
      'Weather now',
      'The weather of the present hour, as the model has it; `kind` says so.'
    ),
    describe(
      parts,
      frostRisk,
      frostRiskBody,
      'Frost risk',
      'The frost score of the coming nights and every risk day with its explanation: a calibrated, explained score from 0 to 100 (method FROST-P).'
    ),
    describe(
      parts,
      hourly,
      hourlyBody,
      'Forecast by 3-hour slot',
      'The near weather, one row for each three hours from local midnight; the first one holds now.'
    ),
    describe(
      parts,
      widgetData,
      widgetDataBody,
      'Widget data',
      'A light body for widgets: now, tonight and the next days of a named place.'
    )
  ]
}

function takeDays(query: QueryTexts, errors: ParameterError[]): { days: number; key: string } | null {
  const days = takeOr(query, daysParameter, 7, errors)
  return days === null ? null : { days, key: String(days) }
}

function takeOr<T>(
  query: QueryTexts,
  parameter: Parameter<T>,
  standard: T,
  errors: ParameterError[]
): T | null {
  const value = take(query, parameter, errors)
  return value ?? (query.texts.has(parameter.name) ? null : standard)
}

function describe<Own extends object>(
  parts: WeatherParts,
  own: WeatherOperation<Own>,
  schema:
    | typeof forecastBody
    | typeof currentBody
    | typeof frostRiskBody
    | typeof hourlyBody
    | typeof widgetDataBody,
  summary: string,
  description: string
): Operation {
  return {
    method: 'GET',
    path: own.path,
    id: own.id,
    tag: 'Weather',
    summary,
    description,
    parameters: own.parameters,
    answers: { 200: { description: summary, schema } },
    problems: ['invalid_parameter', 'location_not_found', 'data_unavailable'],
    handle: (request) => answerWeather(parts, own, request)
  }
}

async function answerWeather<Own extends object>(
  parts: WeatherParts,
  own: WeatherOperation<Own>,
  request: OperationRequest
): Promise<OperationAnswer> {
  const query = readQuery(request.query, own.parameters)
  const errors: ParameterError[] = [...query.errors]
  const units = takeOr(query, unitsParameter, 'metric', errors)
  const lang = takeOr(query, langParameter, 'en', errors)
  const ownPart = own.takeOwn(query, errors)
  const location = own.parameters.includes(requiredLocationParameter)
    ? await locateRequired(query, parts, errors)
    : await locate(query, parts, errors)
  if (
    errors.length > 0 ||
    units === null ||
    lang === null ||
    ownPart === null ||
    location.kind === 'invalid'
  ) {
    return problemAnswer(invalidParameters(errors))
  }
  if (location.kind === 'problem') return problemAnswer(location.problem)
  const { located } = location
  const question = { ...ownPart, point: located.point, place: located.place, units, lang }
  const key = `${own.id} ${pointKey(located.point)} ${ownPart.key} ${units} ${lang}${located.canonicalSlug === null ? '' : ' canonical'}`
  return answerAt(parts, own, { key, question, located, request })
}

interface Asked<Own extends object> {
  readonly key: string
  readonly question: WeatherQuestion & Own
  readonly located: Located
  readonly request: OperationRequest
}

async function answerAt<Own extends object>(
  parts: WeatherParts,
  own: WeatherOperation<Own>,
  asked: Asked<Own>
): Promise<OperationAnswer> {
  const { key, question, request } = asked
  const kept = parts.answers.get(key)
  if (kept !== null && kept.goodUntil > request.nowAt && parts.sourceOf(kept.pointKey) === kept.source) {
    return { kind: 'kept', key, answer: kept }
  }
  const obtained = await parts.outlook.obtain(question.point, { kind: 'client', key: request.client })
  if (obtained.kind === 'too_many_points') return problemAnswer(tooManyPoints(obtained.retryAfterSeconds))
  if (obtained.kind === 'unavailable')
    return problemAnswer(unavailable(obtained, question.point, request.nowAt))
  const { meta } = obtained
  const step = stepOf(meta, request.nowAt)
  const body = obtained.read((point) => own.present({ point, at: step.at, question }))
  if (body === null) {
    const gap = { lastDataAt: meta.confirmedAt, retryAt: dueAt(meta) }
    return problemAnswer(unavailable(gap, question.point, request.nowAt))
  }
  const origin = {
    pointKey: pointKey(question.point),
    source: meta,
    goodUntil: goodUntil(meta, step.until, request.nowAt),
    modifiedAt: Math.max(meta.confirmedAt, step.at)
  }
  const bytes = Buffer.from(JSON.stringify(body))
  return { kind: 'kept', key, answer: parts.answers.set(key, bytes, origin, linkOf(parts, own, asked)) }
}

function linkOf<Own extends object>(
  parts: WeatherParts,
  own: WeatherOperation<Own>,
  { located, request }: Asked<Own>
): readonly string[] {
  if (located.canonicalSlug === null) return []
  const { texts } = readQuery(request.query, own.parameters)
  return canonicalLink(`${parts.baseUrl}${own.path}`, texts, located.canonicalSlug)
}

// While a renewal is under way the data are overdue: the answer is then good for the next moment only.
function goodUntil(meta: SnapshotMeta, stepUntil: number, nowAt: number): number {
  const due = dueAt(meta)
  return due > nowAt ? Math.min(stepUntil, due) : nowAt + 1
}

async function locateRequired(
  query: QueryTexts,
  parts: LocatorParts,
  errors: ParameterError[]
): ReturnType<typeof locate> {
  if (take(query, requiredLocationParameter, errors) === undefined) return { kind: 'invalid' }
  return locate(query, parts, errors)
}

/** The problem of a query with faults. */
export function invalidParameters(errors: readonly ParameterError[]): {
  readonly code: 'invalid_parameter'
  readonly detail: string
  readonly extensions: { readonly errors: readonly ParameterError[] }
} {
  const first = errors[0]
  const more = errors.length > 1 ? ` ${errors.length - 1} more in "errors".` : ''
  return {
    code: 'invalid_parameter',
    detail: first === undefined ? 'A parameter is not valid.' : `${first.parameter}: ${first.detail}${more}`,
    extensions: { errors }
  }
}
