import { cropAndStageLabel, isCover } from '../language/crop-names.ts'
import { wordsIn } from '../language/language.ts'
import type { QuestionFault } from './profile-question.ts'
import type { Visitor } from './visitor.ts'

export function questionFaultText(
  { kind, written, crop }: QuestionFault,
  { lang }: Pick<Visitor, 'lang'>
): string {
  const name = crop === null ? '' : cropAndStageLabel(crop.id, null, lang)
  const { faults } = wordsIn(lang).place
  if (kind === 'unknown_crop' && isCover(written)) return faults.under_cover(written, name)
  const isUnpublished = kind === 'stage_missing' && crop?.hasWinterLimitOnly === true
  return faults[isUnpublished ? 'nothing_published' : kind](written, name)
}
