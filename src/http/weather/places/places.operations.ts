/** Every weather operation for many places at once: `GET` with slugs, `POST` with slugs and points. */
import Type from 'typebox'
import { csvForms } from '../../csv.ts'
import { tableSchema } from '../../csv-table.ts'
import {
  notJson,
  type Operation,
  type OperationAnswer,
  type OperationRequest,
  problemAnswer
} from '../../operation.ts'
import { withDefault, wordParameter } from '../../parameter.ts'
import type { Problem } from '../../problem.ts'
import { problemSchemaName } from '../../problem-schema.ts'
import { invalidParameters, type Parameter, type QueryTexts, readQuery, take } from '../../query.ts'
import { requestLimits } from '../../request-limits.ts'
import { named, orNull } from '../../schema.ts'
import { type AnsweredOperation, takeForm, type WeatherDeps } from '../answer.ts'
import {
  formatParameter,
  formsElsewhere,
  frostFormatParameter,
  pointParameters,
  thresholdParameter
} from '../parameters.ts'
import { shownParameters, takeShown } from '../shown-members.ts'
import {
  type AskedPlace,
  locationsParameter,
  maxPlaces,
  placesRequest,
  readPlaces,
  shownPlace,
  takeLocations
} from './asked-places.ts'
import { geoPoint } from './overview.schema.ts'
import { outcomeAt, outcomes, type PlacesForm, pieces, writerOf } from './places-answer.ts'

export interface Described extends AnsweredOperation {
  readonly summary: string
  readonly description: string
}

/** Places that count as one request. */
const placesOfRequest = 10

export const placesFormat = withDefault<PlacesForm>(
  wordParameter({
    name: 'format',
    description:
      'Form of the answer: `csv` and `csv-excel` are tables as of one place, with `place` and the code of a ' +
      '`problem` in each row; `geojson` has a feature for each place.',
    words: ['json', ...csvForms, 'geojson'],
    elsewhere: formsElsewhere
  }),
  'json'
)
export function placesOperations(deps: WeatherDeps, described: Described): readonly Operation[] {
  const { own } = described
  const ofOnePlace = [...pointParameters, formatParameter, frostFormatParameter, thresholdParameter]
  const taken = own.parameters.filter((one) => !ofOnePlace.includes(one) && !shownParameters.includes(one))
  const run = { ...described, deps, form: [...taken, placesFormat, ...shownParameters] }
  return [getPlaces(run), postPlaces(run)]
}

function getPlaces(run: Run): Operation {
  const parameters = [locationsParameter, ...run.form]
  return {
    ...commonOf(run),
    method: 'GET',
    id: `${run.own.id}OfPlaces`,
    description: descriptionOf(run),
    parameters,
    problems: ['invalid_parameter'],
    handle: (request) => {
      const query = readQuery(request.query, parameters)
      return answerPlaces(run, { request, query, read: () => takeLocations(query) })
    }
  }
}

function postPlaces(run: Run): Operation {
  const inQuery = run.form.map(({ name }) => name)
  return {
    ...commonOf(run),
    method: 'POST',
    summary: `${run.summary}: many places and points`,
    id: `${run.own.id.replace('get', 'post')}OfPlaces`,
    description:
      `${descriptionOf(run)} Up to ${maxPlaces.free} places, with an API key up to ${maxPlaces.withKey}; new ` +
      'points count against the policy `points`, and the rows of those over it have that problem.',
    parameters: run.form,
    body: placesRequest,
    bodyBytes: requestLimits.placesBytes,
    problems: ['invalid_parameter', 'validation_failed'],
    handle: (request) => {
      const query = readQuery(request.query, run.form)
      const read = () =>
        notJson(request) ?? readPlaces(request.body, { hasKey: request.apiKey !== null, inQuery })
      return answerPlaces(run, { request, query, read })
    }
  }
}

function commonOf({ own, summary, ...described }: Run) {
  return {
    path: `${own.path}/places`,
    tag: 'Weather',
    summary: `${summary}: many places`,
    answers: { 200: answerOf({ own, summary, ...described }) },
    isPrivate: true
  } as const
}

function descriptionOf({ own: { path } }: Run): string {
  return (
    `As \`GET ${path}\` for each place, in their order: a row has its \`answer\` or its \`problem\`. Ten places, ` +
    'or part of ten, count as one request. The answer is sent as it is made.'
  )
}

interface Run extends Described {
  readonly deps: WeatherDeps
  readonly form: readonly Parameter[]
}

interface PlacesRequest {
  readonly request: OperationRequest
  readonly query: QueryTexts
  /** Called when all other parameters are read: their faults are reported first. */
  readonly read: () => readonly AskedPlace[] | Problem
}

async function answerPlaces(run: Run, { request, query, read }: PlacesRequest): Promise<OperationAnswer> {
  const { deps, own } = run
  const { errors } = query
  const { ownPart, ...wording } = takeForm(query, own)
  const form = take(query, placesFormat)
  const shown = takeShown(query, run)
  const places = read()
  if (errors.length > 0 || ownPart === null) return problemAnswer(invalidParameters(errors))
  if ('code' in places) return problemAnswer(places)
  const refused = await request.countMore(Math.ceil(places.length / placesOfRequest) - 1)
  if (refused !== null) return problemAnswer(refused)
  const asked = { own: ownPart.own, form, ...shown, ...wording }
  const writing = writerOf(asked, own.table, deps.siteUrl)
  const found = outcomes(places, (place) => outcomeAt(deps, own, place, { asked, request }))
  const isTable = form === 'csv' || form === 'csv-excel'
  const file = {
    'Content-Disposition': `attachment; filename="ayaz${own.path.replaceAll('/', '-')}-places.csv"`
  }
  return {
    kind: 'pieces',
    pieces: pieces(found, writing),
    contentType: writing.contentType,
    headers: isTable ? file : {}
  }
}

const rowProblems = ['location_not_found', 'invalid_parameter', 'quota_exceeded', 'data_unavailable'] as const
/** As in the documents of these codes; in a row they are where an answer would be. */
const problemOfRow = Type.Unsafe<object>({
  anyOf: [
    ...rowProblems.map((code) => ({ $ref: `#/components/schemas/${problemSchemaName(code, 'request')}` })),
    { $ref: `#/components/schemas/${problemSchemaName('validation_failed', 'body')}` }
  ],
  description: 'Why this place has no answer: a problem document, as its own request would have.'
})

function answerOf({ own, schema, summary }: Described): Operation['answers'][number] {
  const name = own.id.replace('get', '')
  const part = Type.Unsafe<object>({
    type: 'object',
    title: `${name}Part`,
    description: `With \`fields\` or \`detail=short\`: some of the members of the answer, each as there.`
  })
  const row = Type.Union(
    [
      named(`${name}OfPlace`, {
        place: shownPlace,
        answer: Type.Union([schema, part], { description: `As \`GET ${own.path}\` answers.` })
      }),
      named(`${name}ProblemOfPlace`, { place: shownPlace, problem: problemOfRow })
    ],
    { description: 'One place with its answer or its problem.' }
  )
  return {
    description: `${summary}, a row for each place.`,
    schema: named(`${name}OfPlacesAnswer`, {
      results: Type.Array(row, { description: 'In the order of the places.' })
    }),
    otherForms: {
      'text/csv': tableSchema(own.table),
      'application/geo+json': named(`${name}Features`, {
        type: Type.Literal('FeatureCollection', { description: 'RFC 7946.' }),
        features: Type.Array(
          named(`${name}Feature`, {
            type: Type.Literal('Feature', { description: 'RFC 7946.' }),
            geometry: orNull(geoPoint, 'Null where the place was not found.'),
            properties: Type.Unsafe<object>({ ...row, description: 'As a row of `results`.' })
          }),
          { description: 'In the order of the places.' }
        )
      })
    }
  }
}
