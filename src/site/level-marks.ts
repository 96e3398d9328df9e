/** One shape for each level, so that colour is never alone; a broken ring for the unknown. */
import type { FrostLevel } from '../frost/frost-night.ts'
import { levelLabel } from '../language/frost-words.ts'
import { wordsIn } from '../language/language.ts'
import { html, type Markup } from './html.ts'
import type { ProvinceNight } from './ports.ts'
import type { Visitor } from './visitor.ts'

/** Shapes on a square of 20 × 20; all of about the same weight to the eye. */
const shapes: Readonly<Record<FrostLevel, Markup>> = {
  none: html`<circle cx="10" cy="10" r="6.5" fill="none" stroke-width="2.5"/>`,
  low: html`<circle cx="10" cy="10" r="7"/>`,
  moderate: html`<path d="M10 2 18.5 17.5h-17z"/>`,
  high: html`<path d="M10 1 19 10 10 19 1 10z"/>`,
  severe: html`<path d="m10 .5 2.4 5.4 5.8-.6L14.8 10l3.4 4.7-5.8-.6L10 19.5l-2.4-5.4-5.8.6L5.2 10 1.8 5.3l5.8.6z"/>`,
  unknown: html`<circle cx="10" cy="10" r="6.5" fill="none" stroke-width="2.5" stroke-dasharray="4 3"/>`
}

export function levelShape(level: FrostLevel): Markup {
  return shapes[level]
}

/** The mark as a picture of its own; it says nothing to a screen reader, because the word is next to it. */
export function levelMark(level: FrostLevel): Markup {
  return html`<svg class="mark ${level}" viewBox="0 0 20 20" aria-hidden="true">${shapes[level]}</svg>`
}

export function levelWords({ frost, lacksStage }: ProvinceNight, { lang }: Visitor): string {
  return lacksStage ? wordsIn(lang).home.stageUnknown : levelLabel(frost.level, lang)
}
