import { type Crop, cropById } from '../../frost/crops.ts'
import { autoStage, exposures, isEstimable, type ProfileRequest } from '../../frost/scoring-profile.ts'
import { stageName } from '../../language/crop-names.ts'
import { exposureLabel } from '../../language/frost-words.ts'
import { wordsIn } from '../../language/language.ts'
import { html, type Markup } from '../html.ts'
import { fold, option } from '../pieces.ts'
import type { Visitor } from '../visitor.ts'
import { stageDrawing } from './stage-drawing.ts'

/** The estimate, then stages with a score, else those with a first damage; none of winter. Includes `chosen`. */
export function stagesToChoose(crop: Crop, chosen: string | null = null): readonly string[] {
  const isWithoutScores = !crop.stages.some(({ scoreable }) => scoreable)
  const listed = crop.stages.filter(
    ({ id, scoreable, isWinterLimit }) => (isWithoutScores && !isWinterLimit) || scoreable || id === chosen
  )
  const estimated = isEstimable(crop) ? [autoStage] : []
  return [...estimated, ...listed.map(({ id }) => id)]
}

export function stageCard(crop: string, stage: string, { lang }: Visitor): Markup {
  const name = stage === autoStage ? wordsIn(lang).place.estimateStage : stageName(crop, stage, lang)
  return html`${stageDrawing(crop, stage)}<span>${name}</span>`
}

interface StageChoice {
  readonly crop: Crop
  readonly chosen: string | null
  /** The stage estimated from the season's temperatures; null where it is unknown. */
  readonly estimated: string | null
}

export function stageChoices({ crop, chosen, estimated }: StageChoice, visitor: Visitor): readonly Markup[] {
  const hint = html`<small>${wordsIn(visitor.lang).place.stageEstimated}</small>`
  return stagesToChoose(crop, chosen).map(
    (stage) =>
      html`<label><input type="radio" name="stage" value="${stage}"${stage === chosen ? html` checked` : null}>
        ${stageCard(crop.id, stage, visitor)}${stage === estimated ? hint : null}</label>`
  )
}

/** The cards of a page's crop, and its height: a plain form that asks for the same page; `more` are further inputs. */
export function stageForm(
  path: string,
  choice: Pick<StageChoice, 'estimated'> & { readonly asked: ProfileRequest; readonly more?: Markup | null },
  visitor: Visitor
): Markup {
  const { asked, estimated, more } = choice
  const crop = asked.crop === null ? null : cropById(asked.crop)
  const words = wordsIn(visitor.lang).place
  const hidden = { ...visitor.carried, crop: crop?.id ?? null, stage: null, exposure: null }
  const cards =
    crop === null
      ? null
      : html`<fieldset class="stages"><legend class="unseen">${words.stageQuestion}</legend>
        ${stageChoices({ crop, chosen: asked.stage, estimated }, visitor)}</fieldset>`
  const heights = exposures.map((one) => option(one, exposureLabel(one, visitor.lang), asked.exposure))
  const form = html`<form class="fields" id="stages" action="${path}" method="get">
    ${Object.entries(hidden).flatMap(([name, value]) =>
      value === null ? [] : [html`<input type="hidden" name="${name}" value="${value}">`]
    )}
${cards}<label>${words.height}<select name="exposure"><option value="">${words.usualHeight}</option>${heights}</select>
  </label>${more}
<button>${words.show}</button></form>`
  return fold('stage', crop === null ? words.height : words.stageQuestion, form)
}
