/** The first control of home and of a place's page: the crop by which nights are judged, one touch each. */
import { crops } from '../../frost/crops.ts'
import type { ProfileRequest, ScoringProfile } from '../../frost/scoring-profile.ts'
import { cropName } from '../../language/crop-names.ts'
import { wordsIn } from '../../language/language.ts'
import { html, type Markup } from '../html.ts'
import { homePath, withQuery } from '../paths.ts'
import { profileLabel } from '../profile-words.ts'
import { stageDrawing } from '../stages/stage-drawing.ts'
import type { Visitor } from '../visitor.ts'

interface Chosen {
  readonly asked: ProfileRequest
  /** With the stage that the season says; null where the nights are not shown. */
  readonly profile: Pick<ScoringProfile, 'crop' | 'stage'> | null
  /** Where the chosen crop's stage can be chosen; null: not on this page. */
  readonly stages: '#stages' | null
  /** The question was not understood, so no chip is marked and nothing is remembered. */
  readonly asksBack?: boolean
}

/** Any plant first, then the chosen crop, whose chip leads to its stages, then the others. */
export function cropChips(path: string, chosen: Chosen, visitor: Visitor): Markup {
  const { asked, asksBack = false } = chosen
  const { lang, carried } = visitor
  const words = wordsIn(lang).place
  const chip = (crop: string | null): Markup => {
    const href = withQuery(path, { ...carried, crop, stage: null, exposure: null })
    const isChosen = !asksBack && crop === null && asked.crop === null
    const current = isChosen ? html` aria-current="true"` : null
    const forget = crop === null ? html` data-forget` : null
    return html`<li><a href="${href}"${current}${forget}>
      ${crop === null ? wordsIn(lang).hero.allCrops : cropName(crop, lang)}</a></li>`
  }
  const others = crops.filter(({ id }) => id !== asked.crop)
  const { exposure: _, ...remembered } = asked
  return html`<nav class="crops noprint" id="crops" aria-label="${words.crop}" data-crop="${
    asksBack ? '' : withQuery('', remembered)
  }"${path === homePath(lang) ? html` data-takes-remembered` : null}>
    <ul>${chip(null)}${chosenChip(path, chosen, visitor)}${others.map(({ id }) => chip(id))}</ul>
    </nav>`
}

function chosenChip(path: string, { asked, profile, stages }: Chosen, visitor: Visitor): Markup | null {
  const { lang, carried } = visitor
  if (asked.crop === null) return null
  const label = profileLabel(profile ?? { crop: asked.crop, stage: null }, lang)
  const drawing = stageDrawing(asked.crop, profile?.stage ?? asked.stage ?? 'auto')
  const more = stages === null ? null : html` <span aria-hidden="true">▾</span>`
  return html`<li><a href="${stages ?? withQuery(path, carried)}" aria-current="true">${drawing}
    <span>${label}</span>${more}</a></li>`
}
