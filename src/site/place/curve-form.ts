/** The picker of crop, stage and height: a plain form that asks for the same page again. */

import { crops } from '../../frost/crops.ts'
import { autoStage, exposures, isEstimable, type ProfileRequest } from '../../frost/scoring-profile.ts'
import { cropAndStageLabel, cropName } from '../../language/crop-names.ts'
import { exposureLabel } from '../../language/frost-words.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { html, type Markup } from '../html.ts'
import type { Visitor } from '../visitor.ts'

/** What it chooses itself. */
const own = ['crop', 'stage', 'exposure']

/** The form; `path` is the page it belongs to, `asked` what is chosen; `more` are inputs of that page's own. */
export function curveForm(
  path: string,
  asked: ProfileRequest,
  visitor: Visitor,
  more: Markup | null = null
): Markup {
  const words = wordsIn(visitor.lang).place
  const carried = Object.entries(visitor.carried).filter(
    ([name, value]) => value !== null && !own.includes(name)
  )
  return html`<section class="panel noprint" aria-labelledby="curve"><h2 id="curve">${words.curve}</h2>
<form class="fields" action="${path}" method="get">
<label>${words.crop}<select name="curve"><option value="">${cropName('generic', visitor.lang)}</option>${curveOptions(asked, visitor, true)}</select></label>
<label>${words.height}<select name="exposure"><option value="">${words.usualHeight}</option>${exposures.map(
    (exposure) => option(exposure, exposureLabel(exposure, visitor.lang), asked.exposure === exposure)
  )}</select></label>${more}
${carried.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button>${words.show}</button></form><p class="quiet small">${words.curveNote}</p></section>`
}

/**
 * Every stage that has a score under its crop, and before them the estimate where there is one.
 * @param withLimits Crops without any score too: only the temperature of their first damage is known.
 */
export function curveOptions(
  asked: ProfileRequest,
  { lang }: Visitor,
  withLimits = false
): readonly Markup[] {
  const chosen = `${asked.crop}/${asked.stage}`
  return crops.flatMap((crop) => {
    const scoreable = crop.stages.filter((stage) => stage.scoreable)
    const listed = withLimits && scoreable.length === 0 ? crop.stages : scoreable
    const estimated = isEstimable(crop) ? [autoStage] : []
    const stages = [...estimated, ...listed.map(({ id }) => id)]
    if (stages.length === 0) return []
    return [
      html`<optgroup label="${cropAndStageLabel(crop.id, null, lang)}">${stages.map((stage) => {
        const value = `${crop.id}/${stage}`
        return option(value, stageChoice(crop.id, stage, lang), value === chosen)
      })}</optgroup>`
    ]
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
