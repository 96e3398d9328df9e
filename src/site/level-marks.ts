/** One shape for each level, so that colour is never alone; a broken ring for the unknown. */
import type { FrostLevel } from '../frost/frost-night.ts'
import { levelLabel } from '../language/frost-words.ts'
import { wordsIn } from '../language/language.ts'
import { formatNumber, formatScore } from '../language/numbers.ts'
import { publish } from '../weather/units.ts'
import { html, type Markup } from './html.ts'
import { placePath, withQuery } from './paths.ts'
import type { ProvinceNight } from './ports.ts'
import { nightMinima } from './presenting.ts'
import type { Visitor } from './visitor.ts'

export type MapView = 'risk' | 'temperature'

/** Classes of the minimum by their lower limit `atLeastC`, the coldest last. */
const coldClasses: readonly { readonly atLeastC: number; readonly radius: number }[] = [
  { atLeastC: 0, radius: 0 },
  { atLeastC: -5, radius: 4 },
  { atLeastC: -10, radius: 6 },
  { atLeastC: -15, radius: 8 },
  { atLeastC: Number.NEGATIVE_INFINITY, radius: 10 }
]

export interface MapLook {
  readonly view: MapView
  readonly isOfCrop: boolean
}

export function isAir({ view, isOfCrop }: MapLook): boolean {
  return view === 'temperature' && !isOfCrop
}

/** The minimum that the map shows [°C]; null: unknown. */
export function shownMinimumC(province: ProvinceNight, look: MapLook): number | null {
  return isAir(look) ? province.airTemperatureMinC : province.plantTemperatureMinC
}

export function provinceMark(province: ProvinceNight, look: MapLook): Markup {
  const { level } = province.frost
  if (look.view === 'risk') return html`<g class="${level}">${levelShape(level)}</g>`
  const minimumC = shownMinimumC(province, look)
  if (minimumC === null) return html`<g class="unknown">${levelShape('unknown')}</g>`
  return coldMark(coldClasses.find(({ atLeastC }) => minimumC >= atLeastC)?.radius ?? 0)
}

function coldMark(radius: number): Markup {
  return radius === 0
    ? html`<g class="none">${levelShape('none')}</g>`
    : html`<circle class="cold" cx="10" cy="10" r="${radius}"/>`
}

export function provinceLink(province: ProvinceNight, content: Markup, visitor: Visitor): Markup {
  const { place, frost } = province
  const score = frost.score === null ? '' : ` ${formatScore(frost.score, visitor.lang)}`
  const name = `${place.name}: ${levelWords(province, visitor)}${score}, ${nightMinima(province, visitor)}`
  const href = withQuery(placePath(visitor.lang, place.slug), visitor.carried)
  return html`<a href="${href}"><title>${name}</title>${content}</a>`
}

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

/** The mark as a separate picture; it says nothing to a screen reader, because the word is next to it. */
export function levelMark(level: FrostLevel): Markup {
  return html`<svg class="mark ${level}" viewBox="0 0 20 20" aria-hidden="true">${shapes[level]}</svg>`
}

export function levelWords({ frost, lacksStage }: ProvinceNight, { lang }: Visitor): string {
  return lacksStage ? wordsIn(lang).home.stageUnknown : levelLabel(frost.level, lang)
}
