/** The score as a bar: what the air gives, what the clear sky adds, and what not knowing adds or takes away. */

import type { Contributions } from '../../language/frost-words.ts'
import { html, type Markup } from '../html.ts'

/**
 * The bar on a scale of 100 points, silent to screen readers: the list beside it has the numbers. Parts sum to the
 * score.
 */
export function contributionBar(parts: Contributions): Markup {
  const air = within(parts.airTemperature)
  const radiation = within(parts.radiation)
  const certain = air + radiation
  const uncertain = Math.abs(parts.uncertainty)
  const from = parts.uncertainty >= 0 ? certain : certain - uncertain
  return html`<svg class="parts" viewBox="0 0 1000 28" preserveAspectRatio="none" aria-hidden="true">
    <rect class="whole" width="1000" height="28"/><rect class="part-air" width="${tenths(air)}" height="28"/>
    <rect class="part-radiation" x="${tenths(air)}" width="${tenths(radiation)}" height="28"/>
    <rect class="${parts.uncertainty >= 0 ? 'part-uncertain' : 'part-taken'}" x="${tenths(from)}" width="${tenths(uncertain)}" height="28"/>
    </svg>`
}

function within(points: number): number {
  return Math.max(0, Math.min(100, points))
}

function tenths(points: number): number {
  return Math.round(Math.max(0, points) * 100) / 10
}
