/** The coming night as a fan: air, plant and the plant's 10–90 % band against the temperatures that do harm. */

import { scaleLinear, scaleTime } from 'd3-scale'
import { area, curveMonotoneX, line } from 'd3-shape'
import { hourMs } from '../../common/time.ts'
import type { NightHour } from '../../forecasts/report/night-hours.ts'
import type { KnownNight } from '../../frost/frost-night.ts'
import { clockAt } from '../../language/dates.ts'
import { wordsIn } from '../../language/language.ts'
import { formatNumber } from '../../language/numbers.ts'
import { html, type Markup } from '../html.ts'
import type { Visitor } from '../visitor.ts'

export interface FanChart {
  readonly night: KnownNight
  readonly hours: readonly NightHour[]
  readonly timezone: string
  /** Horizontal lines with their names; temperatures in °C. */
  readonly thresholds: readonly { readonly atC: number; readonly name: string }[]
  readonly visitor: Visitor
  readonly size: 'wide' | 'narrow'
  /** The whole chart in one sentence. */
  readonly label: string
}

/** A limit this much below the band is still drawn [°C]. */
const nearC = 4

interface Frame {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly hoursPerTick: number
}

const frames: Readonly<Record<FanChart['size'], Frame>> = {
  wide: { width: 980, height: 340, left: 48, right: 168, top: 30, bottom: 30, hoursPerTick: 2 },
  narrow: { width: 340, height: 270, left: 44, right: 46, top: 28, bottom: 28, hoursPerTick: 4 }
}

interface Scales {
  readonly frame: Frame
  readonly x: (at: number) => number
  readonly y: (temperatureC: number) => number
  readonly ticks: readonly number[]
}

/** The chart as SVG; it holds one text alternative, and the tables of the page hold the numbers. */
export function fanChart(chart: FanChart): Markup {
  const scales = scalesOf(chart)
  const { frame } = scales
  return html`<svg class="fan ${chart.size}" viewBox="0 0 ${frame.width} ${frame.height}" role="img" aria-label="${chart.label}">
${nightShade(chart, scales)}${grid(chart, scales)}${thresholdLines(chart, scales)}${curves(chart, scales)}${hourAxis(chart, scales)}${coldestMark(chart, scales)}
</svg>`
}

/** °C in the visitor's unit, unrounded: positions must not jump by tenths. */
function inUnit(temperatureC: number, visitor: Visitor): number {
  return visitor.units === 'imperial' ? temperatureC * 1.8 + 32 : temperatureC
}

function scalesOf({ hours, thresholds, visitor, size }: FanChart): Scales {
  const frame = frames[size]
  const known = hours.flatMap((hour) => [hour.airC, hour.lowC, hour.highC]).filter(Number.isFinite)
  const coldest = Math.min(...known)
  // A limit far below the night is no help and would flatten the curves; one that is near belongs to the picture.
  const near = thresholds.map(({ atC }) => atC).filter((atC, index) => index === 0 || atC > coldest - nearC)
  const low = Math.min(coldest, ...near.map((atC) => atC - 1))
  const high = Math.max(...known, ...near.map((atC) => atC + 1))
  const vertical = scaleLinear()
    .domain([inUnit(low, visitor), inUnit(high, visitor)])
    .nice(6)
    .range([frame.height - frame.bottom, frame.top])
  const horizontal = scaleTime()
    .domain([hours[0]?.at ?? 0, hours.at(-1)?.at ?? 1])
    .range([frame.left, frame.width - frame.right])
  return {
    frame,
    x: (at) => rounded(horizontal(at)),
    y: (temperatureC) => rounded(vertical(inUnit(temperatureC, visitor))),
    ticks: vertical.ticks(6).map((tick) => (visitor.units === 'imperial' ? (tick - 32) / 1.8 : tick))
  }
}

function nightShade({ night, hours, timezone, visitor, size }: FanChart, { frame, x }: Scales): Markup {
  const { sunsetAt, sunriseAt } = night.window
  const from = sunsetAt === null ? frame.left : x(sunsetAt)
  const to = sunriseAt === null ? frame.width - frame.right : x(sunriseAt)
  if (hours.length === 0 || to <= from) return html``
  const label = (at: number | null, position: number, words: string, anchor: string) =>
    at === null
      ? null
      : html`<text class="sun" x="${position}" y="${frame.top - 9}" text-anchor="${anchor}">${words} ${clockAt(at, timezone, visitor.lang)}</text>`
  const { sunset, sunrise } = wordsIn(visitor.lang).charts
  // A short night on a narrow chart has no room for both above it: there they begin and end with the chart.
  const [atSunset, atSunrise] = size === 'wide' ? [from, to] : [frame.left, frame.width - frame.right]
  return html`<rect class="dark" x="${from}" y="${frame.top}" width="${rounded(to - from)}" height="${frame.height - frame.top - frame.bottom}"/>${label(sunsetAt, atSunset, sunset, 'start')}${label(sunriseAt, atSunrise, sunrise, 'end')}`
}

function grid({ visitor }: FanChart, { frame, y, ticks }: Scales): Markup {
  return html`<g class="grid">${ticks.map(
    (tick) =>
      html`<path d="M${frame.left} ${y(tick)}H${frame.width - frame.right}"/><text x="${frame.left - 7}" y="${y(tick) + 4}" text-anchor="end">${formatNumber(inUnit(tick, visitor), 0, visitor.lang)}°</text>`
  )}</g>`
}

function thresholdLines({ thresholds, size, visitor }: FanChart, { frame, y }: Scales): readonly Markup[] {
  const shown = thresholds
    .filter(({ atC }) => y(atC) <= frame.height - frame.bottom && y(atC) >= frame.top)
    .sort((a, b) => b.atC - a.atC)
  const labels = apart(
    shown.map(({ atC }) => y(atC)),
    frame.height - frame.bottom
  )
  const end = frame.width - frame.right
  return shown.map(({ atC, name }, index) => {
    const value = thresholdValue(atC, visitor)
    // A phone has room for the value only; the name is in the legend.
    const words = size === 'wide' ? `${value} ${name}` : value
    return html`<path class="threshold" d="M${frame.left} ${y(atC)}H${end}"/><text class="threshold-name" x="${end + (size === 'wide' ? 8 : 4)}" y="${rounded((labels[index] ?? 0) + 4)}">${words}</text>`
  })
}

/** A temperature that does harm: `−2.8°`. */
export function thresholdValue(atC: number, visitor: Visitor): string {
  return `${formatNumber(inUnit(atC, visitor), atC === 0 ? 0 : 1, visitor.lang)}°`
}

/** Heights of labels from top to bottom, moved so that no two touch and none lies below `lowest`. */
function apart(heights: readonly number[], lowest: number): readonly number[] {
  const lineHeight = 16
  const down: number[] = []
  for (const height of heights)
    down.push(Math.max(height, (down.at(-1) ?? Number.NEGATIVE_INFINITY) + lineHeight))
  const excess = Math.max(0, (down.at(-1) ?? 0) - lowest)
  return down.map((height) => height - excess)
}

function curves({ hours }: FanChart, { x, y }: Scales): Markup {
  const band = area<NightHour>()
    .defined((hour) => Number.isFinite(hour.plantC))
    .x((hour) => x(hour.at))
    .y0((hour) => y(hour.lowC))
    .y1((hour) => y(hour.highC))
    .curve(curveMonotoneX)
    .digits(1)
  const drawn = (value: (hour: NightHour) => number) =>
    line<NightHour>()
      .defined((hour) => Number.isFinite(value(hour)))
      .x((hour) => x(hour.at))
      .y((hour) => y(value(hour)))
      .curve(curveMonotoneX)
      .digits(1)([...hours]) ?? ''
  return html`<path class="band" d="${band([...hours]) ?? ''}"/><path class="air" d="${drawn((hour) => hour.airC)}"/><path class="plant" d="${drawn((hour) => hour.plantC)}"/>`
}

function hourAxis({ hours, timezone, visitor }: FanChart, { frame, x }: Scales): Markup {
  const ticks = hours.filter((hour) => {
    const local = Number(clockAt(hour.at, timezone, 'en').slice(0, 2))
    return local % frame.hoursPerTick === 0
  })
  const base = frame.height - frame.bottom
  return html`<g class="hours">${ticks.map(
    ({ at }) =>
      html`<path d="M${x(at)} ${base}v5"/><text x="${x(at)}" y="${base + 19}" text-anchor="middle">${clockAt(at, timezone, visitor.lang)}</text>`
  )}</g>`
}

function coldestMark({ night, hours, visitor, thresholds }: FanChart, { x, y }: Scales): Markup | null {
  const coldest = hours.find((hour) => hour.at === night.coldestHour * hourMs)
  if (coldest === undefined) return null
  const value = formatNumber(inUnit(night.plantTemperatureMinC, visitor), 1, visitor.lang)
  const here = y(coldest.plantC)
  const isCrowded = thresholds.some(({ atC }) => y(atC) > here && y(atC) < here + 24)
  // Above is free only above the air's own line.
  const above = Math.min(here, Number.isFinite(coldest.airC) ? y(coldest.airC) : here) - 10
  return html`<circle class="coldest" cx="${x(coldest.at)}" cy="${here}" r="4.5"/><text class="coldest-value" x="${x(coldest.at)}" y="${isCrowded ? above : here + 20}" text-anchor="middle">${value}°</text>`
}

function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
