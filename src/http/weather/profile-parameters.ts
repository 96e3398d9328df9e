/** From `crop`, `stage` and `exposure` to one scoring profile, or the reason why there is none. */
import { type Crop, cropById } from '../../frost/crops.ts'
import type { Exposure } from '../../frost/frost-night.ts'
import {
  askableStages,
  autoStage,
  type ProfileFault,
  profileFromSeason,
  resolveProfile
} from '../../frost/scoring-profile.ts'
import { estimableCrops } from '../../frost/stage-models.ts'
import { namedIds } from '../../language/crop-names.ts'
import { type ParameterError, type QueryTexts, quoted, take } from '../query.ts'
import { cropParameter, exposureParameter, stageParameter } from './parameters.ts'
import type { OwnQuestion } from './question.ts'

export const profileParameters = [cropParameter, stageParameter, exposureParameter] as const

/** A profile as a query asks for it. */
export type Profiled = Required<Pick<OwnQuestion, 'profile'>> & Pick<OwnQuestion, 'stageFromSeason'>

/** The profile that a query asks for; null where it has faults, which are then in `errors`. */
export function takeProfile(query: QueryTexts, errors: ParameterError[]): Profiled | null {
  const cropId = take(query, cropParameter, errors) ?? null
  const stage = take(query, stageParameter, errors) ?? null
  const exposure = take(query, exposureParameter, errors) ?? null
  if (query.texts.has('crop') && cropId === null) return null
  const crop = cropId === null ? null : cropById(cropId)
  if (crop !== null && stage === autoStage) return estimated(crop, exposure, errors)
  const found = resolveProfile({ ...namedIds(cropId, stage), exposure })
  if (found.kind === 'profile') return { profile: found.profile }
  const error = errorOf(found, stage ?? '')
  if (error !== null) errors.push(error)
  return null
}

function errorOf(fault: ProfileFault, stageText: string): ParameterError | null {
  switch (fault.kind) {
    // Already reported by the parameter itself.
    case 'unknown_crop':
      return null
    case 'stage_without_crop':
      return {
        parameter: 'crop',
        code: 'missing_parameter',
        detail: 'A stage means nothing without its crop.',
        allowed: cropParameter.allowed
      }
    case 'stage_missing':
      return {
        parameter: 'stage',
        code: 'missing_parameter',
        detail: `"${fault.crop.id}" needs a stage: what a bud bears changes by ten degrees over a spring.`,
        allowed: stagesOf(fault.crop)
      }
    case 'unknown_stage':
      return notAllowed(`"${fault.crop.id}" has no stage ${quoted(stageText)}.`, stagesOf(fault.crop))
    case 'not_scoreable':
      return notAllowed(fault.stage.reason ?? '', stagesOf(fault.crop))
  }
}

function notAllowed(detail: string, allowed: string): ParameterError {
  return { parameter: 'stage', code: 'not_allowed', detail, allowed }
}

/** The allowed values of `stage` for a crop. */
function stagesOf(crop: Crop): string {
  return askableStages(crop).join(', ') || 'no stage of this crop can be scored'
}

/** The season decides about the stage (forecasts/report); most crops have no model that is good enough. */
function estimated(crop: Crop, exposure: Exposure | null, errors: ParameterError[]): Profiled | null {
  const profile = profileFromSeason(crop, exposure)
  if (profile === null) {
    const detail = `The stage of "${crop.id}" cannot be estimated credibly from temperatures (only of ${estimableCrops.join(', ')}). Look at the plants and give the stage.`
    errors.push(notAllowed(detail, stagesOf(crop)))
    return null
  }
  return { profile, stageFromSeason: true }
}
