/** What a thermometer read in three days, over the forecast of the air and the range foretold for each night. */
import { hourMs } from '../../common/time.ts'
import { html, type Markup } from '../html.ts'
import type { Visitor } from '../visitor.ts'
import { chart, curve, darkness, type Plot, plotOf, shareOf, type Timed } from './plot.ts'

interface ReadingsChart {
  /** [ms since epoch] */
  readonly from: number
  readonly until: number
  readonly timezone: string
  readonly readings: readonly Timed[]
  readonly forecast: readonly Timed[]
  readonly nights: readonly Range[]
  readonly label: string
}

interface Range {
  readonly from: number
  readonly until: number
  readonly lowC: number
  readonly highC: number
}

/** Readings that are farther apart are not joined: what was between is not known [ms]. */
const longestJoinMs = 2 * hourMs

export function readingsChart(asked: ReadingsChart, visitor: Visitor): Markup | null {
  const { readings, forecast, nights, label } = asked
  const known = [
    ...[...readings, ...forecast].map(({ temperatureC }) => temperatureC),
    ...nights.flatMap(({ lowC, highC }) => [lowC, highC])
  ]
  if (known.length === 0) return null
  const plot = plotOf({ ...asked, knownC: [0, ...known] }, visitor)
  const runs = joined(readings)
  const drawn = html`<path class="threshold" d="M0 ${plot.y(0)}H1000"/>
    <path class="air" d="${curve(forecast, plot)}"/>${runs
      .filter(({ length }) => length > 1)
      .map((run) => html`<path class="plant" d="${curve(run, plot)}"/>`)}`
  return chart({ plot, kind: 'hourly', label, ground: ranges(nights, plot), drawn, marks: dots(runs, plot) })
}

function ranges(nights: readonly Range[], plot: Plot): readonly Markup[] {
  const { x, y } = plot
  return nights.flatMap((night) => {
    const [left, right] = [Math.max(0, x(night.from)), Math.min(1000, x(night.until))]
    const high = y(night.highC)
    return right <= left
      ? []
      : [
          html`${darkness(night.from, night.until, plot)}
      <rect class="band" x="${left}" y="${high}" width="${right - left}" height="${y(night.lowC) - high}"/>`
        ]
  })
}

/** A reading alone is a dot. */
function dots(runs: readonly (readonly Timed[])[], { x, y }: Plot): readonly Markup[] {
  return runs.flatMap(([first, second]) =>
    first === undefined || second !== undefined
      ? []
      : [
          html`<circle class="coldest" cx="${shareOf(x(first.at))}" cy="${shareOf(y(first.temperatureC))}" r="4"/>`
        ]
  )
}

function joined(readings: readonly Timed[]): readonly (readonly Timed[])[] {
  const runs: Timed[][] = []
  for (const reading of readings) {
    const last = runs.at(-1)
    const isNear = last !== undefined && reading.at - (last.at(-1)?.at ?? 0) <= longestJoinMs
    if (isNear) last.push(reading)
    else runs.push([reading])
  }
  return runs
}
