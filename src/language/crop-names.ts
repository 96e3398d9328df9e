/** Names of crops and growth stages in a sentence; the names themselves belong to the crop table. */
import { cropNames, stageNames } from '../frost/crop-names.ts'
import { type Language, wordsIn } from './language.ts'

/** The name of a crop; an id that has no name is shown as words. */
function cropLabel(crop: string, lang: Language): string {
  if (crop === 'generic') return wordsIn(lang).crops.generic
  return cropNames[crop]?.[lang] ?? asWords(crop)
}

/** The crop as it stands behind a place (`Malatya apricot`), in lower case; nothing where none is named. */
export function cropInTitle(crop: string, lang: Language): string {
  return crop === 'generic' ? '' : ` ${cropLabel(crop, lang).toLocaleLowerCase(lang)}`
}

/** The name of a growth stage in lower case; an id that has no name is shown as words. */
function stageLabel(stage: string, lang: Language): string {
  return stageNames[stage]?.[lang] ?? asWords(stage)
}

/** Crop and stage as one phrase: `Apricot, full bloom`. */
export function cropAndStageLabel(crop: string, stage: string | null, lang: Language): string {
  return stage === null ? cropLabel(crop, lang) : `${cropLabel(crop, lang)}, ${stageLabel(stage, lang)}`
}

function asWords(id: string): string {
  return id.replaceAll('-', ' ')
}
