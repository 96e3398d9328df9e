import { wordsIn } from '../../language/language.ts'
import { fold } from '../fold.ts'
import { html, type Markup } from '../html.ts'
import type { Visitor } from '../visitor.ts'

const ground = html`<path d="M4 58H92"/>`
const screen = html`<path d="M40 20h16v14H40zM40 25h16M40 30h16"/>`

/** At 1.5 m; in the shade; where cold air gathers; at the height of buds. */
const drawings: readonly Markup[] = [
  html`${ground}${screen}<path d="M48 34V58M70 27V58M66 27h8M66 58h8"/><text x="76" y="46">1.5 m</text>`,
  html`${ground}<circle cx="16" cy="12" r="6"/><path d="M28 20 60 8l8 6M40 20h16v14H40zM48 34V58"/>
    <path d="M24 46h8M64 46h8" stroke-dasharray="2 3"/>`,
  html`<path d="M4 22C30 24 34 56 58 57S84 44 92 40"/><path d="M54 34h10v9H54zM59 43V57"/>
    <path d="M18 30 34 46M30 46h5v-6" stroke-dasharray="3 2"/>`,
  html`${ground}<path d="M30 58V30M30 40 18 26M30 36 44 22M44 22c4-6 10-6 12-2-2 5-8 6-12 2"/>
    <circle cx="52" cy="32" r="3"/><path d="M52 35V58" stroke-dasharray="2 3"/>`
]

export function placementSection({ lang }: Visitor): Markup {
  const words = wordsIn(lang).thermometers
  const items = words.placements.map(
    (text, index) =>
      html`<li>
        <svg viewBox="0 0 112 64" width="112" height="64" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6">
        ${drawings[index]}</svg><span>${text}</span></li>`
  )
  return fold('placement', words.placement, html`<ul class="placements">${items}</ul>`)
}
