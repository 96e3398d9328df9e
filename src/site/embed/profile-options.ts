/** Every crop and stage as the options of one list. */

import { crops } from '../../frost/crops.ts'
import { autoStage, type ProfileRequest } from '../../frost/scoring-profile.ts'
import { cropAndStageLabel } from '../../language/crop-names.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { html, type Markup } from '../html.ts'
import { stagesToChoose } from '../stages/stage-cards.ts'
import type { Visitor } from '../visitor.ts'

/** Every stage that can be chosen under its crop. */
export function profileOptions(asked: ProfileRequest, { lang }: Visitor): readonly Markup[] {
  return crops.map((crop) => {
    const chosen = crop.id === asked.crop ? asked.stage : null
    return html`<optgroup label="${cropAndStageLabel(crop.id, null, lang)}">${stagesToChoose(
      crop,
      chosen
    ).map((stage) =>
      option(`${crop.id}/${stage}`, stageChoice(crop.id, stage, lang), stage === chosen)
    )}</optgroup>`
  })
}

/** A crop with one of its stages, or with the estimate of it. */
function stageChoice(crop: string, stage: string, lang: Language): string {
  if (stage !== autoStage) return cropAndStageLabel(crop, stage, lang)
  return `${cropAndStageLabel(crop, null, lang)}: ${wordsIn(lang).place.stageFromSeason}`
}

function option(value: string, label: string, isChosen: boolean): Markup {
  return isChosen
    ? html`<option value="${value}" selected>${label}</option>`
    : html`<option value="${value}">${label}</option>`
}
