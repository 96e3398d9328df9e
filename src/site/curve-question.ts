/** By what a visitor wants the nights scored, from the query of a page. */
import type { Crop, CropStage } from '../frost/crops.ts'
import {
  exposures,
  genericProfile,
  type ProfileFault,
  type ProfileRequest,
  profileAsked,
  type ScoringProfile
} from '../frost/scoring-profile.ts'
import { namedIds } from '../language/crop-names.ts'

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
  readonly kind: ProfileFault['kind'] | 'unknown_exposure'
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
  const named = namedIds(cropText, stageText)
  const found = profileAsked({ ...named, exposure })
  if (found.kind !== 'profile') {
    const written = found.kind === 'unknown_crop' ? (cropText ?? '') : (stageText ?? '')
    const crop = 'crop' in found ? found.crop : null
    const limit = found.kind === 'not_scoreable' ? { limit: found } : null
    return { kind: found.kind, written: written.slice(0, 100), crop, exposure, ...limit }
  }
  return { ...found, kind: 'question', asked: { ...named, exposure } }
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
