/** Türkiye in one night: every province as a mark coloured and shaped by its level, or by the air minimum. */
import type { FrostLevel } from '../../frost/frost-night.ts'
import { levelLabel } from '../../language/frost-words.ts'
import { formatNumber, formatScore } from '../../language/numbers.ts'
import { publish } from '../../weather/units.ts'
import type { TurkeyOutline } from '../charts/turkey-outline.ts'
import { html, type Markup } from '../html.ts'
import { levelMark, levelShape } from '../level-marks.ts'
import { placePath, withQuery } from '../paths.ts'
import type { ProvinceNight } from '../ports.ts'
import { nightMinima } from '../presenting.ts'
import type { Visitor } from '../visitor.ts'

/** What the marks of the map show. */
export type MapView = 'risk' | 'temperature'

const drawnOrder: readonly FrostLevel[] = ['unknown', 'none', 'low', 'moderate', 'high', 'severe']

/** Classes of the air minimum: from `atLeastC` upwards, the coldest last. */
const coldClasses: readonly { readonly atLeastC: number; readonly radius: number }[] = [
  { atLeastC: 0, radius: 0 },
  { atLeastC: -5, radius: 4 },
  { atLeastC: -10, radius: 6 },
  { atLeastC: -15, radius: 8 },
  { atLeastC: Number.NEGATIVE_INFINITY, radius: 10 }
]

/**
 * The map by position, for a mouse; it is silent to screen readers, because the list beside it and the table below it
 * say the same.
 */
export function provinceMap(
  outline: TurkeyOutline,
  provinces: readonly ProvinceNight[],
  view: MapView,
  visitor: Visitor
): Markup {
  const drawn = [...provinces].sort(
    (a, b) => drawnOrder.indexOf(a.frost.level) - drawnOrder.indexOf(b.frost.level)
  )
  return html`<svg class="map" viewBox="0 0 ${outline.width} ${outline.height}" aria-hidden="true">
<path class="abroad" d="${outline.neighbours}"/><path class="country" d="${outline.country}"/>
${drawn.map((province) => placed(outline, province, view, visitor))}
</svg>`
}

function placed(
  outline: TurkeyOutline,
  province: ProvinceNight,
  view: MapView,
  visitor: Visitor
): Markup | null {
  const position = outline.position(province.place.lon, province.place.lat)
  if (position === null) return null
  const [x, y] = position
  const mark = html`<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><circle class="touch" r="18"/><g class="dot"><g transform="translate(-10 -10)">${provinceMark(province, view)}</g></g></g>`
  return provinceLink(province, mark, visitor, true)
}

/** The mark of a province on a square of 20 × 20. */
export function provinceMark({ frost, airTemperatureMinC }: ProvinceNight, view: MapView): Markup {
  if (view === 'risk') return html`<g class="${frost.level}">${levelShape(frost.level)}</g>`
  if (airTemperatureMinC === null) return html`<g class="unknown">${levelShape('unknown')}</g>`
  const radius = coldClasses.find(({ atLeastC }) => airTemperatureMinC >= atLeastC)?.radius ?? 0
  return coldMark(radius)
}

function coldMark(radius: number): Markup {
  return radius === 0
    ? html`<g class="none">${levelShape('none')}</g>`
    : html`<circle class="cold" cx="10" cy="10" r="${radius}"/>`
}

/** A link to a province's page that says its name, level and minima; a silent one is for a mouse only. */
export function provinceLink(
  province: ProvinceNight,
  content: Markup,
  visitor: Visitor,
  isSilent = false
): Markup {
  const { place, frost } = province
  const score = frost.score === null ? '' : ` ${formatScore(frost.score, visitor.lang)}`
  const name = `${place.name}: ${levelLabel(frost.level, visitor.lang)}${score}, ${nightMinima(province, visitor)}`
  const href = withQuery(placePath(visitor.lang, place.slug), visitor.carried)
  return isSilent
    ? html`<a href="${href}" tabindex="-1"><title>${name}</title>${content}</a>`
    : html`<a href="${href}" aria-label="${name}">${content}</a>`
}

/** Which mark means which level, or which minimum. */
export function legend(view: MapView, visitor: Visitor): Markup {
  return view === 'risk' ? levelLegend(visitor) : coldLegend(visitor)
}

function levelLegend(visitor: Visitor): Markup {
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

function coldLegend(visitor: Visitor): Markup {
  const degrees = (valueC: number) =>
    `${formatNumber(publish(valueC, 'temperature', visitor.units), 0, visitor.lang)}°`
  return html`<ul class="legend">${coldClasses.map(({ atLeastC, radius }, index) => {
    const above = coldClasses[index - 1]?.atLeastC
    const range =
      above === undefined
        ? `≥ ${degrees(atLeastC)}`
        : Number.isFinite(atLeastC)
          ? `${degrees(above)} … ${degrees(atLeastC)}`
          : `< ${degrees(above)}`
    return html`<li><svg class="mark" viewBox="0 0 20 20" aria-hidden="true">${coldMark(radius)}</svg> ${range}</li>`
  })}</ul>`
}
