/** Several models in one answer (open-meteo.com/en/docs, `models=`). */
import type { Answer } from '../http-json.ts'
import { requireNear, unusable } from '../json-reader.ts'
import type { ModelsCapability } from '../source.ts'
import { gridOf, parseModels } from './parse.ts'
import { modelDays, modelsUrl } from './url.ts'

export const bestMatch = 'best_match'

export const knownModels = [
  'ecmwf_ifs025',
  'ecmwf_aifs025_single',
  'gfs_seamless',
  'icon_seamless',
  'meteofrance_seamless',
  'ukmo_seamless',
  'gem_seamless',
  'jma_seamless',
  'cma_grapes_global',
  'bom_access_global',
  'kma_seamless',
  'metno_seamless'
] as const

export type KnownModel = (typeof knownModels)[number] | 'none'

/** Of four centres, beside the best match, which in Europe mostly is DWD's. */
export const usualModels: readonly KnownModel[] = [
  'ecmwf_ifs025',
  'gfs_seamless',
  'meteofrance_seamless',
  'ukmo_seamless'
]

/** Calls are counted in steps of two weeks and of ten variables, one for each model (open-meteo.com/en/pricing). */
const variablesOfOneCall = 10
const daysOfOneCall = 14

export function openMeteoModels(deps: {
  readonly url: string
  readonly chosen: readonly KnownModel[]
  readonly put: (url: string, signal: AbortSignal) => Promise<Answer>
}): ModelsCapability | undefined {
  const others = deps.chosen.filter((name) => name !== 'none')
  if (others.length === 0) return undefined
  const names = [bestMatch, ...others]
  const days = modelDays.past + modelDays.ahead
  return {
    first: bestMatch,
    names: others,
    costUnits: Math.max(names.length / variablesOfOneCall, 1) * Math.max(days / daysOfOneCall, 1),
    fetch: async (point, signal) => {
      const answer = await deps.put(modelsUrl(deps.url, point, names), signal)
      if (answer.kind === 'not_modified') throw unusable('answered 304 to an unconditional request')
      requireNear(gridOf(answer.json), point)
      return parseModels(answer.json, names)
    }
  }
}
