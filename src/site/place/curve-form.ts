/** The picker of crop, stage and height: a plain form that asks for the same page again. */

import { crops } from '../../frost/crops.ts'
import { exposures, type ProfileRequest, type ScoringProfile } from '../../frost/scoring-profile.ts'
import { cropAndStageLabel, cropName } from '../../language/crop-names.ts'
import { exposureLabel } from '../../language/frost-words.ts'
import { wordsIn } from '../../language/language.ts'
import { html, type Markup } from '../html.ts'
import type { Visitor } from '../visitor.ts'

/** What was asked and what was used: the height is only marked as chosen where the visitor chose it. */
export interface CurveChoice {
  readonly asked: ProfileRequest
  readonly used: ScoringProfile
}

/** The form; `path` is the page it belongs to. */
export function curveForm(path: string, { asked, used }: CurveChoice, visitor: Visitor): Markup {
  const { lang } = visitor
  const words = wordsIn(lang).place
  const carried = Object.entries(visitor.carried).filter(([, value]) => value !== null)
  return html`<section class="panel noprint" aria-labelledby="curve"><h2 id="curve">${words.curve}</h2>
<form class="fields" action="${path}" method="get">
<label>${words.crop}<select name="curve"><option value="">${cropName('generic', lang)}</option>${crops.map(
    (crop) =>
      html`<optgroup label="${cropName(crop.id, lang)}">${crop.stages.map((stage) =>
        option(
          `${crop.id}/${stage.id}`,
          cropAndStageLabel(crop.id, stage.id, lang),
          used.crop === crop.id && used.stage === stage.id
        )
      )}</optgroup>`
  )}</select></label>
<label>${words.height}<select name="exposure"><option value="">${words.usualHeight}</option>${exposures.map(
    (exposure) => option(exposure, exposureLabel(exposure, lang), asked.exposure === exposure)
  )}</select></label>
${carried.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button>${words.show}</button></form><p class="quiet small">${words.curveNote}</p></section>`
}

function option(value: string, label: string, isChosen: boolean): Markup {
  return isChosen
    ? html`<option value="${value}" selected>${label}</option>`
    : html`<option value="${value}">${label}</option>`
}
