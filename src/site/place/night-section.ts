import { hourMs } from '../../common/time.ts'
import { isDayAt } from '../../forecasts/days.ts'
import { publishedScore } from '../../forecasts/frost-view.ts'
import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import type { Contributions, FrostLevel } from '../../frost/frost-night.ts'
import { hasScore } from '../../frost/period.ts'
import { frostBordersC } from '../../frost/severity.ts'
import { hoursOfNight } from '../../frost/shifted-air.ts'
import { nightShort } from '../../language/dates.ts'
import type { Catalogue } from '../../language/en/registry.ts'
import { explanation, levelLabel } from '../../language/frost-words.ts'
import { wordsIn } from '../../language/language.ts'
import { formatNumber } from '../../language/numbers.ts'
import { valueAt } from '../../weather/series.ts'
import {
  chart,
  curve,
  darkness,
  fanChart,
  type Plot,
  plantCurve,
  plotOf,
  shareOf,
  type Timed,
  thresholdValue
} from '../charts/charts.ts'
import { html, type Markup } from '../html.ts'
import { levelShape } from '../level-marks.ts'
import { fold } from '../pieces.ts'
import { bareTemperature, temperature } from '../presenting.ts'
import { tonightOf } from '../tonight.ts'
import type { Visitor } from '../visitor.ts'

/* Three days hour by hour: the air at 2 m, precipitation as bars, and of each night the plant with its level. */

const hoursShown = 72
/** Width of a minimum on the narrowest phone, in thousandths of the chart. */
const labelWidth = 240
/** A bar of this much in an hour is as high as the chart [mm]. */
const fullBarMm = 10
/** The height of the chart in the units of its drawing. */
const fullHeight = 1000

interface Hour extends Timed {
  readonly rainMm: number
  readonly isNight: boolean
}

/** Nothing where no hour has a temperature. */
function hoursChart(report: PlaceReport, heading: string, visitor: Visitor): Markup | null {
  const hours = comingHours(report)
  const known = hours.map(({ temperatureC }) => temperatureC)
  const [first, last] = [hours[0], hours.at(-1)]
  if (!known.some(Number.isFinite) || first === undefined || last === undefined) return null
  const { place, profile } = report
  const shown = shownNights(report, first.at, last.at)
  const plantsC = shown.flatMap(({ plants }) => plants.map(({ temperatureC }) => temperatureC))
  const harmC = profile.stage === null || report.isResting || shown.length === 0 ? null : profile.curve.t10C
  const limits = harmC === null ? [0] : [0, harmC]
  const drawnC = [...limits, ...known, ...plantsC].filter(Number.isFinite)
  const [low, high] = [Math.min(...drawnC), Math.max(...drawnC)]
  // Below the coldest night there is room for its minimum.
  const knownC = [low - 0.15 * (high - low), high]
  const extent = { from: first.at, until: last.at, timezone: place.timezone, knownC, step: 4 }
  const plot = plotOf(extent, visitor)
  const drawn = html`<path class="threshold" d="${limits.map((atC) => `M0 ${plot.y(atC)}H1000`).join('')}"/>
    <path class="rain" d="${rain(hours, plot)}"/><path class="air" d="${curve(hours, plot)}"/>${shown.map(
      ({ level, plants }) => html`<g class="ground-${level}">${plantCurve(plants, harmC, plot)}</g>`
    )}`
  const marks = html`${shown.map((night) => nightMark(night, shown, plot, visitor))}`
  return chart({
    plot,
    kind: 'hourly',
    label: inWords(shown, heading, visitor),
    ground: nights(hours, plot),
    drawn,
    marks
  })
}

function inWords(shown: readonly ShownNight[], heading: string, visitor: Visitor): string {
  const { lang } = visitor
  const said = shown.flatMap(({ date, level, coldest }) => {
    if (coldest === null) return []
    const minimum = `${nightShort(date, '', lang).name} ${temperature(coldest.temperatureC, visitor)}`
    return [level === 'unknown' ? minimum : `${minimum} (${levelLabel(level, lang)})`]
  })
  return said.length === 0 ? heading : `${heading}. ${wordsIn(lang).place.legendPlant}: ${said.join(', ')}.`
}

interface ShownNight {
  readonly date: string
  readonly level: FrostLevel
  readonly plants: readonly Timed[]
  readonly coldest: Timed | null
}

/** The plant in the known nights between two instants, from before sunset to after sunrise. */
function shownNights(report: PlaceReport, from: number, until: number): readonly ShownNight[] {
  return report.nights.flatMap((night) => {
    if (night.state !== 'known') return []
    const { firstHour, lastHour } = hoursOfNight(night.window)
    const plants = [...night.plantTemperatureC]
      .map((temperatureC, index) => ({ at: (night.window.firstHour + index) * hourMs, temperatureC }))
      .filter(
        ({ at }) => at >= Math.max(from, firstHour * hourMs) && at <= Math.min(until, lastHour * hourMs)
      )
    if (plants.length === 0) return []
    const coldest = plants.find(({ at }) => at === night.coldestHour * hourMs) ?? null
    const { date } = night.window
    return [{ date, level: report.isResting ? 'unknown' : publishedScore(night).level, plants, coldest }]
  })
}

/** The shape of its level above the night, and the plant's minimum below its curve, or above it beside a colder one. */
function nightMark(
  { level, coldest }: ShownNight,
  shown: readonly ShownNight[],
  plot: Plot,
  visitor: Visitor
): Markup | null {
  if (coldest === null) return null
  const left = labelAt(coldest, plot)
  const isBesideColder = shown.some(
    ({ coldest: other }) =>
      other !== null && isColder(other, coldest) && Math.abs(labelAt(other, plot) - left) < labelWidth
  )
  const shape =
    level === 'unknown'
      ? null
      : html`<svg class="mark ${level}" x="${shareOf(left)}" y="4"><g transform="translate(-7 0) scale(.7)">${levelShape(level)}</g></svg>`
  return html`${shape}<text class="coldest-value" x="${shareOf(left)}" y="${shareOf(plot.y(coldest.temperatureC))}" dy="${isBesideColder ? '-.7em' : '1.2em'}">${bareTemperature(coldest.temperatureC, visitor)}°</text>`
}

/** The position of a label, moved inwards at the ends, where half of it would lie over the axis. */
function labelAt({ at }: Timed, { x }: Plot): number {
  return Math.min(1000 - labelWidth / 2, Math.max(labelWidth / 2, x(at)))
}

/** Of equals the earlier counts as colder. */
function isColder(one: Timed, other: Timed): boolean {
  return (
    one.temperatureC < other.temperatureC || (one.temperatureC === other.temperatureC && one.at < other.at)
  )
}

function showsRain(report: PlaceReport): boolean {
  return comingHours(report).some(({ rainMm }) => barHeight(rainMm) > 0)
}

function comingHours({ at, hours, place }: PlaceReport): readonly Hour[] {
  const first = Math.floor(at / hourMs)
  return Array.from({ length: hoursShown }, (_, index) => {
    const hour = first + index
    return {
      at: hour * hourMs,
      temperatureC: valueAt(hours, 'temperature', hour),
      rainMm: valueAt(hours, 'precipitation', hour),
      isNight: !isDayAt(place, hour * hourMs)
    }
  })
}

/** Hours that follow each other make one rectangle. */
function nights(hours: readonly Hour[], plot: Plot): readonly (Markup | null)[] {
  return hours.flatMap(({ at, isNight }, index) => {
    if (!isNight || hours[index - 1]?.isNight === true) return []
    const end = hours.slice(index).find((hour) => !hour.isNight)
    return [darkness(at, end?.at ?? plot.until, plot)]
  })
}

/** Bars of two thirds of an hour, at the foot. */
function rain(hours: readonly Hour[], { x }: Plot): string {
  return hours
    .map(({ at, rainMm }) => {
      const height = barHeight(rainMm)
      return height > 0 ? `M${x(at)} 1000v-${height}h9V1000` : ''
    })
    .join('')
}

/** NaN where the rain is not known. */
function barHeight(rainMm: number): number {
  return Math.round(Math.min(1, rainMm / fullBarMm) * fullHeight)
}

/** The fan chart with its legend; nothing for a night without a score. */
export function nightChart(report: PlaceReport, visitor: Visitor): Markup | null {
  const night = report.tonight
  if (night?.state !== 'known') return null
  const words = wordsIn(visitor.lang).place
  const label =
    `${tonightOf(report, visitor).headline}. ${words.plantMinimum}: ` +
    `${temperature(night.plantTemperatureMinC, visitor)}; ${words.range}: ` +
    `${temperature(night.plantTemperatureP10C, visitor)} … ${temperature(night.plantTemperatureP90C, visitor)}.`
  const { at, place, profile, tonightHours: hours } = report
  const thresholds = thresholdsOf(report, words)
  const harmC = profile.stage === null ? null : profile.curve.t10C
  const { level } = publishedScore(night)
  return html`${fanChart({ night, hours, timezone: place.timezone, thresholds, harmC, level, at, visitor, label })}
<ul class="chart-legend"><li class="key-air">${words.legendAir}</li><li class="key-plant">${words.legendPlant}</li>
  <li class="key-band">${words.legendBand}</li>${thresholds.map(
    ({ atC, name }) => html`<li class="key-threshold">${thresholdValue(atC, visitor)} ${name}</li>`
  )}</ul>`
}

function thresholdsOf({ profile }: PlaceReport, words: Catalogue['place']) {
  const { t10C, t90C } = profile.curve
  if (profile.stage === null) {
    return [
      { atC: frostBordersC.light, name: words.light },
      { atC: frostBordersC.moderate, name: words.moderate },
      { atC: frostBordersC.strong, name: words.strong }
    ]
  }
  const limits = [{ atC: t10C, name: words.killed10 }]
  return t90C === null ? limits : [...limits, { atC: t90C, name: words.killed90 }]
}

export function hoursSection(report: PlaceReport, visitor: Visitor): Markup | null {
  const words = wordsIn(visitor.lang).place
  const chart = hoursChart(report, words.hours, visitor)
  if (chart === null) return null
  return html`<section class="panel noprint" aria-labelledby="hours"><h2 id="hours">${words.hours}</h2>
${chart}
<ul class="chart-legend"><li class="key-air">${words.legendAir}</li><li class="key-plant">${words.legendPlant}</li>
  ${showsRain(report) ? html`<li class="key-rain">${words.rain}</li>` : null}</ul></section>`
}

export function reasonSection(report: PlaceReport, visitor: Visitor): Markup | null {
  const night = report.tonight
  if (!hasScore(night) || report.isResting) return null
  const words = wordsIn(visitor.lang).place
  const parts = night.contributions
  const points = (value: number) => formatNumber(value, 1, visitor.lang)
  return fold(
    'why',
    words.why,
    html`<p>${explanation(parts, visitor.lang)}</p>
${contributionBar(parts)}
<ul class="part-list"><li class="key-part-air">${words.partAir} <b>${points(parts.airTemperature)}</b></li>
  <li class="key-part-radiation">${words.partRadiation} <b>${points(parts.radiation)}</b></li>
  <li class="${parts.uncertainty < 0 ? 'key-part-taken' : 'key-part-uncertain'}">${words.partUncertainty} <b>
  ${points(parts.uncertainty)}</b></li></ul>`
  )
}

/** Silent to screen readers: the list next to it has the numbers. Parts sum to the score. */
export function contributionBar(parts: Contributions): Markup {
  const air = within(parts.airTemperature)
  const radiation = within(parts.radiation)
  const certain = air + radiation
  const uncertain = Math.abs(parts.uncertainty)
  const from = parts.uncertainty >= 0 ? certain : certain - uncertain
  return html`<svg class="parts" viewBox="0 0 1000 28" preserveAspectRatio="none" aria-hidden="true">
    <rect class="whole" width="1000" height="28"/><rect class="part-air" width="${tenths(air)}" height="28"/>
    <rect class="part-radiation" x="${tenths(air)}" width="${tenths(radiation)}" height="28"/>
    <rect class="${parts.uncertainty >= 0 ? 'part-uncertain' : 'part-taken'}" x="${tenths(from)}" width="${tenths(
      uncertain
    )}" height="28"/>
    </svg>`
}

function within(points: number): number {
  return Math.max(0, Math.min(100, points))
}

function tenths(points: number): number {
  return Math.round(Math.max(0, points) * 100) / 10
}
