/** The nights as a strip, hours and week as tables; on a phone a row is two lines. */
import { hourSeconds, secondMs } from '../../common/time.ts'
import { type DayRow, isDayAt, wholeExtremes } from '../../forecasts/days.ts'
import { type PublishedScore, publishedScore } from '../../forecasts/frost-view.ts'
import type { PlaceReport, SlotReport } from '../../forecasts/report/place-report.ts'
import type { FrostNight } from '../../frost/frost-night.ts'
import {
  clockAt,
  dayAndMonth,
  nightShort,
  sentenceCase,
  shortSpan,
  weekdayLabel
} from '../../language/dates.ts'
import { levelLabel } from '../../language/frost-words.ts'
import { compassLabel, weatherLabel } from '../../language/labels.ts'
import { wordsIn } from '../../language/language.ts'
import { formatScore } from '../../language/numbers.ts'
import { type Quantity, type UnitSystem, unitOf } from '../../weather/units.ts'
import { weatherIcon } from '../../weather/weather-codes.ts'
import { html, type Markup } from '../html.ts'
import { weatherDrawing } from '../icons.ts'
import { levelMark } from '../level-marks.ts'
import { withQuery } from '../paths.ts'
import { fold, wholeSpans } from '../pieces.ts'
import { bare, bareTemperature, known, share, temperature } from '../presenting.ts'
import { nightWording } from '../tonight.ts'
import type { Visitor } from '../visitor.ts'

/** Seven nights side by side, each with its minima, its level in mark and word, and its score; a touch shows it. */
export function nightStrip(report: PlaceReport, path: string, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).place
  const dateOfTonight = nightWording(report, visitor).tonight ?? ''
  return html`<section class="side" aria-labelledby="nights"><h2 class="unseen" id="nights">${words.nights}</h2>
    <ol class="strip">${shownNights(report).map((night) => {
      const frost = publishedScore(night)
      const { date } = night.window
      const { name, days } = nightShort(date, dateOfTonight, visitor.lang)
      const what = report.isResting
        ? null
        : html`<p class="what">${levelMark(frost.level)} ${levelLabel(frost.level, visitor.lang)} <b>
        ${formatScore(frost.score, visitor.lang)}</b></p>`
      const [[leadName, leadC], [otherName, otherC]] = minima(night, report, visitor)
      const href = withQuery(path, { ...visitor.carried, date: date === dateOfTonight ? null : date })
      const current = night === report.tonight ? html` aria-current="true"` : null
      return html`<li><a href="${href}"${current}><p class="when"><b>${name}</b> <span class="quiet">${days}</span></p>
      <p class="quiet small lead"><span>${leadName}</span> ${temperature(leadC, visitor)}</p>${what}
      <p class="quiet small"><span>${otherName}</span> ${temperature(otherC, visitor)}</p></a>
      </li>`
    })}</ol></section>`
}

function minima(night: FrostNight, { isResting }: PlaceReport, { lang }: Visitor) {
  const { place, hero } = wordsIn(lang)
  const plants = [place.legendPlant, night.state === 'known' ? night.plantTemperatureMinC : null] as const
  const air = [sentenceCase(hero.air), night.airTemperatureMinC] as const
  return isResting ? ([air, plants] as const) : ([plants, air] as const)
}

/** The last night of a horizon is cut: there is nothing to say about it, so it does not end the strip. */
function shownNights({ nights }: PlaceReport): PlaceReport['nights'] {
  return nights.filter((night) => night.state === 'known' || night.reason !== 'horizon')
}

interface Column {
  readonly name: string
  readonly unit?: Quantity
  readonly isNumber?: boolean
  readonly isMore?: boolean
  /** The column is left out of dry rows on a phone. */
  readonly isRain?: boolean
  /** The cells contain the unit. */
  readonly hasOwnUnit?: boolean
}

interface Table {
  readonly id: string
  readonly heading: string
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
}

interface Row {
  /** The cells of a row; the first is its head. */
  readonly cells: readonly (Markup | string)[]
  readonly isDry: boolean
}

/** From this probability on rain is worth its words where none is forecast. */
const minChance = 0.1

function isDry(rainMm: number, chance: number): boolean {
  return rainMm < 0.05 && chance < minChance
}

function table({ id, heading, columns, rows }: Table, { units }: Visitor): Markup {
  const head = columns.map(({ name, unit, isNumber }) => {
    const words = unit === undefined ? name : html`${name} <br>${unitOf(unit, units)}`
    return isNumber ? html`<th scope="col" class="number">${words}</th>` : html`<th scope="col">${words}</th>`
  })
  const cell = (content: Markup | string, column: Column): Markup => {
    const { name, unit, isNumber, isMore, isRain, hasOwnUnit } = column
    const kind = [isNumber ? 'number' : '', isMore ? 'more' : '', isRain ? 'wet' : ''].join(' ').trim()
    const label = isMore ? html` data-label="${name}"` : null
    const after = isMore && unit !== undefined && !hasOwnUnit ? phoneUnit(unit, units) : null
    return html`<td${kind === '' ? null : html` class="${kind}"`}${label}>${content}${after}</td>`
  }
  const body = rows.map(
    ({ cells: [first, ...others], isDry }) =>
      html`<tr${isDry ? html` class="dry"` : null}><th scope="row">${first}</th>
        ${others.map((content, index) => cell(content, columns[index + 1] ?? { name: '' }))}</tr>`
  )
  return fold(
    id,
    heading,
    html`<table class="rows"><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`
  )
}

/** Where a row is two lines, the second one has no head that names the units. */
function phoneUnit(unit: Quantity, units: UnitSystem): Markup {
  return html`<span class="unit"> ${unitOf(unit, units)}</span>`
}

export function slotTable(report: PlaceReport, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).place
  const columns: readonly Column[] = [
    { name: words.from },
    { name: words.weather },
    { name: words.temperature, unit: 'temperature', isNumber: true },
    { name: words.dewPoint, unit: 'temperature', isNumber: true, isMore: true },
    { name: words.humidity, isNumber: true, isMore: true },
    { name: words.wind, unit: 'wind_speed', isNumber: true, isMore: true, hasOwnUnit: true },
    { name: words.rain, unit: 'precipitation', isNumber: true, isMore: true, isRain: true },
    { name: words.precipitationProbability, isNumber: true, isMore: true, isRain: true },
    { name: words.frost }
  ]
  const { slots, slotScores, place } = report
  const rows = slots.map((slot, index) => slotRow({ slot, frost: slotScores[index] ?? null, place }, visitor))
  return table({ id: 'slots', heading: words.slots, columns, rows }, visitor)
}

interface Shown extends Pick<PlaceReport, 'place'> {
  readonly frost: PublishedScore | null
}

function slotRow({ slot, frost, place }: Shown & { slot: SlotReport }, visitor: Visitor): Row {
  const { span, summary, isDay } = slot
  const clock = (second: number) => clockAt(second * secondMs, place.timezone, visitor.lang)
  const hours = { from: clock(span.fromSecond), to: clock(span.toSecond) }
  const cells = [
    wholeSpans(shortSpan(hours, visitor.lang)),
    weatherCell(known(summary.weatherCode), isDay, visitor),
    html`<b>${bareTemperature(summary.temperatureMean, visitor)}</b>`,
    bareTemperature(summary.dewPointMean, visitor),
    share(summary.relativeHumidityMean, visitor),
    html`${bare(summary.windSpeedMean, 'wind_speed', visitor)}
      ${phoneUnit('wind_speed', visitor.units)} ${windFrom(summary.windDirection, visitor)}`,
    bare(summary.precipitation, 'precipitation', visitor),
    share(summary.precipitationProbabilityMax, visitor),
    frostCell(frost, visitor)
  ]
  return { cells, isDry: isDry(summary.precipitation, summary.precipitationProbabilityMax) }
}

export function weekTable(report: PlaceReport, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).place
  const columns: readonly Column[] = [
    { name: words.day },
    { name: words.weather },
    { name: words.minimum, unit: 'temperature', isNumber: true },
    { name: words.maximum, unit: 'temperature', isNumber: true },
    { name: words.rain, unit: 'precipitation', isNumber: true, isMore: true, isRain: true },
    { name: words.precipitationProbability, isNumber: true, isMore: true, isRain: true },
    { name: words.wind, unit: 'wind_speed', isNumber: true, isMore: true },
    { name: words.sun, isMore: true },
    { name: words.morningFrost }
  ]
  const { days, dayScores, place } = report
  const rows = days.map((row, index) => dayRow({ row, frost: dayScores[index] ?? null, place }, visitor))
  return table({ id: 'week', heading: words.week, columns, rows }, visitor)
}

function dayRow({ row, frost, place }: Shown & { row: DayRow }, visitor: Visitor): Row {
  const { day, summary, sunriseAt, sunsetAt } = row
  const { temperatureMin, temperatureMax } = wholeExtremes(row)
  const clock = (at: number | null) => (at === null ? '–' : clockAt(at, place.timezone, visitor.lang))
  const cells = [
    html`${weekdayLabel(day.date, visitor.lang, 'short')} <span class="quiet">${dayAndMonth(day.date, visitor.lang)}
      </span>`,
    weatherCell(known(summary.weatherCode), true, visitor),
    html`<b>${bareTemperature(temperatureMin, visitor)}</b>`,
    bareTemperature(temperatureMax, visitor),
    bare(summary.precipitation, 'precipitation', visitor),
    share(summary.precipitationProbabilityMax, visitor),
    bare(summary.windSpeedMax, 'wind_speed', visitor),
    sunriseAt === null && sunsetAt === null
      ? polarWords(row, place, visitor)
      : wholeSpans(`${clock(sunriseAt)}–${clock(sunsetAt)}`),
    frostCell(frost, visitor)
  ]
  return { cells, isDry: isDry(summary.precipitation, summary.precipitationProbabilityMax) }
}

function polarWords({ day }: DayRow, place: PlaceReport['place'], { lang }: Visitor): string {
  const { polarDay, polarNight } = wordsIn(lang).place
  return isDayAt(place, (day.fromSecond + 12 * hourSeconds) * secondMs) ? polarDay : polarNight
}

function weatherCell(code: number | null, isDay: boolean, visitor: Visitor): Markup {
  return html`${weatherDrawing(weatherIcon(code, isDay))} <span class="words">${weatherLabel(code, visitor.lang) ?? '–'}
    </span>`
}

function frostCell(frost: PublishedScore | null, visitor: Visitor): Markup {
  if (frost === null) return html`–`
  return html`${levelMark(frost.level)} ${levelLabel(frost.level, visitor.lang)} <b>
    ${formatScore(frost.score, visitor.lang)}</b>`
}

/** Arrows by wind direction, clockwise from a wind from the north. */
const arrows = ['↓', '↙', '←', '↖', '↑', '↗', '→', '↘']

/** The arrow of a wind by where it comes from [degrees from north; NaN = unknown]. */
export function windFrom(directionDegrees: number, visitor: Visitor): Markup | null {
  const direction = known(directionDegrees)
  const letters = compassLabel(direction, visitor.lang)
  if (direction === null || letters === null) return null
  const eighth = ((Math.round(direction / 45) % 8) + 8) % 8
  return html`<span class="wind" aria-hidden="true">${arrows[eighth]}</span><span class="unseen">${letters}</span>`
}
