/** Operations about the service itself: crops, limits, and the contract. */

import { lazy } from '../../common/lazy.ts'
import { minuteSeconds } from '../../common/time.ts'
import { crops } from '../../frost/crops.ts'
import { stageModelOf } from '../../frost/stage-models.ts'
import { cropName, stageName } from '../../language/crop-names.ts'
import { type Language, languages } from '../../language/language.ts'
import type { Tier } from '../limiter.ts'
import { type ApiKeyHolder, type Operation, problemAnswer } from '../operation.ts'
import { type ParameterError, readQuery, take } from '../query.ts'
import { invalidParameters } from '../weather/invalid-parameters.ts'
import { langParameter } from '../weather/parameters.ts'
import { cropsBody, indexBody, limitsBody, openApiBody } from './schema.ts'

const cropsMaxAgeSeconds = 10 * minuteSeconds
const documentMaxAgeSeconds = 10 * minuteSeconds

export interface ServiceDeps {
  readonly tiers: readonly Tier[]
  /** New points that a client may open in a day; null: no limit. */
  readonly pointsPerDay: number | null
  /** The OpenAPI document, built once all operations are known. */
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
    parameters: [],
    answers: { 200: { description: 'The operations.', schema: indexBody } },
    problems: ['invalid_parameter'],
    async handle() {
      return { kind: 'fresh', status: 200, body: body(), maxAgeSeconds: documentMaxAgeSeconds }
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
      const errors: ParameterError[] = [...query.errors]
      const lang = take(query, langParameter, errors)
      if (errors.length > 0) return problemAnswer(invalidParameters(errors))
      return { kind: 'fresh', status: 200, body: tables.get(lang) ?? {}, maxAgeSeconds: cropsMaxAgeSeconds }
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
    parameters: [],
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
      return { kind: 'fresh', status: 200, body, maxAgeSeconds: null }
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
    parameters: [],
    uncounted: true,
    countsAsPage: true,
    answers: { 200: { description: 'An OpenAPI 3.1 document.', schema: openApiBody } },
    problems: ['invalid_parameter', 'quota_exceeded'],
    async handle() {
      return { kind: 'fresh', status: 200, body: deps.openApi(), maxAgeSeconds: documentMaxAgeSeconds }
    }
  }
}
