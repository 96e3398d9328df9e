import Type from 'typebox'
import { lazy } from '../../common/lazy.ts'
import { minuteSeconds } from '../../common/time.ts'
import { crops } from '../../frost/crops.ts'
import { exposures } from '../../frost/scoring-profile.ts'
import { stageModelOf } from '../../frost/stage-models.ts'
import { cropName, stageName } from '../../language/crop-names.ts'
import { type Language, languages } from '../../language/language.ts'
import type { Tier } from '../limiter.ts'
import { type ApiKeyHolder, type Operation, problemAnswer } from '../operation.ts'
import { invalidParameters, readQuery, take } from '../query.ts'
import {
  flag,
  integer,
  list,
  named,
  number,
  numberOrNull,
  oneOf,
  orNull,
  row,
  text,
  textOrNull,
  unit,
  url
} from '../schema.ts'
import { langParameter } from '../weather/parameters.ts'

const autoBlock = named('StageAuto', {
  stages: list(Type.String(), 'Slugs of the stages that the estimate can come to, in order of growth.'),
  plus_minus_days: number('By so many days an estimated stage may begin earlier or later.', { minimum: 0 })
})

const cropsBody = named('CropsAnswer', {
  crops: list(
    named('Crop', {
      id: text('Slug of the crop, for `crop`.'),
      name: text('In the language asked for.'),
      exposure: oneOf(exposures, 'The exposure used by default.'),
      stage_auto: orNull(
        autoBlock,
        'The stages that `stage=auto` can estimate for this crop; null where it is refused.'
      ),
      stages: list(
        named('Stage', {
          id: text('Slug of the stage, for `stage`.'),
          name: text('In the language asked for.'),
          t10: number('Temperature that harms 10 % of buds within half an hour.'),
          t90: numberOrNull('Temperature that harms 90 %; null where it is not known.'),
          scoreable: flag('False where `t90` is not known: such a stage is refused.'),
          reason: textOrNull('Why it is not scoreable; null where it is.'),
          evidence: oneOf(['corroborated', 'low'], '`low`: not verified, or one statement.'),
          source: text('Where the numbers are from.'),
          standing: text('What was found out about them.')
        }),
        'In order of growth.'
      )
    }),
    'Every crop that can be asked for.'
  ),
  units: row({ temperature: unit('Of `t10` and `t90`.') }, 'What the numbers are.')
})

const limitsBody = named('LimitsAnswer', {
  tiers: list(
    named('Tier', {
      name: text('As in `RateLimit-Policy`.'),
      quota: integer('Requests in any window.'),
      window_seconds: integer('Length of the window.')
    }),
    'What clients without a key and with one may ask for.'
  ),
  your_tier: text('The tier of the request.'),
  new_points_per_day: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description:
      'Points not seen before that this client may open in a UTC day, with a key as its tier says; null = no limit.'
  })
})

const openApiBody = Type.Unsafe<object>({ type: 'object', description: 'An OpenAPI 3.1 document.' })

/** `address` has the gaps of a path as `{name}`. */
const indexBody = named('IndexAnswer', {
  openapi: url('This contract, as OpenAPI 3.1.'),
  reference: url('The same for reading.'),
  documentation: url('The API in ten minutes.'),
  operations: list(
    named('IndexedOperation', {
      id: text('As `operationId`.'),
      method: oneOf(['GET', 'POST', 'PATCH', 'DELETE'], 'HTTP method.'),
      address: text('Its URL, with `{name}` for what is to be filled in.'),
      summary: text('What it is for.')
    }),
    'Every operation of this contract.'
  )
})

const cropsMaxAgeSeconds = 10 * minuteSeconds
const documentMaxAgeSeconds = 10 * minuteSeconds

export interface ServiceDeps {
  readonly tiers: readonly Tier[]
  /** New points that a client may open in a day; null: no limit. */
  readonly pointsPerDay: number | null
  readonly openApi: () => object
  readonly operations: () => readonly Pick<Operation, 'method' | 'path' | 'id' | 'summary'>[]
  readonly siteUrl: string
  readonly baseUrl: string
}

export function serviceOperations(deps: ServiceDeps): readonly Operation[] {
  return [indexOperation(deps), cropsOperation(), limitsOperation(deps), openApiOperation(deps)]
}

function indexOperation({ operations, siteUrl, baseUrl }: ServiceDeps): Operation {
  const body = lazy(() => ({
    openapi: `${baseUrl}/openapi.json`,
    reference: `${siteUrl}/reference`,
    documentation: `${siteUrl}/docs/ten-minutes`,
    operations: operations().map(({ method, path, id, summary }) => ({
      id,
      method,
      address: baseUrl + (path === '/' ? '' : path),
      summary
    }))
  }))
  return {
    method: 'GET',
    path: '/',
    id: 'getIndex',
    tag: 'Service',
    summary: 'What is here',
    description: 'Every operation with its address, and where the documents are.',
    answers: { 200: { description: 'The operations.', schema: indexBody } },
    problems: ['invalid_parameter'],
    async handle() {
      return { kind: 'fresh', body: body(), maxAgeSeconds: documentMaxAgeSeconds }
    }
  }
}

function cropsOperation(): Operation {
  const parameters = [langParameter]
  const tables = new Map(languages.map((lang) => [lang, cropTable(lang)]))
  return {
    method: 'GET',
    path: '/crops',
    id: 'getCrops',
    tag: 'Weather',
    summary: 'Crops and stages',
    description:
      'Every crop and stage of growth with the temperatures that harm 10 % and 90 % of buds, their source, and ' +
      'how far they can be trusted; and of which crops the stage can be estimated (`stage=auto`).',
    parameters,
    answers: { 200: { description: 'The table.', schema: cropsBody } },
    problems: ['invalid_parameter'],
    async handle({ query: text }) {
      const query = readQuery(text, parameters)
      const { errors } = query
      const lang = take(query, langParameter)
      if (errors.length > 0) return problemAnswer(invalidParameters(errors))
      return { kind: 'fresh', body: tables.get(lang) ?? {}, maxAgeSeconds: cropsMaxAgeSeconds }
    }
  }
}

function cropTable(lang: Language): object {
  return {
    crops: crops.map((crop) => ({
      id: crop.id,
      name: cropName(crop.id, lang),
      exposure: crop.exposure,
      stage_auto: stageAuto(crop.id),
      stages: crop.stages.map((stage) => ({
        id: stage.id,
        name: stageName(crop.id, stage.id, lang),
        t10: stage.t10C,
        t90: stage.t90C,
        scoreable: stage.scoreable,
        reason: stage.reason,
        evidence: stage.evidence,
        source: stage.source,
        standing: stage.status
      }))
    })),
    units: { temperature: '°C' }
  }
}

function stageAuto(cropId: string): object | null {
  const model = stageModelOf(cropId)
  if (model === null) return null
  return { stages: model.stages.map(([stage]) => stage), plus_minus_days: model.plusMinusDays }
}

function limitsOperation(deps: ServiceDeps): Operation {
  return {
    method: 'GET',
    path: '/limits',
    id: 'getLimits',
    tag: 'Service',
    summary: 'Limits',
    description: 'The quotas of this installation. This request is not counted.',
    uncounted: true,
    isPrivate: true,
    answers: { 200: { description: 'The quotas.', schema: limitsBody } },
    problems: ['invalid_parameter'],
    async handle({ apiKey }) {
      const body = {
        tiers: deps.tiers.map(({ name, quota, windowSeconds }) => ({
          name,
          quota,
          window_seconds: windowSeconds
        })),
        your_tier: apiKey?.tier ?? 'free',
        new_points_per_day: pointsOf(deps, apiKey)
      }
      return { kind: 'fresh', body }
    }
  }
}

function pointsOf({ tiers, pointsPerDay }: ServiceDeps, apiKey: ApiKeyHolder | null): number | null {
  const ofTier = tiers.find(({ name }) => name === apiKey?.tier)?.pointsPerDay
  return ofTier === undefined || apiKey === null ? pointsPerDay : ofTier || null
}

function openApiOperation(deps: ServiceDeps): Operation {
  return {
    method: 'GET',
    path: '/openapi.json',
    id: 'getOpenApi',
    tag: 'Service',
    summary: 'This contract',
    description:
      'The OpenAPI 3.1 document of this API. It counts as a page of the site, not as a request to the API.',
    uncounted: true,
    countsAsPage: true,
    answers: { 200: { description: 'An OpenAPI 3.1 document.', schema: openApiBody } },
    problems: ['invalid_parameter', 'quota_exceeded'],
    async handle() {
      return { kind: 'fresh', body: deps.openApi(), maxAgeSeconds: documentMaxAgeSeconds }
    }
  }
}
