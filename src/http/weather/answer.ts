/** The common way of a weather request: from a query to an answer that is kept as bytes. */
import type { Asker } from '../../outlook/asker.ts'
import type { ReadySnapshot } from '../../outlook/obtained.ts'
import type { Outlook } from '../../outlook/outlook.ts'
import type { PlaceReport } from '../../outlook/report/place-report.ts'
import { reportOf } from '../../outlook/report/report.ts'
import { dueAt, type SnapshotMeta, stepOf } from '../../outlook/snapshot.ts'
import { isGood } from '../fast-path.ts'
import type { KeptAnswer, KeptAnswers, KnownQuestion } from '../kept-answers.ts'
import { type OperationAnswer, type OperationRequest, problemAnswer } from '../operation.ts'
import type { Problem } from '../problem.ts'
import { type Parameter, type ParameterError, type QueryTexts, readQuery, take } from '../query.ts'
import { canonicalLink } from './canonical-link.ts'
import { invalidParameters } from './invalid-parameters.ts'
import { type Located, type LocatorParts, locate } from './locator.ts'
import { langParameter, requiredLocationParameter, unitsParameter } from './parameters.ts'
import type { OwnQuestion, WeatherQuestion } from './question.ts'
import { tooManyPoints, unavailable } from './unavailable.ts'

export interface WeatherParts extends LocatorParts {
  readonly outlook: Outlook
  readonly answers: KeptAnswers
  /** The meta that is in memory for a point, by identity; see AnswerOrigin. */
  readonly sourceOf: (pointKey: string) => object | null
  readonly siteUrl: string
  readonly baseUrl: string
}

/** What one operation adds to the common way of a weather request. */
export interface WeatherOperation {
  readonly id: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** The operation's own part of the question, and its part of the answer's key; null where it has faults. */
  readonly takeOwn: (
    query: QueryTexts,
    errors: ParameterError[]
  ) => { readonly own: OwnQuestion; readonly key: string } | null
  /** What the body needs beside the forecast, fetched before it is made for the first time; never throws for a source's fault. */
  readonly prepare?: (question: WeatherQuestion, asker: Asker) => Promise<Prepared>
  /** Whether that is at hand already; absent where nothing is needed. */
  readonly isPrepared?: (question: WeatherQuestion) => boolean
  /** The body; null where the data do not reach as far as this instant. */
  readonly present: (report: PlaceReport, question: WeatherQuestion) => object | null
}

/** A question with what could be fetched for it, and until when that holds at most [ms since epoch]. */
export interface Prepared {
  readonly question: WeatherQuestion
  readonly goodUntil: number
}

/** A parameter's value, its standard where it was not given; null where it is wrong. */
export function takeOr<T>(
  query: QueryTexts,
  parameter: Parameter<T>,
  standard: T,
  errors: ParameterError[]
): T | null {
  const value = take(query, parameter, errors)
  return value ?? (query.texts.has(parameter.name) ? null : standard)
}

/** Answers one weather request. */
export async function answerWeather(
  parts: WeatherParts,
  own: WeatherOperation,
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
  const { point, place } = located
  const question = { ...ownPart.own, point, place, units, lang }
  const key = `${own.id} ${located.key} ${ownPart.key} ${units} ${lang}${located.canonicalSlug === null ? '' : ' canonical'}`
  return answerAt(parts, own, { key, question, located, request })
}

interface Asked {
  readonly key: string
  readonly question: WeatherQuestion
  readonly located: Located
  readonly request: OperationRequest
}

async function answerAt(parts: WeatherParts, own: WeatherOperation, asked: Asked): Promise<OperationAnswer> {
  const { question, request } = asked
  const known = knownQuestion(parts, own, asked)
  const kept = parts.answers.get(asked.key)
  if (kept !== null && isGood(parts, kept, request.nowAt)) {
    return { kind: 'kept', question: known, answer: kept }
  }
  const asker: Asker = { kind: 'client', key: request.client }
  const obtained = await parts.outlook.obtain(question.point, asker)
  if (obtained.kind === 'too_many_points') return problemAnswer(tooManyPoints(obtained.retryAfterSeconds))
  if (obtained.kind === 'unavailable')
    return problemAnswer(unavailable(obtained, question.point, request.nowAt))
  const prepared = (await own.prepare?.(question, asker)) ?? { question, goodUntil: Number.POSITIVE_INFINITY }
  const { goodUntil } = prepared
  const basis = { snapshot: obtained, nowAt: request.nowAt, goodUntil }
  const answer = makeAnswer(parts, own, { ...asked, question: prepared.question }, basis)
  return 'code' in answer ? problemAnswer(answer) : { kind: 'kept', question: known, answer }
}

/** The question as it need not be read again: its next answer is made at once where a forecast is at hand. */
function knownQuestion(parts: WeatherParts, own: WeatherOperation, asked: Asked): KnownQuestion {
  return {
    key: asked.key,
    ready: (nowAt) => {
      if (own.isPrepared?.(asked.question) === false) return null
      const snapshot = parts.outlook.ready(asked.question.point)
      const goodUntil = Number.POSITIVE_INFINITY
      return snapshot === null ? null : () => makeAnswer(parts, own, asked, { snapshot, nowAt, goodUntil })
    }
  }
}

interface AnswerBasis {
  readonly snapshot: ReadySnapshot
  readonly nowAt: number
  /** Until when what was prepared beside the forecast holds [ms since epoch]. */
  readonly goodUntil: number
}

/** The answer from a forecast that may be shown, made and kept; a problem where the forecast does not reach as far as now. */
function makeAnswer(
  parts: WeatherParts,
  own: WeatherOperation,
  asked: Asked,
  { snapshot, nowAt, goodUntil }: AnswerBasis
): KeptAnswer | Problem {
  const { key, question } = asked
  const { meta } = snapshot
  const step = stepOf(meta, nowAt)
  const { seasons } = parts.outlook
  const body = snapshot.read((forecast) =>
    own.present(reportOf(question, forecast, { at: step.at, seasons }), question)
  )
  if (body === null) {
    return unavailable({ lastDataAt: meta.confirmedAt, retryAt: dueAt(meta) }, question.point, nowAt)
  }
  const origin = {
    pointKey: asked.located.key,
    source: meta,
    goodUntil: Math.min(goodUntil, forecastGoodUntil(meta, step.until, nowAt)),
    modifiedAt: Math.max(meta.confirmedAt, step.at)
  }
  return parts.answers.set(key, JSON.stringify(body), origin, linkOf(parts, own, asked))
}

function linkOf(parts: WeatherParts, own: WeatherOperation, { located, request }: Asked): readonly string[] {
  if (located.canonicalSlug === null) return []
  const { texts } = readQuery(request.query, own.parameters)
  return canonicalLink(`${parts.baseUrl}${own.path}`, texts, located.canonicalSlug)
}

// While a renewal is under way the data are overdue: the answer is then good for the next moment only.
function forecastGoodUntil(meta: SnapshotMeta, stepUntil: number, nowAt: number): number {
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
