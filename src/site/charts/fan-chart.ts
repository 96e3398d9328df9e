/** The coming night as a fan: air, plant and the plant's 10–90 % band against the temperatures that do harm. */
import { hourMs } from '../../common/time.ts'
import type { NightHour } from '../../forecasts/report/night-hours.ts'
import type { FrostLevel, KnownNight } from '../../frost/frost-night.ts'
import { clockAt } from '../../language/dates.ts'
import { wordsIn } from '../../language/language.ts'
import { formatNumber } from '../../language/numbers.ts'
import { html, type Markup } from '../html.ts'
import type { Visitor } from '../visitor.ts'
import { chart, curve, darkness, nowMark, type Plot, plotOf, shareOf, type Timed } from './plot.ts'

interface FanChart {
  readonly night: KnownNight
  readonly hours: readonly NightHour[]
  readonly timezone: string
  /** Horizontal lines with their names; temperatures in °C. */
  readonly thresholds: readonly { readonly atC: number; readonly name: string }[]
  /** From this temperature on there is harm [°C]; null: no crop. */
  readonly harmC: number | null
  readonly level: FrostLevel
  /** [ms since epoch] */
  readonly at: number
  readonly visitor: Visitor
  readonly label: string
}

/** A limit this much below the band is still drawn [°C]. */
const nearC = 4
/** For a line of text, in thousandths of the height: see `.fan` in chart.css. */
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
  const [left, right] = to - from < 600 ? [0, 1000] : [from, to]
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

/** Below all else the band, then what is below 0 °C; the hours of harm at the foot. */
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

/** The ground between a limit and the part of a curve that is below it. */
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

/** A temperature that does harm: `−2.8°`. */
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
  const isCrowded =
    here > 900 || thresholds.some(({ atC }) => y(atC) > here && y(atC) < here + 1.3 * lineHeight)
  // Above is free only above the air's own line.
  const above = Math.min(here, Number.isFinite(coldest.airC) ? y(coldest.airC) : here)
  const [height, dy] = isCrowded ? [above, '-.6em'] : [here, '1.4em']
  return html`<circle class="coldest" cx="${shareOf(x(coldest.at))}" cy="${shareOf(here)}" r="4.5"/>
    <text class="coldest-value" x="${shareOf(x(coldest.at))}" y="${shareOf(height)}" dy="${dy}">${value}°</text>`
}
