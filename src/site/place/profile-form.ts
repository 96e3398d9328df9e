/** The picker of crop, stage and height: a plain form that asks for the same page again. */

import { crops } from '../../frost/crops.ts'
import { autoStage, exposures, type ProfileRequest } from '../../frost/scoring-profile.ts'
import { cropAndStageLabel, cropName } from '../../language/crop-names.ts'
import { exposureLabel } from '../../language/frost-words.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { html, type Markup } from '../html.ts'
import { stagesToChoose } from '../stages/stage-cards.ts'
import type { Visitor } from '../visitor.ts'

/** What it chooses itself. */
const own = ['crop', 'stage', 'exposure']

/** The form; `path` is the page it belongs to, `asked` what is chosen; `more` are inputs of that page's own. */
export function profileForm(
  path: string,
  asked: ProfileRequest,
  visitor: Visitor,
  more: Markup | null = null
): Markup {
  const words = wordsIn(visitor.lang).place
  const carried = Object.entries(visitor.carried).filter(
    ([name, value]) => value !== null && !own.includes(name)
  )
  return html`<section class="panel noprint" aria-labelledby="curve"><h2 id="curve">${words.cropAndStage}</h2>
<form class="fields" action="${path}" method="get">
<label>${words.crop}<select name="curve"><option value="">${cropName('generic', visitor.lang)}</option>${profileOptions(asked, visitor)}</select></label>
<label>${words.height}<select name="exposure"><option value="">${words.usualHeight}</option>${exposures.map(
    (exposure) => option(exposure, exposureLabel(exposure, visitor.lang), asked.exposure === exposure)
  )}</select></label>${more}
${carried.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button>${words.show}</button></form><p class="quiet small">${words.profileNote}</p></section>`
}

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
export function stageChoice(crop: string, stage: string, lang: Language): string {
  if (stage !== autoStage) return cropAndStageLabel(crop, stage, lang)
  return `${cropAndStageLabel(crop, null, lang)}: ${wordsIn(lang).place.stageFromSeason}`
}

function option(value: string, label: string, isChosen: boolean): Markup {
  return isChosen
    ? html`<option value="${value}" selected>${label}</option>`
    : html`<option value="${value}">${label}</option>`
}
