/**
 * Where the wind goes, as an arrow; the letters of the compass are for screen readers, because "7 GB" reads as
 * gigabytes.
 */
import { compassLabel } from '../language/labels.ts'
import { html, type Markup } from './html.ts'
import { known } from './presenting.ts'
import type { Visitor } from './visitor.ts'

/** From a wind that comes from the north, clockwise. */
const arrows = ['↓', '↙', '←', '↖', '↑', '↗', '→', '↘']

/** The arrow of a wind by where it comes from [degrees from north; NaN = unknown]. */
export function windFrom(directionDegrees: number, visitor: Visitor): Markup | null {
  const direction = known(directionDegrees)
  const letters = compassLabel(direction, visitor.lang)
  if (direction === null || letters === null) return null
  const eighth = ((Math.round(direction / 45) % 8) + 8) % 8
  return html`<span class="wind" aria-hidden="true">${arrows[eighth]}</span><span class="unseen">${letters}</span>`
}
