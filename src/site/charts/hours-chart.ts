/** Three days hour by hour: the air at 2 m as a line, precipitation as bars, nights shaded. */
import { hourMs } from '../../common/time.ts'
import { isDayAt } from '../../forecasts/days.ts'
import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import { valueAt } from '../../weather/series.ts'
import { html, type Markup } from '../html.ts'
import type { Visitor } from '../visitor.ts'
import { chart, curve, darkness, type Plot, plotOf, type Timed } from './plot.ts'

const hoursShown = 72
/** A bar of this much in an hour is as high as the chart [mm]. */
const fullBarMm = 10
/** Of the chart, in the units of its drawing. */
const fullHeight = 1000

interface Hour extends Timed {
  readonly rainMm: number
  readonly isNight: boolean
}

/** `label` is the whole of it in a sentence. Nothing where no hour has a temperature. */
export function hoursChart(report: PlaceReport, label: string, visitor: Visitor): Markup | null {
  const hours = comingHours(report)
  const known = hours.map(({ temperatureC }) => temperatureC).filter(Number.isFinite)
  const [first, last] = [hours[0], hours.at(-1)]
  if (known.length === 0 || first === undefined || last === undefined) return null
  const { timezone } = report.place
  const plot = plotOf({ from: first.at, until: last.at, timezone, knownC: [0, ...known] }, visitor)
  const drawn = html`<path class="threshold" d="M0 ${plot.y(0)}H1000"/><path class="rain" d="${rain(hours, plot)}"/>
    <path class="air" d="${curve(hours, plot)}"/>`
  return chart({ plot, kind: 'hourly', label, ground: nights(hours, plot), drawn })
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
