/**
 * What all charts share: they fill their column. Places are shares of the plot, curves stretch with it, texts do not.
 */
import { scaleLinear } from 'd3-scale'
import { hourMs, secondMs } from '../../common/time.ts'
import { clockAt, weekdayLabel } from '../../language/dates.ts'
import { formatNumber } from '../../language/numbers.ts'
import { zoneClock } from '../../weather/zone-clock.ts'
import { html, type Markup } from '../html.ts'
import type { Visitor } from '../visitor.ts'

/** A value at an instant; NaN: unknown. */
export interface Timed {
  readonly at: number
  readonly temperatureC: number
}

interface Extent {
  /** [ms since epoch] */
  readonly from: number
  readonly until: number
  readonly timezone: string
  /** The axis ends a degree beyond them. */
  readonly knownC: readonly number[]
  /** Heights are multiples of it: with a coarse one, still finer than a pixel, curves take fewer bytes. Absent: 1. */
  readonly step?: number
}

/** Positions are 0…1000 from the left and from the top. */
export interface Plot extends Extent {
  readonly visitor: Visitor
  readonly x: (at: number) => number
  readonly y: (temperatureC: number) => number
  readonly ticks: readonly { readonly degrees: number; readonly y: number }[]
}

export function plotOf(extent: Extent, visitor: Visitor): Plot {
  const { from, until, knownC, step = 1 } = extent
  const inUnit = (valueC: number): number => (visitor.units === 'imperial' ? valueC * 1.8 + 32 : valueC)
  const vertical = scaleLinear()
    .domain([inUnit(Math.min(...knownC)) - 1, inUnit(Math.max(...knownC)) + 1])
    .range([1000, 0])
  const horizontal = scaleLinear().domain([from, until]).range([0, 1000])
  return {
    ...extent,
    visitor,
    x: (at) => Math.round(horizontal(at)),
    y: (temperatureC) => step * Math.round(vertical(inUnit(temperatureC)) / step),
    ticks: vertical
      .ticks(5)
      .filter(Number.isInteger)
      .map((degrees) => ({ degrees, y: Math.round(vertical(degrees)) }))
  }
}

export function shareOf(position: number): string {
  return `${position / 10}%`
}

/** A line of now, which a script moves on; null before the first instant and after the last. */
export function nowMark(
  { from, until, at }: { readonly from: number; readonly until: number; readonly at: number },
  name: string | null = null
): Markup | null {
  if (at < from || at > until) return null
  const left = shareOf(Math.round((1000 * (at - from)) / (until - from)))
  const text = name === null ? null : html`<text y="100%" dy="2.3em">${name}</text>`
  return html`<svg class="now" data-from="${from}" data-until="${until}" x="${left}"><line y2="100%"/>${text}</svg>`
}

/** The path of a curve, broken where a value is unknown; steps are shorter than positions. */
export function curve(values: readonly Timed[], { x, y }: Plot): string {
  let [left, top] = [Number.NaN, Number.NaN]
  return values
    .map(({ at, temperatureC }) => {
      const [beforeX, beforeY] = [left, top]
      ;[left, top] = [x(at), y(temperatureC)]
      if (Number.isNaN(top)) return ''
      return Number.isNaN(beforeY) ? `M${left} ${top}` : `l${left - beforeX} ${top - beforeY}`
    })
    .join('')
}

interface Chart {
  readonly plot: Plot
  /** Its classes: `fan` and `hourly` have heights in chart.css. */
  readonly kind: string
  readonly label: string
  /** What lies below the lines of the degrees. */
  readonly ground?: Markup | readonly (Markup | null)[]
  readonly drawn: Markup
  /** What is not stretched: texts and dots. */
  readonly marks?: Markup | readonly Markup[] | null
}

export function chart({ plot, kind, label, ground, drawn, marks }: Chart): Markup {
  const { ticks, visitor } = plot
  const degrees = ticks.map(
    ({ degrees, y }) =>
      html`<text x="-6" y="${shareOf(y)}" dy=".35em">${formatNumber(degrees, 0, visitor.lang)}°</text>`
  )
  const axis = timeAxis(plot)
  return html`<svg class="chart ${kind}" role="img" aria-label="${label}">
    <svg viewBox="0 0 1000 1000" preserveAspectRatio="none">
${ground}<path class="grid" d="${ticks.map(({ y }) => `M0 ${y}H1000`).join('')}${axis.midnights}"/>${drawn}</svg>
<g class="degrees">${degrees}</g>${axis.texts}${marks}</svg>`
}

export function darkness(from: number, until: number, { x }: Plot): Markup | null {
  const [left, right] = [Math.max(0, x(from)), Math.min(1000, x(until))]
  return right <= left ? null : html`<rect class="dark" x="${left}" width="${right - left}" height="1000"/>`
}

/** Hours below, more of them where there is room, and the day at each midnight that leaves room for its name. */
function timeAxis({ from, until, timezone, x, visitor }: Plot): {
  readonly texts: Markup
  readonly midnights: string
} {
  const [few, many] = until - from > 36 * hourMs ? [12, 6] : [4, 2]
  const first = Math.ceil(from / hourMs)
  const hours = Array.from({ length: Math.floor(until / hourMs) - first + 1 }, (_, index) => {
    const at = (first + index) * hourMs
    return { at, clock: clockAt(at, timezone, visitor.lang).slice(0, 2) }
  })
  const ticks = hours.filter(({ clock }) => Number(clock) % many === 0)
  const isLong = few === 12
  const days = isLong ? hours.filter(({ at, clock }) => clock === '00' && x(at) < 880) : []
  const more = html` class="more"`
  const date = zoneClock(timezone)
  const texts = html`<g class="hours">${ticks.map(
    ({ at, clock }) =>
      html`<text x="${shareOf(x(at))}" y="100%" dy="1.3em"${Number(clock) % few === 0 ? null : more}>${clock}</text>`
  )}</g>${days.map(
    ({ at }) =>
      html`<text x="${shareOf(x(at))}" dx="4" dy="-.5em">
        ${weekdayLabel(date.dateAt(at / secondMs), visitor.lang, 'short')}</text>`
  )}`
  return { texts, midnights: days.map(({ at }) => `M${x(at)} 0V1000`).join('') }
}
