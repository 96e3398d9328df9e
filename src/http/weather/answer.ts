/** The common path of a weather request: from a query to an answer that is cached as bytes. */
import type { ReadySnapshot } from '../../forecasts/forecast-result.ts'
import type { Forecasts } from '../../forecasts/forecasts.ts'
import type { Requester } from '../../forecasts/point-allowance.ts'
import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import { reportOf } from '../../forecasts/report/report.ts'
import { dueAt, type SnapshotMeta, stepOf } from '../../forecasts/snapshot.ts'
import { isOwn, type Point } from '../../weather/point.ts'
import { cut } from '../chosen-members.ts'
import { csvType } from '../csv.ts'
import { type Table, tableText } from '../csv-table.ts'
import { isGood } from '../fast-path.ts'
import { calendarType } from '../icalendar.ts'
import { type OperationAnswer, type OperationRequest, problemAnswer } from '../operation.ts'
import type { Problem } from '../problem.ts'
import { invalidParameters, type Parameter, type QueryTexts, readQuery, take } from '../query.ts'
import type { AnswerForm, CachedResponse, KnownQuestion, ResponseCache } from '../response-cache.ts'
import { jsonType } from '../serialized-body.ts'
import { homonymNotices } from './blocks.present.ts'
import { canonicalLinks, type Located, type LocatorDeps, locateQuery } from './locator.ts'
import {
  formatParameter,
  frostFormatParameter,
  langParameter,
  unitsParameter,
  type WeatherForm
} from './parameters.ts'
import type { OwnQuestion, WeatherQuestion } from './question.ts'
import { type Showing, type Shown, shownParameters, takeShown } from './shown-members.ts'
import { tooManyPoints, unavailable } from './unavailable.ts'

type Seasons = Forecasts['seasons']

/** Loads the season within this requester's limits; never throws for a source's fault. */
export async function prepareStage(
  question: WeatherQuestion,
  seasons: Seasons,
  requester: Requester
): Promise<Prepared> {
  const lack = question.stageFromSeason === true ? await seasons.refresh(question.point, requester) : null
  if (lack === null) return { question, goodUntil: Number.POSITIVE_INFINITY }
  const isSeasonRefused = lack.because !== 'no_answer'
  return { question: { ...question, isSeasonRefused }, goodUntil: lack.askAgainAt }
}

export function isStagePrepared({ stageFromSeason, point }: WeatherQuestion, seasons: Seasons): boolean {
  return stageFromSeason !== true || !seasons.isDue(point)
}

export interface WeatherDeps extends LocatorDeps {
  readonly forecasts: Forecasts
  readonly answers: ResponseCache
  readonly sourceOf: (pointKey: string) => object | null
  readonly knowledgeVersion: (point: Point) => number
  readonly siteUrl: string
  readonly baseUrl: string
}

type Present = (report: PlaceReport, question: WeatherQuestion) => object | Problem | null

export interface AnsweredOperation extends Showing<Present> {
  readonly own: WeatherOperation
}

export interface WeatherOperation {
  readonly id: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** The operation's own part of the question and of the answer's key; null where it has faults. */
  readonly takeOwn: (query: QueryTexts) => { readonly own: OwnQuestion; readonly key: string } | null
  /** What the body needs beyond the forecast; never throws for a source's fault. */
  readonly prepare?: (question: WeatherQuestion, requester: Requester) => Promise<Prepared>
  /** Whether what the body needs is in memory already; absent where nothing is needed. */
  readonly isPrepared?: (question: WeatherQuestion) => boolean
  /** The body; null where the data do not reach this instant, or why the question has no answer in them. */
  readonly present: Present
  readonly presentShort?: Present
  readonly table: Table
  /** Its nights as a calendar; `modifiedAt` of snapshot and step [ms since epoch]. */
  readonly calendar?: (report: PlaceReport, question: WeatherQuestion, modifiedAt: number) => string
}

/** A question with what could be fetched for it, and until when that is valid at most [ms since epoch]. */
interface Prepared {
  readonly question: WeatherQuestion
  readonly goodUntil: number
}

export async function answerWeather(
  deps: WeatherDeps,
  operation: AnsweredOperation,
  request: OperationRequest
): Promise<OperationAnswer> {
  const { own } = operation
  const query = readQuery(request.query, own.parameters)
  const form = takeForm(query, own)
  const format = take(query, own.calendar === undefined ? formatParameter : frostFormatParameter)
  const isWhole = !shownParameters.some(({ name }) => query.texts.has(name))
  const shown = isWhole ? { present: own.present, chosen: null, key: '' } : takeShown(query, operation)
  const location = await locateQuery(query, deps)
  if ('problem' in location) return problemAnswer(location.problem)
  const { units, lang, ownPart } = form
  if (ownPart === null) return problemAnswer(invalidParameters(query.errors))
  const { located } = location
  const asked = { located, isNamed: query.texts.has('location'), own: ownPart.own, units, lang }
  const question = await questionAt(deps, asked, request)
  const { point: seen, notices = [] } = question
  const marks = [
    located.canonicalSlug === null ? '' : ' canonical',
    notices.length === 0 ? '' : ' homonym',
    format === 'json' ? shown.key : ` ${format}`
  ].join('')
  const key = `${own.id} ${seen.key} ${ownPart.key} ${units} ${lang}${marks}`
  return answerAt(deps, own, { key, question, located, request, format, shown, isOwn: isOwn(seen) })
}

/** How an answer is worded, and the operation's own part of the question; null where that has faults. */
export function takeForm(query: QueryTexts, own: Pick<WeatherOperation, 'takeOwn'>) {
  const units = take(query, unitsParameter)
  const lang = take(query, langParameter)
  return { units, lang, ownPart: own.takeOwn(query) }
}

interface AskedAt extends Pick<WeatherQuestion, 'units' | 'lang'> {
  readonly located: Located
  readonly isNamed: boolean
  readonly own: OwnQuestion
}

export async function questionAt(
  { gazetteer }: Pick<WeatherDeps, 'gazetteer'>,
  { located: { point, place, nearest }, isNamed, own, units, lang }: AskedAt,
  request: Pick<OperationRequest, 'seen'>
): Promise<WeatherQuestion> {
  // Someone who asks for `soma` in Turkish hardly means the one in Japan; coordinates say what they mean.
  const isAmbiguous = isNamed && place !== null && lang === 'tr'
  const notices = isAmbiguous ? homonymNotices(place, gazetteer.homonyms(place)) : []
  return { ...own, point: await request.seen(point), place, nearest, units, lang, notices }
}

interface Asked {
  readonly key: string
  readonly question: WeatherQuestion
  readonly located: Located
  readonly request: OperationRequest
  readonly format: WeatherForm
  readonly shown: Shown<Present>
  readonly isOwn: boolean
}

async function answerAt(deps: WeatherDeps, own: WeatherOperation, asked: Asked): Promise<OperationAnswer> {
  const { question, request } = asked
  const known = knownQuestion(deps, own, asked)
  const cached = deps.answers.get(asked.key)
  if (cached !== null && isGood(deps, cached, request.nowAt)) return given(asked, known, cached)
  const requester: Requester = { kind: 'client', key: request.client }
  const result = await deps.forecasts.get(question.point, requester)
  if (result.kind === 'too_many_points') return problemAnswer(tooManyPoints(result.retryAfterSeconds))
  if (result.kind === 'unavailable') return problemAnswer(unavailable(result, question.point, request.nowAt))
  const prepared = (await own.prepare?.(question, requester)) ?? {
    question,
    goodUntil: Number.POSITIVE_INFINITY
  }
  const { goodUntil } = prepared
  const basis = { snapshot: result, nowAt: request.nowAt, goodUntil }
  const answer = makeAnswer(deps, own, { ...asked, question: prepared.question }, basis)
  return 'code' in answer ? problemAnswer(answer) : given(asked, known, answer)
}

/** No cache may keep what is the subscriber's own, and no later request without the token may be given it. */
function given({ isOwn }: Asked, question: KnownQuestion, answer: CachedResponse): OperationAnswer {
  if (!isOwn) return { kind: 'kept', question, answer }
  const body = Buffer.from(answer.body, 'latin1').toString()
  return { kind: 'text', body, contentType: answer.contentType, headers: headersOf(answer) }
}

function headersOf({ extraHeaders }: AnswerForm): Readonly<Record<string, string>> {
  return Object.fromEntries(
    extraHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, extraHeaders[index + 1] ?? '']] : []))
  )
}

/** A question that need not be read again: its next answer is computed at once where a forecast is in memory. */
function knownQuestion(deps: WeatherDeps, own: WeatherOperation, asked: Asked): KnownQuestion {
  return {
    operation: own.id,
    key: asked.key,
    ready: (nowAt) => {
      if (own.isPrepared?.(asked.question) === false) return null
      const snapshot = deps.forecasts.ready(asked.question.point)
      const goodUntil = Number.POSITIVE_INFINITY
      return snapshot === null ? null : () => makeAnswer(deps, own, asked, { snapshot, nowAt, goodUntil })
    }
  }
}

interface AnswerBasis {
  readonly snapshot: ReadySnapshot
  readonly nowAt: number
  /** Until when the forecast and the prepared data are valid [ms since epoch]. */
  readonly goodUntil: number
}

/** A problem where the forecast does not reach the present. */
function makeAnswer(
  deps: WeatherDeps,
  own: WeatherOperation,
  asked: Asked,
  { snapshot, nowAt, goodUntil }: AnswerBasis
): CachedResponse | Problem {
  const { key, question } = asked
  const { meta } = snapshot
  const step = stepOf(meta, nowAt)
  const knowledgeVersion = deps.knowledgeVersion(question.point)
  const modifiedAt = Math.max(meta.confirmedAt, step.at)
  const { format, shown } = asked
  const present = format === 'ics' ? calendarBody(own, modifiedAt) : shown.present
  const body = bodyAt(deps, { present }, { question, snapshot, nowAt })
  if ('code' in body) return body as Problem
  const origin = {
    point: question.point,
    source: meta,
    knowledgeVersion,
    goodUntil: Math.min(goodUntil, forecastGoodUntil(meta, step.until, nowAt)),
    modifiedAt
  }
  const links = linkOf(deps, own, asked)
  if (format === 'json') {
    const text = JSON.stringify(cut(body, shown.chosen))
    return deps.answers.set(key, text, origin, { contentType: jsonType, extraHeaders: links })
  }
  const isCalendar = format === 'ics'
  const file = `attachment; filename="${fileName(own, question)}.${isCalendar ? 'ics' : 'csv'}"`
  const extraHeaders = [...links, 'Content-Disposition', file]
  const text = isCalendar ? (body as CalendarBody).calendar : tableText(own.table, body, format)
  const contentType = isCalendar ? calendarType : csvType
  return deps.answers.set(key, text, origin, { contentType, extraHeaders })
}

interface CalendarBody {
  readonly calendar: string
}

function calendarBody({ calendar }: WeatherOperation, modifiedAt: number) {
  return (report: PlaceReport, question: WeatherQuestion): CalendarBody => ({
    calendar: calendar?.(report, question, modifiedAt) ?? ''
  })
}

/** `ayaz-weather-hourly-malatya`; a point goes by its coordinates. */
function fileName({ path }: WeatherOperation, { place, point: { lat, lon } }: WeatherQuestion): string {
  return `ayaz${path.replaceAll('/', '-')}-${place?.slug ?? `${lat}_${lon}`}`
}

export function bodyAt(
  { forecasts: { seasons, neighbours } }: Pick<WeatherDeps, 'forecasts'>,
  { present }: Pick<WeatherOperation, 'present'>,
  { question, snapshot, nowAt }: Pick<AnswerBasis, 'snapshot' | 'nowAt'> & Pick<Asked, 'question'>
): object | Problem {
  const { meta } = snapshot
  const { at } = stepOf(meta, nowAt)
  const body = snapshot.read((forecast) =>
    present(reportOf(question, forecast, { at, seasons, neighbours }), question)
  )
  return body ?? unavailable({ lastDataAt: meta.confirmedAt, retryAt: dueAt(meta) }, question.point, nowAt)
}

function linkOf(deps: WeatherDeps, own: WeatherOperation, { located, request }: Asked): readonly string[] {
  if (located.canonicalSlug === null) return []
  const query = readQuery(request.query, own.parameters)
  return ['Link', ...canonicalLinks(`${deps.baseUrl}${own.path}`, query, located)]
}

// While a refresh is running the data are overdue: the answer is then valid for a moment only.
function forecastGoodUntil(meta: SnapshotMeta, stepUntil: number, nowAt: number): number {
  const due = dueAt(meta)
  return due > nowAt ? Math.min(stepUntil, due) : nowAt + 1
}
