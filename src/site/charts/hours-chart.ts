/** Three days hour by hour: the air at 2 m as a line, precipitation as bars, nights shaded. */

import { scaleLinear } from 'd3-scale'
import { curveMonotoneX, line } from 'd3-shape'
import { hourMs, secondMs } from '../../common/time.ts'
import { isDayAt } from '../../forecasts/days.ts'
import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import { clockAt, weekdayLabel } from '../../language/dates.ts'
import { formatNumber } from '../../language/numbers.ts'
import { valueAt } from '../../weather/series.ts'
import { zoneClock } from '../../weather/zone-clock.ts'
import { html, type Markup } from '../html.ts'
import type { Visitor } from '../visitor.ts'

const hoursShown = 72

interface Hour {
  readonly at: number
  /** In the visitor's unit. */
  readonly temperature: number
  readonly rainMm: number
  readonly isNight: boolean
}

interface Frame {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly hoursPerTick: number
}

const frames = {
  wide: { width: 980, height: 240, left: 48, hoursPerTick: 6 },
  narrow: { width: 340, height: 220, left: 44, hoursPerTick: 12 }
} as const satisfies Readonly<Record<string, Frame>>
const top = 26
const bottom = 30
/** A bar of this much in an hour is as high as the chart [mm]. */
const fullBarMm = 10

/** The chart in one size; `label` is the whole of it in a sentence. Nothing where no hour has a temperature. */
export function hoursChart(
  report: PlaceReport,
  size: keyof typeof frames,
  label: string,
  visitor: Visitor
): Markup | null {
  const hours = comingHours(report, visitor)
  const known = hours.map(({ temperature }) => temperature).filter(Number.isFinite)
  if (known.length === 0) return null
  const frame = frames[size]
  const base = frame.height - bottom
  const freezing = visitor.units === 'imperial' ? 32 : 0
  const y = scaleLinear()
    .domain([Math.min(freezing, ...known) - 1, Math.max(freezing, ...known) + 1])
    .range([base, top])
  const x = scaleLinear()
    .domain([hours[0]?.at ?? 0, hours.at(-1)?.at ?? 1])
    .range([frame.left, frame.width - 8])
  const drawn = { hours, frame, base, freezing, x, y, report, visitor }
  return html`<svg class="hourly ${size}" viewBox="0 0 ${frame.width} ${frame.height}" role="img" aria-label="${label}">${backdrop(drawn)}${bars(drawn)}${curve(drawn)}${axis(drawn)}</svg>`
}

interface Drawn {
  readonly hours: readonly Hour[]
  readonly frame: Frame
  readonly base: number
  readonly freezing: number
  readonly x: (at: number) => number
  readonly y: { (value: number): number; ticks: (count: number) => number[] }
  readonly report: PlaceReport
  readonly visitor: Visitor
}

function comingHours({ at, hours, place }: PlaceReport, { units }: Visitor): readonly Hour[] {
  const first = Math.floor(at / hourMs)
  return Array.from({ length: hoursShown }, (_, index) => {
    const hour = first + index
    const celsius = valueAt(hours, 'temperature', hour)
    return {
      at: hour * hourMs,
      temperature: units === 'imperial' ? celsius * 1.8 + 32 : celsius,
      rainMm: valueAt(hours, 'precipitation', hour),
      isNight: !isDayAt(place, hour * hourMs)
    }
  })
}

function backdrop({ hours, frame, base, freezing, x, y, visitor }: Drawn): Markup {
  const width = (frame.width - 8 - frame.left) / (hours.length - 1)
  // Hours that follow each other make one rectangle.
  const nights = hours.flatMap(({ at, isNight }, index) =>
    isNight && hours[index - 1]?.isNight !== true ? [{ at, index }] : []
  )
  const shades = nights.map(({ at, index }) => {
    const end = hours.findIndex((hour, later) => later > index && !hour.isNight)
    const count = (end < 0 ? hours.length - 1 : end) - index
    return html`<rect class="dark" x="${tenth(x(at))}" y="${top}" width="${tenth(count * width)}" height="${base - top}"/>`
  })
  const ticks = y
    .ticks(5)
    .map(
      (tick) =>
        html`<path d="M${frame.left} ${tenth(y(tick))}H${frame.width - 8}"/><text x="${frame.left - 6}" y="${tenth(y(tick) + 4)}" text-anchor="end">${formatNumber(tick, 0, visitor.lang)}°</text>`
    )
  return html`${shades}<g class="grid">${ticks}</g><path class="threshold" d="M${frame.left} ${tenth(y(freezing))}H${frame.width - 8}"/>`
}

function bars({ hours, frame, base, x }: Drawn): readonly Markup[] {
  const width = tenth(((frame.width - frame.left) / hours.length) * 0.7)
  return hours.flatMap(({ at, rainMm }) => {
    const height = tenth(Math.min(1, rainMm / fullBarMm) * (base - top))
    return height > 0
      ? [
          html`<rect class="rain" x="${tenth(x(at))}" y="${tenth(base - height)}" width="${width}" height="${height}"/>`
        ]
      : []
  })
}

function curve({ hours, x, y }: Drawn): Markup {
  const path = line<Hour>()
    .defined(({ temperature }) => Number.isFinite(temperature))
    .x(({ at }) => x(at))
    .y(({ temperature }) => y(temperature))
    .curve(curveMonotoneX)
    .digits(1)([...hours])
  return html`<path class="air" d="${path ?? ''}"/>`
}

/** Clock times below, and the day above each midnight that leaves room for its name. */
function axis({ hours, frame, base, x, report, visitor }: Drawn): Markup {
  const { timezone } = report.place
  const clock = zoneClock(timezone)
  const localHour = (at: number) => Number(clockAt(at, timezone, 'en').slice(0, 2))
  const ticks = hours.filter(({ at }) => localHour(at) % frame.hoursPerTick === 0)
  const midnights = hours.filter(({ at }) => localHour(at) === 0 && x(at) < frame.width - 60)
  return html`<g class="hours">${ticks.map(
    ({ at }) =>
      html`<path d="M${tenth(x(at))} ${base}v5"/><text x="${tenth(x(at))}" y="${base + 19}" text-anchor="middle">${clockAt(at, timezone, visitor.lang).slice(0, 2)}</text>`
  )}${midnights.map(
    ({ at }) =>
      html`<path d="M${tenth(x(at))} ${top}V${base}"/><text x="${tenth(x(at) + 4)}" y="${top - 8}">${weekdayLabel(clock.dateAt(at / secondMs), visitor.lang, 'short')}</text>`
  )}</g>`
}

function tenth(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
