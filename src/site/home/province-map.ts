/** Türkiye tonight: every province as a mark coloured and shaped by its level. */
import type { FrostLevel } from '../../frost/frost-night.ts'
import { levelLabel } from '../../language/frost-words.ts'
import { formatScore } from '../../language/numbers.ts'
import type { TurkeyOutline } from '../charts/turkey-outline.ts'
import { html, type Markup } from '../html.ts'
import { levelMark, levelShape } from '../level-marks.ts'
import { placePath, withQuery } from '../paths.ts'
import type { ProvinceNight } from '../ports.ts'
import { temperature } from '../presenting.ts'
import type { Visitor } from '../visitor.ts'

const drawnOrder: readonly FrostLevel[] = ['unknown', 'none', 'low', 'moderate', 'high', 'severe']

/**
 * The map. It is silent to screen readers and out of the tab order, because the list beside it and the table below it say the same
 * in words; for a mouse every mark is a link with a tooltip.
 */
export function provinceMap(
  outline: TurkeyOutline,
  provinces: readonly ProvinceNight[],
  visitor: Visitor
): Markup {
  const drawn = [...provinces].sort(
    (a, b) => drawnOrder.indexOf(a.frost.level) - drawnOrder.indexOf(b.frost.level)
  )
  return html`<svg class="map" viewBox="0 0 ${outline.width} ${outline.height}" aria-hidden="true">
<path class="abroad" d="${outline.neighbours}"/><path class="country" d="${outline.country}"/>
${drawn.map((province) => mark(outline, province, visitor))}
</svg>`
}

function mark(
  outline: TurkeyOutline,
  { place, frost, airTemperatureMinC }: ProvinceNight,
  visitor: Visitor
): Markup | null {
  const position = outline.position(place.lon, place.lat)
  if (position === null) return null
  const [x, y] = position
  const score = frost.score === null ? '' : ` ${formatScore(frost.score, visitor.lang)}`
  return html`<a href="${withQuery(placePath(visitor.lang, place.slug), visitor.carried)}" tabindex="-1"><g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><g class="dot ${frost.level}"><title>${place.name}: ${levelLabel(frost.level, visitor.lang)}${score}, ${temperature(airTemperatureMinC, visitor)}</title><g transform="translate(-10 -10)">${levelShape(frost.level)}</g></g></g></a>`
}

/** Which mark means which level. */
export function legend(visitor: Visitor): Markup {
  const levels: readonly FrostLevel[] = ['none', 'low', 'moderate', 'high', 'severe', 'unknown']
  const bounds: Readonly<Record<FrostLevel, string>> = {
    none: '< 1',
    low: '1–9',
    moderate: '10–49',
    high: '50–89',
    severe: '≥ 90',
    unknown: ''
  }
  return html`<ul class="legend">${levels.map(
    (level) =>
      html`<li>${levelMark(level)} ${levelLabel(level, visitor.lang)} <span class="quiet">${bounds[level]}</span></li>`
  )}</ul>`
}
