/** What all charts share: they fill their column. Places are shares of the plot; curves stretch, texts do not. */
import { scaleLinear } from 'd3-scale'
import { hourMs, secondMs } from '../../common/time.ts'
import type { NightHour } from '../../forecasts/report/night-hours.ts'
import type { FrostLevel, KnownNight } from '../../frost/frost-night.ts'
import { clockAt, weekdayLabel } from '../../language/dates.ts'
import { wordsIn } from '../../language/language.ts'
import { formatNumber } from '../../language/numbers.ts'
import { zoneClock } from '../../weather/zone-clock.ts'
import { html, type Markup } from '../html.ts'
import type { Visitor } from '../visitor.ts'

/* The coming night as a fan: air, plant and the plant's 10–90 % band against the temperatures that do harm. */

interface FanChart {
  readonly night: KnownNight
  readonly hours: readonly NightHour[]
  readonly timezone: string
  /** Horizontal lines with their names; temperatures in °C. */
  readonly thresholds: readonly { readonly atC: number; readonly name: string }[]
  /** The temperature at which harm begins [°C]; null: no crop. */
  readonly harmC: number | null
  readonly level: FrostLevel
  readonly at: number
  readonly visitor: Visitor
  readonly label: string
}

/** A limit this much below the band is still drawn [°C]. */
const nearC = 4
/** Height of a line of text, in thousandths of the chart's height: see `.fan` in chart.css. */
const lineHeight = 95

/** It holds one text alternative, and the tables of the page hold the numbers. */
export function fanChart(fan: FanChart): Markup {
  const { hours, thresholds, timezone, visitor, night, level, label } = fan
  const known = hours.flatMap((hour) => [hour.airC, hour.lowC, hour.highC]).filter(Number.isFinite)
  const coldest = Math.min(...known)
  // A limit far below the night does not help and would flatten the curves; one that is near belongs to the picture.
  const near = thresholds.filter(({ atC }, index) => index === 0 || atC > coldest - nearC)
  const knownC = [...known, ...near.map(({ atC }) => atC)]
  const plot = plotOf({ from: hours[0]?.at ?? 0, until: hours.at(-1)?.at ?? 1, timezone, knownC }, visitor)
  const { sunsetAt, sunriseAt } = night.window
  const lines = near.map(({ atC }) => `M0 ${plot.y(atC)}H1000`).join('')
  return chart({
    plot,
    label,
    kind: `fan ground-${level}`,
    ground: [darkness(sunsetAt ?? plot.from, sunriseAt ?? plot.until, plot)],
    drawn: html`${curves(fan, plot)}<path class="threshold" d="${lines}"/>`,
    marks: html`${nowMark({ ...plot, at: fan.at })}${sunTimes(fan, plot)}${names({ ...fan, thresholds: near }, plot)}${coldestMark(fan, plot)}`
  })
}

function sunTimes({ night, timezone, visitor }: FanChart, { x }: Plot): readonly (Markup | null)[] {
  const { sunsetAt, sunriseAt } = night.window
  const { sunset, sunrise } = wordsIn(visitor.lang).charts
  const [from, to] = [x(sunsetAt ?? 0), x(sunriseAt ?? 0)]
  // Above a short night there is no room for both.
  const [left, right] = to - from < 720 ? [0, 1000] : [from, to]
  const label = (at: number | null, position: number, sign: Markup): Markup | null =>
    at === null
      ? null
      : html`<text class="sun" x="${shareOf(position)}" dy="-.5em">${sign}${clockAt(at, timezone, visitor.lang)}</text>`
  const sign = (name: string, arrow: string): Markup => html`<tspan class="name">${name} </tspan>${arrow} `
  return [
    label(sunsetAt, left, sign(sunset, '↓')),
    html`<g class="ends">${label(sunriseAt, right, sign(sunrise, '↑'))}</g>`
  ]
}

/** From back to front: the band, the area below 0 °C, the curves; the hours of harm are at the foot. */
function curves({ hours, harmC }: FanChart, plot: Plot): Markup {
  const of = (value: (hour: NightHour) => number): readonly Timed[] =>
    hours.map((hour) => ({ at: hour.at, temperatureC: value(hour) }))
  const plants = of((hour) => hour.plantC)
  const band = [...of((hour) => hour.lowC), ...of((hour) => hour.highC).toReversed()].filter(isKnown)
  const harmful = plants.filter(({ temperatureC }) => harmC !== null && temperatureC <= harmC)
  const foot = harmful.map(({ at }) => `M${plot.x(at - hourMs / 2)} 1000H${plot.x(at + hourMs / 2)}`).join('')
  const air = curve(
    of((hour) => hour.airC),
    plot
  )
  return html`<path class="band" d="${curve(band, plot)}"/><path class="frozen" d="${below(plants, 0, plot)}"/>
<path class="air" d="${air}"/>${plantCurve(plants, harmC, plot)}<path class="harmful" d="${foot}"/>`
}

/** The plant in one night, with what is below the limit of the crop. */
export function plantCurve(plants: readonly Timed[], harmC: number | null, plot: Plot): Markup {
  const harm = harmC === null ? null : html`<path class="harm" d="${below(plants, harmC, plot)}"/>`
  return html`${harm}<path class="plant" d="${curve(plants, plot)}"/>`
}

/** The area between a limit and the part of a curve that is below it. */
function below(values: readonly Timed[], limitC: number, plot: Plot): string {
  const known = values.filter(isKnown)
  const points = known.flatMap((value, index) => {
    const before = known[index - 1] ?? value
    const [was, is] = [before.temperatureC - limitC, value.temperatureC - limitC]
    const at = before.at + ((value.at - before.at) * was) / (was - is)
    const crossing = was * is < 0 ? [{ at, temperatureC: limitC }] : []
    return is <= 0 ? [...crossing, value] : crossing
  })
  const ends = [points[0], points.at(-1)].flatMap((one) =>
    one ? [{ at: one.at, temperatureC: limitC }] : []
  )
  return curve([...ends.slice(0, 1), ...points, ...ends.slice(1)], plot)
}

function isKnown({ temperatureC }: Timed): boolean {
  return Number.isFinite(temperatureC)
}

function names({ thresholds, visitor }: FanChart, { y }: Plot): readonly Markup[] {
  const shown = thresholds.toSorted((one, other) => other.atC - one.atC)
  const heights = apart(shown.map(({ atC }) => y(atC)))
  return shown.map(
    ({ atC, name }, index) =>
      html`<text class="threshold-name" x="100%" dx="6" y="${shareOf(heights[index] ?? 0)}" dy=".35em">
        ${thresholdValue(atC, visitor)}<tspan class="name"> ${name}</tspan></text>`
  )
}

export function thresholdValue(atC: number, visitor: Visitor): string {
  return `${formatNumber(inUnit(atC, visitor), atC === 0 ? 0 : 1, visitor.lang)}°`
}

function inUnit(temperatureC: number, visitor: Visitor): number {
  return visitor.units === 'imperial' ? temperatureC * 1.8 + 32 : temperatureC
}

/** Heights of labels from top to bottom, moved so that no two touch and none lies below the plot. */
function apart(heights: readonly number[]): readonly number[] {
  const down: number[] = []
  for (const height of heights)
    down.push(Math.max(height, (down.at(-1) ?? Number.NEGATIVE_INFINITY) + lineHeight))
  const excess = Math.max(0, (down.at(-1) ?? 0) - 1000)
  return down.map((height) => height - excess)
}

function coldestMark({ night, hours, visitor, thresholds }: FanChart, { x, y }: Plot): Markup | null {
  const coldest = hours.find((hour) => hour.at === night.coldestHour * hourMs)
  if (coldest === undefined) return null
  const value = formatNumber(inUnit(night.plantTemperatureMinC, visitor), 1, visitor.lang)
  const here = y(coldest.plantC)
  const lines = [1000, ...thresholds.map(({ atC }) => y(atC))]
  const isCrowded = lines.some((line) => line > here && line < here + 1.3 * lineHeight)
  // Above is free only above the air's own line.
  const above = Math.min(here, Number.isFinite(coldest.airC) ? y(coldest.airC) : here)
  const [height, dy] = isCrowded ? [above, '-.6em'] : [here, '1.4em']
  const left = shareOf(inside(x(coldest.at)))
  return html`<circle class="coldest" cx="${shareOf(x(coldest.at))}" cy="${shareOf(here)}" r="4.5"/>
    <text class="coldest-value" x="${left}" y="${shareOf(height)}" dy="${dy}">${value}°</text>`
}

/** A value at an instant; NaN: unknown. */
export interface Timed {
  readonly at: number
  readonly temperatureC: number
}

interface Extent {
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
  const [low, high] = [inUnit(Math.min(...knownC), visitor) - 1, inUnit(Math.max(...knownC), visitor) + 1]
  // At the foot are the hours: the lowest line leaves room for its degrees.
  const ticks = scaleLinear().domain([low, high]).ticks(5).filter(Number.isInteger)
  const foot = Math.min(low, (ticks[0] ?? low) - 0.05 * (high - low))
  const vertical = scaleLinear().domain([foot, high]).range([1000, 0])
  const horizontal = scaleLinear().domain([from, until]).range([0, 1000])
  return {
    ...extent,
    visitor,
    x: (at) => Math.round(horizontal(at)),
    y: (temperatureC) => step * Math.round(vertical(inUnit(temperatureC, visitor)) / step),
    ticks: ticks.map((degrees) => ({ degrees, y: Math.round(vertical(degrees)) }))
  }
}

export function shareOf(position: number): string {
  return `${position / 10}%`
}

/** Moves a short text inwards at the ends, where half of it would leave the chart. */
function inside(position: number): number {
  return Math.min(920, Math.max(80, position))
}

/** A line of now, which a script moves on; null before the first instant and after the last. */
export function nowMark(
  { from, until, at }: { from: number; until: number; at: number },
  name: string | null = null
): Markup | null {
  if (at < from || at > until) return null
  const left = Math.round((1000 * (at - from)) / (until - from))
  const text =
    name === null ? null : html`<text x="${shareOf(inside(left) - left)}" y="100%" dy="2.5em">${name}</text>`
  return html`<svg class="now" data-from="${from}" data-until="${until}" x="${shareOf(left)}"><line y2="100%"/>${text}</svg>`
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
  /** The background, below the lines of the degrees. */
  readonly ground?: Markup | readonly (Markup | null)[]
  readonly drawn: Markup
  /** Texts and dots, which are not stretched. */
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
function timeAxis({ from, until, timezone, x, visitor }: Plot) {
  const [few, many] = until - from > 36 * hourMs ? [12, 6] : [4, 2]
  const first = Math.ceil(from / hourMs)
  const hours = Array.from({ length: Math.floor(until / hourMs) - first + 1 }, (_, index) => {
    const at = (first + index) * hourMs
    return { at, clock: clockAt(at, timezone, visitor.lang).slice(0, 2) }
  })
  const ticks = hours.filter(({ clock }) => Number(clock) % many === 0)
  const isLong = few === 12
  const days = isLong ? hours.filter(({ at, clock }) => clock === '00' && x(at) < 820) : []
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
