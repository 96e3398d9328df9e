import { hourMs, minuteMs } from '../../common/time.ts'
import { dateTimeLabel, nightLabel } from '../../language/dates.ts'
import { wordsIn } from '../../language/language.ts'
import { reportedReason } from '../../observations/faults/sensor-fault.ts'
import { byHand } from '../../observations/ports.ts'
import type { SensorView } from '../../observations/sensor-view.ts'
import { chart, curve, darkness, type Plot, plotOf, shareOf, type Timed } from '../charts/charts.ts'
import { html, type Markup } from '../html.ts'
import { quantity, temperature } from '../presenting.ts'
import type { Visitor } from '../visitor.ts'

/* What a thermometer read in three days, over the forecast of the air and the range forecast for each night. */

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

/** Readings farther apart are not joined: the values between are unknown [ms]. */
const longestJoinMs = 2 * hourMs

function readingsChart(asked: ReadingsChart, visitor: Visitor): Markup | null {
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

function whereWords({ kind, exposure }: SensorView['sensor'], { lang }: Visitor): string {
  const { wheres } = wordsIn(lang).thermometers
  return kind === 'air_2m' ? wheres.air_2m : exposure === null ? wheres.plant : wheres[exposure]
}

/** Equal titles are numbered: "Garden (2)". */
export function numbered(titles: readonly string[]): readonly string[] {
  const seen = new Map<string, number>()
  return titles.map((title) => {
    const count = (seen.get(title) ?? 0) + 1
    seen.set(title, count)
    return count === 1 ? title : `${title} (${count})`
  })
}

/** A section each; `all` counts those that are not shown too. */
export function sensorSections(views: readonly SensorView[], all: number, visitor: Visitor): Markup {
  const { more } = wordsIn(visitor.lang).thermometers
  const hidden = all - views.length
  const titles = numbered(views.map((view) => titleOf(view, visitor)))
  const sections = views.map((view, index) => sensorSection(view, titles[index] ?? '', visitor))
  return html`${sections}${hidden === 0 ? null : html`<p>${more(hidden)}</p>`}`
}

function titleOf({ sensor }: SensorView, visitor: Visitor): string {
  const words = wordsIn(visitor.lang).thermometers
  const station = sensor.station === byHand ? words.byHand : sensor.station
  const where = whereWords(sensor, visitor)
  return station === '' ? words.sensor(where) : `${station}: ${where}`
}

function sensorSection(view: SensorView, title: string, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).thermometers
  return html`<section class="panel"><h2>${title}</h2>
    ${readings(view, visitor)}
<h3>${words.taught}</h3>${taught(view, visitor).map((sentence) => html`<p>${sentence}</p>`)}</section>`
}

function readings(view: SensorView, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).thermometers
  const { timezone } = view.sensor.point
  const timed = view.readings.map(({ measuredAt, temperatureC }) => ({ at: measuredAt, temperatureC }))
  const last = timed.at(-1)
  if (last === undefined) return html`<p>${words.noReadings}</p>`
  const lowest = Math.min(...timed.map(({ temperatureC }) => temperatureC))
  const label = words.chart(
    timed.length,
    temperature(lowest, visitor),
    temperature(last.temperatureC, visitor)
  )
  const { from, until, forecast, nights } = view
  const chart = { from, until, timezone, forecast, nights, readings: coldestOf(timed), label }
  const legend = [
    html`<li class="key-plant">${words.keys.reading}</li>`,
    forecast.length === 0 ? null : html`<li class="key-air">${words.keys.forecast}</li>`,
    nights.length === 0 ? null : html`<li class="key-band">${words.keys.range}</li>`
  ]
  return html`<p>${words.lastReading}: <b>${temperature(last.temperatureC, visitor)}
    </b>, ${dateTimeLabel(last.at, timezone, visitor.lang)}</p>
<h3>${words.readings}</h3>${readingsChart(chart, visitor)}
  <ul class="chart-legend">${legend}</ul>`
}

/** The coldest of each ten minutes: a pixel has no more, and a station may send each second. */
function coldestOf(timed: readonly Timed[]): readonly Timed[] {
  const coldest = new Map<number, Timed>()
  for (const one of timed) {
    const slot = Math.floor(one.at / (10 * minuteMs))
    if (one.temperatureC < (coldest.get(slot)?.temperatureC ?? Number.POSITIVE_INFINITY))
      coldest.set(slot, one)
  }
  return [...coldest.values()]
}

/** Below it the difference is not worth a word [°C]. */
const minShownC = 0.05

function taught({ record, sensor, taught }: SensorView, visitor: Visitor): readonly string[] {
  const words = wordsIn(visitor.lang).thermometers
  if (sensor.kind === 'plant' && sensor.exposure === null) return [words.noExposure]
  const { correctionC, nights, missing } = taught
  const said = [nights === 0 || correctionC === null ? words.noNight : words.nights(nights)]
  if (correctionC !== null) {
    const apart = quantity(Math.abs(correctionC), 'temperature_difference', visitor)
    const isEven = Math.abs(correctionC) < minShownC
    said.push(isEven ? words.even : correctionC < 0 ? words.colder(apart) : words.warmer(apart))
  }
  if (record.waitingDates.length > 0) said.push(words.waiting(record.waitingDates.length))
  // What it was found to do, with what to do about it.
  const reason = reportedReason(sensor.fault)
  if (reason !== null) return [...said, wordsIn(visitor.lang).record.sensorFaults[reason], words.untilMended]
  if (record.sinceDate !== null) return [...said, words.setAside(nightLabel(record.sinceDate, visitor.lang))]
  return [...said, missing > 0 ? words.needsNights(missing) : words.hasRecord]
}
