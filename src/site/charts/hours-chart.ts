/** Three days hour by hour: the air at 2 m, precipitation as bars, and of each night the plant with its level. */
import { hourMs } from '../../common/time.ts'
import { isDayAt } from '../../forecasts/days.ts'
import { publishedScore } from '../../forecasts/frost-view.ts'
import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import type { FrostLevel } from '../../frost/frost-night.ts'
import { hoursOfNight } from '../../frost/shifted-air.ts'
import { nightShort } from '../../language/dates.ts'
import { levelLabel } from '../../language/frost-words.ts'
import { wordsIn } from '../../language/language.ts'
import { valueAt } from '../../weather/series.ts'
import { html, type Markup } from '../html.ts'
import { levelShape } from '../level-marks.ts'
import { bareTemperature, temperature } from '../presenting.ts'
import type { Visitor } from '../visitor.ts'
import { plantCurve } from './fan-chart.ts'
import { chart, curve, darkness, type Plot, plotOf, shareOf, type Timed } from './plot.ts'

const hoursShown = 72
/** A bar of this much in an hour is as high as the chart [mm]. */
const fullBarMm = 10
/** Of the chart, in the units of its drawing. */
const fullHeight = 1000

interface Hour extends Timed {
  readonly rainMm: number
  readonly isNight: boolean
}

/** Nothing where no hour has a temperature. */
export function hoursChart(report: PlaceReport, heading: string, visitor: Visitor): Markup | null {
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
  const marks = html`${shown.map((night) => nightMark(night, plot, visitor))}`
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

/** The shape of its level above the night, and the plant's minimum below its curve. */
function nightMark({ level, coldest }: ShownNight, { x, y }: Plot, visitor: Visitor): Markup | null {
  if (coldest === null) return null
  // At an end half a label would lie over the axis.
  const left = shareOf(Math.min(920, Math.max(80, x(coldest.at))))
  const shape =
    level === 'unknown'
      ? null
      : html`<svg class="mark ${level}" x="${left}" y="4"><g transform="translate(-7 0) scale(.7)">${levelShape(level)}</g></svg>`
  return html`${shape}<text class="coldest-value" x="${left}" y="${shareOf(y(coldest.temperatureC))}" dy="1.2em">${bareTemperature(coldest.temperatureC, visitor)}°</text>`
}

export function showsRain(report: PlaceReport): boolean {
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
