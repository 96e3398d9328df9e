import { takeTurn } from '../../../common/turns.ts'
import { type Chosen, cut } from '../../chosen-members.ts'
import { type CsvForm, csvHead, csvLines, csvType } from '../../csv.ts'
import type { Table } from '../../csv-table.ts'
import { tableRows } from '../../csv-table.ts'
import type { OperationRequest } from '../../operation.ts'
import { type Problem, problemBody } from '../../problem.ts'
import { jsonType } from '../../serialized-body.ts'
import { bodyAt, questionAt, type takeForm, type WeatherDeps, type WeatherOperation } from '../answer.ts'
import type { OwnQuestion, WeatherQuestion } from '../question.ts'
import { tooManyPoints, unavailable } from '../unavailable.ts'
import type { AskedPlace } from './asked-places.ts'

export type PlacesForm = 'json' | CsvForm | 'geojson'

interface PlacesQuestion extends Pick<ReturnType<typeof takeForm>, 'units' | 'lang'> {
  readonly own: OwnQuestion
  readonly form: PlacesForm
  /** The members to show of what is presented; null: all. */
  readonly chosen: Chosen | null
  readonly present: WeatherOperation['present']
}

export type PlaceOutcome = { readonly place: AskedPlace['asked'] } & (
  | { readonly question: WeatherQuestion; readonly body: object }
  | { readonly problem: Problem }
)

export const geoType = 'application/geo+json'

/** Places that wait for their forecasts at a time; a slow source is not asked more meanwhile. */
const ahead = 8

/** The outcome for each place, in their order; the thread is left to others at least every 5 ms. */
export async function* outcomes<Outcome>(
  places: readonly AskedPlace[],
  outcomeOf: (place: AskedPlace) => Promise<Outcome>
): AsyncGenerator<Outcome> {
  const begun: Promise<Outcome>[] = []
  let next = 0
  while (next < places.length || begun.length > 0) {
    for (const place of places.slice(next, next + ahead - begun.length)) {
      const outcome = outcomeOf(place)
      // If the client disconnects meanwhile, nothing awaits the outcome.
      outcome.catch(() => undefined)
      begun.push(outcome)
      next++
    }
    const first = begun.shift()
    if (first !== undefined) yield await first
  }
}

export async function outcomeAt(
  deps: WeatherDeps,
  own: WeatherOperation,
  { asked: place, locate }: AskedPlace,
  { asked, request }: { asked: PlacesQuestion; request: OperationRequest }
): Promise<PlaceOutcome> {
  const located = await locate(deps)
  if ('code' in located) return { place, problem: located }
  const isNamed = typeof place === 'string'
  const { own: ownPart, units, lang, present } = asked
  const question = await questionAt(deps, { located, isNamed, own: ownPart, units, lang }, request)
  const requester = { kind: 'client', key: request.client } as const
  const result = await deps.forecasts.get(question.point, requester)
  if (result.kind === 'too_many_points') return { place, problem: tooManyPoints(result.retryAfterSeconds) }
  if (result.kind === 'unavailable')
    return { place, problem: unavailable(result, question.point, request.nowAt) }
  const prepared = (await own.prepare?.(question, requester))?.question ?? question
  await takeTurn()
  const body = bodyAt(deps, { present }, { question: prepared, snapshot: result, nowAt: request.nowAt })
  return 'code' in body ? { place, problem: body as Problem } : { place, question: prepared, body }
}

interface Writing {
  readonly contentType: string
  readonly before: string
  readonly between: string
  readonly after: string
  readonly of: (outcome: PlaceOutcome) => string
}

export function writerOf({ form, chosen }: PlacesQuestion, table: Table, siteUrl: string): Writing {
  if (form === 'json') {
    const of = (outcome: PlaceOutcome) => JSON.stringify(rowOf(outcome, chosen, siteUrl))
    return { contentType: jsonType, before: '{"results":[', between: ',', after: ']}', of }
  }
  if (form === 'geojson') {
    const of = (outcome: PlaceOutcome) => JSON.stringify(featureOf(outcome, chosen, siteUrl))
    const before = '{"type":"FeatureCollection","features":['
    return { contentType: geoType, before, between: ',', after: ']}', of }
  }
  const columns = [...table.columns, ...table.beside, ...ownColumns]
  return {
    contentType: csvType,
    before: csvHead(form, columns),
    between: '',
    after: '',
    of: (outcome) => csvLines(form, columns, tableLines(outcome, table))
  }
}

const ownColumns = ['place', 'problem'].map((name) => ({ name, path: [name], isInstant: false }))

function tableLines(outcome: PlaceOutcome, table: Table): readonly object[] {
  const { place } = outcome
  const written = typeof place === 'string' ? place : `${place.lat},${place.lon}`
  if ('problem' in outcome) return [{ place: written, problem: outcome.problem.code }]
  const { body } = outcome
  return tableRows(table, body).map((row) => ({ ...body, ...row, place: written, problem: null }))
}

function rowOf(outcome: PlaceOutcome, chosen: Chosen | null, siteUrl: string): object {
  const { place } = outcome
  return 'problem' in outcome
    ? { place, problem: problemBody(outcome.problem, siteUrl) }
    : { place, answer: cut(outcome.body, chosen) }
}

function featureOf(outcome: PlaceOutcome, chosen: Chosen | null, siteUrl: string): object {
  const point = 'question' in outcome ? outcome.question.point : null
  const geometry = point === null ? null : { type: 'Point', coordinates: [point.lon, point.lat] }
  return { type: 'Feature', geometry, properties: rowOf(outcome, chosen, siteUrl) }
}

export async function* pieces(found: AsyncIterable<PlaceOutcome>, writing: Writing): AsyncGenerator<string> {
  yield writing.before
  let isFirst = true
  for await (const outcome of found) {
    yield (isFirst ? '' : writing.between) + writing.of(outcome)
    isFirst = false
  }
  yield writing.after
}
