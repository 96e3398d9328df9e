import type { ProfileRequest } from '../frost/scoring-profile.ts'
import { cropAndStageLabel } from '../language/crop-names.ts'
import type { Language } from '../language/language.ts'

/**
 * `Apricot, full bloom`, `Apricot, stage estimated each day`; the crop alone without a known stage; null without one.
 */
export function profileLabel(
  { crop, stage }: Pick<ProfileRequest, 'crop' | 'stage'>,
  lang: Language
): string | null {
  return crop === null ? null : cropAndStageLabel(crop, stage, lang)
}
