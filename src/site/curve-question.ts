/** By what a visitor wants the nights scored, from the query of a page. */
import type { Crop, CropStage } from '../frost/crops.ts'
import {
  autoStage,
  exposures,
  genericProfile,
  type ProfileFault,
  type ProfileRequest,
  profileFromSeason,
  resolveProfile,
  type ScoringProfile
} from '../frost/scoring-profile.ts'
import { findCrop, namedIds } from '../language/crop-names.ts'

/** A question that can be answered. */
export interface CurveQuestion {
  readonly kind: 'question'
  /** As links within the site carry it: ids of the crop table, `auto` for a stage that is estimated. */
  readonly asked: ProfileRequest
  readonly profile: ScoringProfile
  /** The season decides the stage. */
  readonly stageFromSeason: boolean
}

/** Why a query names no profile, as the API refuses it, with the text that was written. */
export interface CurveFault {
  readonly kind: ProfileFault['kind'] | 'not_estimable' | 'unknown_exposure'
  readonly written: string
  /** The crop, where there is one: its stages are what can be chosen. */
  readonly crop: Crop | null
  /** What was asked for besides, and holds for whichever stage is chosen. */
  readonly exposure: ProfileRequest['exposure']
  /** The stage, where only its first damage is known. */
  readonly limit?: StageLimit
}

/** A stage of which only the temperature of first damage is known. */
export interface StageLimit {
  readonly crop: Crop
  readonly stage: CropStage
}

/** No crop: the generic curve at the ground. */
export const genericQuestion: CurveQuestion = {
  kind: 'question',
  asked: { crop: null, stage: null, exposure: null },
  profile: genericProfile(),
  stageFromSeason: false
}

/**
 * The question in a query: `crop` and `stage`, or both in `curve` as the picker sends them (`apricot/full-bloom`). Empty ones are not
 * given. What the API refuses is a fault here too: nobody is shown a stage that was not asked for.
 */
export function curveQuestion(query: URLSearchParams): CurveQuestion | CurveFault {
  const [pickedCrop, pickedStage] = (query.get('curve') ?? '').split('/')
  const cropText = pickedCrop || query.get('crop') || null
  const stageText = (pickedCrop ? pickedStage : query.get('stage')) || null
  const height = query.get('exposure') || null
  const exposure = exposures.find((one) => one === height) ?? null
  if (height !== null && exposure === null)
    return { kind: 'unknown_exposure', written: height, crop: null, exposure }
  const crop = cropText === null ? null : findCrop(cropText.slice(0, 100))
  if (crop !== null && stageText === autoStage) {
    const notEstimable: CurveFault = { kind: 'not_estimable', written: stageText, crop, exposure }
    return estimatedQuestion(notEstimable) ?? notEstimable
  }
  const found = resolveProfile({ ...namedIds(cropText, stageText), exposure })
  if (found.kind !== 'profile') {
    const written = found.kind === 'unknown_crop' ? (cropText ?? '') : (stageText ?? '')
    const crop = 'crop' in found ? found.crop : null
    const limit = found.kind === 'not_scoreable' ? { limit: found } : null
    return { kind: found.kind, written: written.slice(0, 100), crop, exposure, ...limit }
  }
  const { profile } = found
  return {
    kind: 'question',
    asked: { crop: profile.crop, stage: profile.stage, exposure },
    profile,
    stageFromSeason: false
  }
}

/** The question that leaves the stage of a crop to the season; null for a crop without a model of its stages. */
export function estimatedQuestion({ crop, exposure }: CurveFault): CurveQuestion | null {
  const profile = crop === null ? null : profileFromSeason(crop, exposure)
  if (crop === null || profile === null) return null
  return {
    kind: 'question',
    asked: { crop: crop.id, stage: autoStage, exposure },
    profile,
    stageFromSeason: true
  }
}

/** What a page shows instead of a stage of which only a temperature is known: any plant at the crop's height; else the fault. */
export function withoutScore(fault: CurveFault): CurveQuestion | CurveFault {
  if (fault.limit === undefined) return fault
  const exposure = fault.exposure ?? fault.limit.crop.exposure
  return {
    ...genericQuestion,
    asked: { ...genericQuestion.asked, exposure },
    profile: genericProfile(exposure)
  }
}
