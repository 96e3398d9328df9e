/** With which curve a visitor wants the nights judged: from the query of a page to the settings of the method. */
import { crops, findCrop, findStage } from '../frost/crops.ts'
import type { Exposure } from '../frost/frost-night.ts'
import type { FrostSettings } from '../frost/settings.ts'
import { siteSettings } from '../outlook/frost-view.ts'
import type { OpenPoint } from '../outlook/open-point.ts'
import type { CurveAnswer, CurveQuestion } from './ports.ts'

/** No crop: the generic curve at the ground. */
export const genericQuestion: CurveQuestion = { crop: null, stage: null, exposure: null }

const exposures: readonly Exposure[] = ['ground', 'vine', 'canopy']

/**
 * The question in a query: `crop` and `stage`, or both in `curve` as the picker sends them (`apricot/full-bloom`).
 * Pages pass over what they do not know, so an unknown crop is the generic curve; a crop without a stage takes its last but one,
 * which for most crops is full bloom, so that a link with a crop alone still says something of it.
 */
export function curveQuestion(query: URLSearchParams): CurveQuestion {
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

/** The settings of the method that answer a question at a point, and how they are told. */
export function curveFor(
  point: OpenPoint,
  question: CurveQuestion
): { readonly settings: FrostSettings; readonly answer: CurveAnswer } {
  const usual = siteSettings(point)
  const crop = crops.find((one) => one.id === question.crop)
  const stage = crop?.stages.find((one) => one.id === question.stage)
  const exposure =
    question.exposure ?? (stage === undefined ? usual.exposure : (crop?.exposure ?? usual.exposure))
  const curve = stage?.curve ?? usual.curve
  return {
    settings: { ...usual, curve, exposure },
    answer: {
      crop: stage === undefined ? null : (crop?.id ?? null),
      stage: stage?.id ?? null,
      exposure,
      t10C: curve.t10C,
      t90C: curve.t90C
    }
  }
}
