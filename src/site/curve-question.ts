/** By what a visitor wants the nights scored, from the query of a page. */
import { exposures, type ProfileRequest } from '../frost/scoring-profile.ts'
import { findCrop, findStage } from '../language/crop-names.ts'

/** No crop: the generic curve at the ground. */
export const genericQuestion: ProfileRequest = { crop: null, stage: null, exposure: null }

/**
 * The question in a query: `crop` and `stage`, or both in `curve` as the picker sends them (`apricot/full-bloom`).
 * Pages pass over what they do not know, so an unknown crop is the generic curve; a crop without a stage takes its last but one,
 * which for most crops is full bloom, so that a link with a crop alone still says something of it.
 */
export function curveQuestion(query: URLSearchParams): ProfileRequest {
  const picked = (query.get('curve') ?? '').split('/')
  const crop = findCrop(picked[0] || query.get('crop') || '')
  const exposure = exposures.find((one) => one === query.get('exposure')) ?? null
  if (crop === null) return { crop: null, stage: null, exposure }
  const stage =
    findStage(crop, picked[1] || query.get('stage') || '') ??
    crop.stages.find((one) => one.id === 'full-bloom') ??
    crop.stages.at(-1)
  return stage === undefined
    ? { crop: null, stage: null, exposure }
    : { crop: crop.id, stage: stage.id, exposure }
}
