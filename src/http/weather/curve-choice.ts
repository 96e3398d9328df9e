/** `crop`, `stage` and `exposure` become one curve, or the reason why they do not. */
import { type Crop, crops, findStage } from '../../frost/crops.ts'
import type { Exposure } from '../../frost/frost-night.ts'
import { genericCurve } from '../../frost/severity.ts'
import { estimableCrops } from '../../frost/stage-models.ts'
import { type ParameterError, type QueryTexts, quoted, take } from '../query.ts'
import { autoStage } from './estimated-stage.ts'
import { cropParameter, exposureParameter, stageParameter } from './parameters.ts'
import type { CurveChoice } from './question.ts'

export const curveParameters = [cropParameter, stageParameter, exposureParameter] as const

/** The curve a query asks for; null where it has faults, which are then in `errors`. */
export function takeCurve(query: QueryTexts, errors: ParameterError[]): CurveChoice | null {
  const cropId = take(query, cropParameter, errors)
  const stageText = take(query, stageParameter, errors)
  const exposure = take(query, exposureParameter, errors)
  if (query.texts.has('crop') && cropId === undefined) return null
  if (cropId === undefined) return withoutCrop(stageText, exposure, errors)
  const crop = crops.find((one) => one.id === cropId)
  if (crop === undefined) return null
  const stages = stagesOf(crop)
  if (stageText === undefined) {
    errors.push({
      parameter: 'stage',
      code: 'missing_parameter',
      detail: `"${crop.id}" needs a stage: what a bud bears changes by ten degrees over a spring.`,
      allowed: stages
    })
    return null
  }
  if (stageText === autoStage) return autoChoice(crop, exposure ?? crop.exposure, errors)
  const stage = stageText.length <= 64 ? findStage(crop, stageText) : null
  if (stage === null) {
    const detail = `"${crop.id}" has no stage ${quoted(stageText)}.`
    errors.push({ parameter: 'stage', code: 'not_allowed', detail, allowed: stages })
    return null
  }
  if (!stage.scoreable) {
    const scoreable = crop.stages.filter((one) => one.scoreable).map((one) => one.id)
    const allowed = scoreable.length === 0 ? 'no stage of this crop can be scored' : scoreable.join(', ')
    errors.push({ parameter: 'stage', code: 'not_allowed', detail: stage.reason ?? '', allowed })
    return null
  }
  return {
    crop: crop.id,
    stage: stage.id,
    exposure: exposure ?? crop.exposure,
    curve: stage.curve,
    evidence: stage.evidence
  }
}

/** What `stage` may be for a crop. */
function stagesOf(crop: Crop): string {
  const stages = crop.stages.map((one) => one.id)
  return [...stages, ...(estimableCrops.includes(crop.id) ? [autoStage] : [])].join(', ')
}

/** Which stage it is, the season will tell (estimated-stage.ts); most crops have no model that is good enough. */
function autoChoice(crop: Crop, exposure: Exposure, errors: ParameterError[]): CurveChoice | null {
  if (!estimableCrops.includes(crop.id)) {
    errors.push({
      parameter: 'stage',
      code: 'not_allowed',
      detail: `The stage of "${crop.id}" cannot be estimated credibly from temperatures (only of ${estimableCrops.join(', ')}). Look at the plants and give the stage.`,
      allowed: stagesOf(crop)
    })
    return null
  }
  return { ...genericChoice(exposure), crop: crop.id, estimate: 'wanted' }
}

function withoutCrop(
  stageText: string | undefined,
  exposure: Exposure | undefined,
  errors: ParameterError[]
): CurveChoice | null {
  if (stageText !== undefined) {
    errors.push({
      parameter: 'crop',
      code: 'missing_parameter',
      detail: 'A stage means nothing without its crop.',
      allowed: cropParameter.allowed
    })
    return null
  }
  return genericChoice(exposure ?? 'ground')
}

/** The generic curve at an exposure. */
export function genericChoice(exposure: Exposure): CurveChoice {
  return { crop: null, stage: null, exposure, curve: genericCurve, evidence: null }
}
