import { type Crop, nothingPublished } from '../../frost/crops.ts'
import {
  type AskedProfile,
  autoStage,
  isEstimable,
  type ProfileFault,
  profileAsked,
  profileOf
} from '../../frost/scoring-profile.ts'
import { estimableCrops } from '../../frost/stage-models.ts'
import { meantStage, namedIds } from '../../language/crop-names.ts'
import { type ParameterError, type QueryTexts, quoted, take } from '../query.ts'
import { cropParameter, exposureParameter, stageParameter } from './parameters.ts'

export const profileParameters = [cropParameter, stageParameter, exposureParameter] as const

/** A profile as a query asks for it; with `limitC` its stage has a temperature of first damage [°C] and no score. */
export type Profiled = Omit<AskedProfile, 'kind'> & { readonly limitC: number | null }

/** The profile that a query asks for; null where it has faults. */
export function takeProfile(query: QueryTexts): Profiled | null {
  const cropId = take(query, cropParameter) ?? null
  const stage = take(query, stageParameter) ?? null
  const exposure = take(query, exposureParameter) ?? null
  if (query.texts.has('crop') && cropId === null) return null
  const found = profileAsked({ ...namedIds(cropId, stage), exposure })
  if (found.kind === 'profile') {
    const { profile, stageFromSeason } = found
    return { profile, stageFromSeason, limitC: null }
  }
  if (found.kind === 'not_scoreable') {
    const { crop, stage } = found
    return { profile: profileOf(crop, stage, exposure), stageFromSeason: false, limitC: stage.t10C }
  }
  const error = errorOf(found, stage ?? '')
  if (error !== null) query.errors.push(error)
  return null
}

function errorOf(
  fault: Exclude<ProfileFault, { readonly kind: 'not_scoreable' }>,
  stageText: string
): ParameterError | null {
  switch (fault.kind) {
    // The parameter itself has reported this fault.
    case 'unknown_crop':
      return null
    case 'stage_without_crop':
      return {
        parameter: 'crop',
        code: 'missing_parameter',
        detail: 'A stage needs its crop.',
        allowed: cropParameter.allowed
      }
    case 'stage_missing':
      return {
        parameter: 'stage',
        code: 'missing_parameter',
        detail: fault.crop.hasWinterLimitOnly
          ? nothingPublished(fault.crop)
          : `"${fault.crop.id}" needs a stage: the temperature that kills a bud rises by about ten degrees over a ` +
            'spring.',
        allowed: stagesOf(fault.crop)
      }
    case 'unknown_stage':
      return notAllowed(
        `"${fault.crop.id}" has no stage ${quoted(stageText)}.${meantStage(fault.crop, stageText)}`,
        stagesOf(fault.crop)
      )
    case 'not_estimable':
      return notAllowed(
        `The stage of "${fault.crop.id}" cannot be estimated from temperatures (only that of ` +
          `${estimableCrops.join(', ')}). Look at the plants and give the stage.`,
        stagesOf(fault.crop)
      )
  }
}

function notAllowed(detail: string, allowed: string): ParameterError {
  return { parameter: 'stage', code: 'not_allowed', detail, allowed }
}

/** The allowed values of `stage` for a crop: those without a score too. */
function stagesOf(crop: Crop): string {
  return [...crop.stages.map((one) => one.id), ...(isEstimable(crop) ? [autoStage] : [])].join(', ')
}
