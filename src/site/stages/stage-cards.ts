/** The stages of a crop to choose from: a card with a drawing each, radio buttons of a plain form. */

import { type Crop, cropById } from '../../frost/crops.ts'
import { autoStage, type ProfileRequest, profileFromSeason } from '../../frost/scoring-profile.ts'
import { stageName } from '../../language/crop-names.ts'
import { wordsIn } from '../../language/language.ts'
import { html, type Markup } from '../html.ts'
import type { Visitor } from '../visitor.ts'
import { stageDrawing } from './stage-drawing.ts'

/** The stages that can be chosen: the estimate first, where there is a model of the crop. */
export function stagesToChoose(crop: Crop): readonly string[] {
  const estimated = profileFromSeason(crop, null) === null ? [] : [autoStage]
  return [...estimated, ...crop.stages.flatMap(({ id, scoreable }) => (scoreable ? [id] : []))]
}

/** What stands in a card: the drawing and the name of the stage. */
export function stageCard(crop: string, stage: string, { lang }: Visitor): Markup {
  return html`${stageDrawing(crop, stage)}<span>${stageName(crop, stage, lang)}</span>`
}

/**
 * The cards of a page's crop, and the button that asks for the same page with another stage; null without a crop.
 * @param estimated The stage that the season's temperatures say; null where that is not known.
 */
export function stageForm(
  path: string,
  { asked, estimated }: { readonly asked: ProfileRequest; readonly estimated: string | null },
  visitor: Visitor
): Markup | null {
  const crop = asked.crop === null ? null : cropById(asked.crop)
  if (crop === null) return null
  const words = wordsIn(visitor.lang).place
  const hidden = { ...visitor.carried, crop: crop.id, stage: null, exposure: asked.exposure }
  const card = (stage: string): Markup =>
    html`<label${stage === estimated ? html` class="estimated"` : null}><input type="radio" name="stage" value="${stage}"${stage === asked.stage ? html` checked` : null}>${stageCard(crop.id, stage, visitor)}${stage === estimated ? html`<small>${words.stageEstimated}</small>` : null}</label>`
  return html`<section class="panel noprint" aria-labelledby="stage"><h2 id="stage">${words.stageQuestion}</h2>
<form action="${path}" method="get">${Object.entries(hidden).flatMap(([name, value]) => (value === null ? [] : [html`<input type="hidden" name="${name}" value="${value}">`]))}
<fieldset class="stages"><legend class="unseen">${words.stageQuestion}</legend>${stagesToChoose(crop).map(card)}</fieldset>
<button>${words.show}</button></form></section>`
}
