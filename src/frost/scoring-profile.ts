import { type Crop, type CropStage, cropById, stageById } from './crops.ts'
import type { Exposure } from './frost-night.ts'
import { genericCurve, type SeverityCurve } from './severity.ts'
import { estimableCrops } from './stage-models.ts'

export const autoStage = 'auto'

export interface ScoringProfile {
  /** Slugs of the crop table; null = the generic curve. */
  readonly crop: string | null
  readonly stage: string | null
  readonly exposure: Exposure
  readonly curve: SeverityCurve
  readonly evidence: CropStage['evidence'] | null
}

/** What was asked for, by ids of the crop table, and `auto` for a stage that is estimated; null = not given. */
export interface ProfileRequest {
  readonly crop: string | null
  readonly stage: string | null
  readonly exposure: Exposure | null
}

/** Why a request names no profile, with what it does name. */
export type ProfileFault =
  | { readonly kind: 'stage_without_crop' | 'unknown_crop' }
  | { readonly kind: 'stage_missing' | 'unknown_stage'; readonly crop: Crop }
  /** No model of the crop's stages is good enough. */
  | { readonly kind: 'not_estimable'; readonly crop: Crop }
  /** Only the temperature of first damage is published for the stage (`CropStage.reason`). */
  | { readonly kind: 'not_scoreable'; readonly crop: Crop; readonly stage: CropStage }

export interface AskedProfile {
  readonly kind: 'profile'
  /** Generic where the season decides the stage, until it is known. */
  readonly profile: ScoringProfile
  readonly stageFromSeason: boolean
}

export const exposures = ['ground', 'vine', 'canopy'] as const satisfies readonly Exposure[]

export function profileAsked({
  crop: cropId,
  stage: stageId,
  exposure
}: ProfileRequest): AskedProfile | ProfileFault {
  if (cropId === null) {
    return stageId === null ? asked(genericProfile(exposure)) : { kind: 'stage_without_crop' }
  }
  const crop = cropById(cropId)
  if (crop === null) return { kind: 'unknown_crop' }
  if (stageId === null) return { kind: 'stage_missing', crop }
  if (stageId === autoStage) {
    if (!isEstimable(crop)) return { kind: 'not_estimable', crop }
    return asked({ ...genericProfile(exposure ?? crop.exposure), crop: crop.id }, true)
  }
  const stage = stageById(crop, stageId)
  if (stage === null) return { kind: 'unknown_stage', crop }
  if (!stage.scoreable) return { kind: 'not_scoreable', crop, stage }
  return asked(profileOf(crop, stage, exposure))
}

function asked(profile: ScoringProfile, stageFromSeason = false): AskedProfile {
  return { kind: 'profile', profile, stageFromSeason }
}

/**
 * The profile nearest to a request: a stage without a score shows its first damage, an unknown crop or stage has the
 * generic curve.
 */
export function nearestProfile(request: ProfileRequest): AskedProfile {
  const found = profileAsked(request)
  if (found.kind === 'profile') return found
  if (found.kind === 'not_scoreable') return asked(profileOf(found.crop, found.stage, request.exposure))
  return asked(genericProfile(request.exposure ?? ('crop' in found ? found.crop.exposure : null)))
}

export function profileOf(crop: Crop, stage: CropStage, exposure: Exposure | null): ScoringProfile {
  return {
    crop: crop.id,
    stage: stage.id,
    exposure: exposure ?? crop.exposure,
    curve: stage.curve,
    evidence: stage.evidence
  }
}

export function isEstimable(crop: Crop): boolean {
  return estimableCrops.includes(crop.id)
}

export function askableStages(crop: Crop): readonly string[] {
  const scoreable = crop.stages.filter((one) => one.scoreable).map((one) => one.id)
  return isEstimable(crop) ? [...scoreable, autoStage] : scoreable
}

export function genericProfile(exposure: Exposure | null = null): ScoringProfile {
  return { crop: null, stage: null, exposure: exposure ?? 'ground', curve: genericCurve, evidence: null }
}

export type PlantPart = 'buds' | 'fruits' | 'shoots'

const fruitStages = [
  'post-bloom',
  'in-the-shuck',
  'jacket-split',
  'petal-fall-to-small-nut',
  'green-fruit',
  'ripe-fruit'
]
const shootStages = [
  'new-growth',
  'first-leaf',
  'second-leaf',
  'third-leaf',
  'fourth-leaf',
  'new-shoots-and-leaves',
  'leaf-out-and-pistillate-bloom'
]

/** Plant parts that are there all season or all year, so they are not stages. */
const lastingParts = ['wood', 'leaf', 'seedling', 'foliage']
const wholePlants = [...lastingParts, 'jointing', 'boot', 'heading', 'flowering', 'milk']

/** Whether it is the same from the day on which it was seen: no stage that a plant leaves. */
export function isLasting(stage: string): boolean {
  return lastingParts.includes(stage)
}

/** Buds (flowers too) unless the stage is of fruits or green shoots; null without a stage, or for the whole plant. */
export function plantPartOf({ stage }: Pick<ScoringProfile, 'stage'>): PlantPart | null {
  if (stage === null || wholePlants.includes(stage)) return null
  if (fruitStages.includes(stage)) return 'fruits'
  return shootStages.includes(stage) ? 'shoots' : 'buds'
}
