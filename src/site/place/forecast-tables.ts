/** The nights as a strip, the next hours and the week as tables. */

import type { DayRow } from '../../forecasts/days.ts'
import { type PublishedScore, publishedScore } from '../../forecasts/frost-view.ts'
import type { PlaceReport, SlotReport } from '../../forecasts/report/place-report.ts'
import { clockAt, dayAndMonth, weekdayLabel } from '../../language/dates.ts'
import { levelLabel } from '../../language/frost-words.ts'
import { wordsIn } from '../../language/language.ts'
import { formatScore } from '../../language/numbers.ts'
import { compassLabel, weatherLabel } from '../../language/weather-labels.ts'
import { unitOf } from '../../weather/units.ts'
import { weatherIcon } from '../../weather/weather-codes.ts'
import { html, type Markup } from '../html.ts'
import { weatherDrawing } from '../icons.ts'
import { levelMark } from '../level-marks.ts'
import { bare, bareTemperature, known, share, temperature } from '../presenting.ts'
import type { Visitor } from '../visitor.ts'

/** Seven nights side by side, each with its level in mark and word, its score and its minima. */
export function nightStrip(report: PlaceReport, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).place
  return html`<section aria-labelledby="nights"><h2 id="nights">${words.nights}</h2><ol class="strip">${shownNights(
    report
  ).map((night) => {
    const frost = publishedScore(night)
    const { date } = night.window
    const plantC = night.state === 'known' ? night.plantTemperatureMinC : null
    return html`<li><p class="when"><span class="unseen">${words.night} </span><b>${weekdayLabel(date, visitor.lang, 'short')}</b> <span class="quiet">${dayAndMonth(date, visitor.lang)}</span></p><p class="what">${levelMark(frost.level)} ${levelLabel(frost.level, visitor.lang)} <b>${formatScore(frost.score, visitor.lang)}</b></p><p class="quiet small"><span>${words.legendPlant}</span> ${temperature(plantC, visitor)}</p><p class="quiet small"><span>${words.legendAir}</span> ${temperature(night.airTemperatureMinC, visitor)}</p></li>`
  })}</ol></section>`
}

/** The last night of a horizon is cut: there is nothing to say of it, so it does not end the strip. */
function shownNights({ nights }: PlaceReport): PlaceReport['nights'] {
  return nights.filter((night) => night.state === 'known' || night.reason !== 'horizon')
}

/** The next day in slots of three hours. */
export function slotTable(report: PlaceReport, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).place
  const unit = (kind: 'temperature' | 'wind_speed' | 'precipitation') => unitOf(kind, visitor.units)
  return html`<section class="panel" aria-labelledby="slots"><h2 id="slots">${words.slots}</h2><div class="wide" tabindex="0" role="group" aria-labelledby="slots"><table><thead><tr><th scope="col">${words.from}</th><th scope="col">${words.weather}</th><th scope="col" class="number">${words.temperature}<br>${unit('temperature')}</th><th scope="col" class="number">${words.dewPoint}<br>${unit('temperature')}</th><th scope="col" class="number">${words.humidity}</th><th scope="col" class="number">${words.wind}<br>${unit('wind_speed')}</th><th scope="col" class="number">${words.rain}<br>${unit('precipitation')}</th><th scope="col" class="number">${words.seededRandom}</th><th scope="col">${words.frost}</th></tr></thead><tbody>${report.slots.map(
    (slot) => slotRow(slot, report.place.timezone, visitor)
  )}</tbody></table></div></section>`
}

function slotRow({ span, summary, isDay, frost }: SlotReport, timezone: string, visitor: Visitor): Markup {
  const code = known(summary.weatherCode)
  const wind = compassLabel(known(summary.windDirection), visitor.lang)
  return html`<tr><th scope="row">${clockAt(span.fromSecond * 1000, timezone, visitor.lang)}–${clockAt(span.toSecond * 1000, timezone, visitor.lang)}</th><td>${weatherDrawing(weatherIcon(code, isDay))} <span class="words">${weatherLabel(code, visitor.lang) ?? '–'}</span></td><td class="number"><b>${bareTemperature(summary.temperatureMean, visitor)}</b></td><td class="number">${bareTemperature(summary.dewPointMean, visitor)}</td><td class="number">${share(summary.relativeHumidityMean, visitor)}</td><td class="number">${bare(summary.windSpeedMean, 'wind_speed', visitor)} ${wind ?? ''}</td><td class="number">${bare(summary.precipitation, 'precipitation', visitor)}</td><td class="number">${share(summary.precipitationProbabilityMax, visitor)}</td><td>${frostCell(frost, visitor)}</td></tr>`
}

/** The days of the week with the frost of their mornings. */
export function weekTable(report: PlaceReport, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).place
  const unit = (kind: 'temperature' | 'wind_speed' | 'precipitation') => unitOf(kind, visitor.units)
  return html`<section class="panel" aria-labelledby="week"><h2 id="week">${words.week}</h2><div class="wide" tabindex="0" role="group" aria-labelledby="week"><table><thead><tr><th scope="col">${words.day}</th><th scope="col">${words.weather}</th><th scope="col" class="number">${words.minimum}<br>${unit('temperature')}</th><th scope="col" class="number">${words.maximum}<br>${unit('temperature')}</th><th scope="col" class="number">${words.rain}<br>${unit('precipitation')}</th><th scope="col" class="number">${words.seededRandom}</th><th scope="col" class="number">${words.wind}<br>${unit('wind_speed')}</th><th scope="col">${words.sun}</th><th scope="col">${words.morningFrost}</th></tr></thead><tbody>${report.days.map(
    (day) => dayRow(day, report.place.timezone, visitor)
  )}</tbody></table></div></section>`
}

function dayRow(
  { day, summary, sunriseAt, sunsetAt, frost }: DayRow,
  timezone: string,
  visitor: Visitor
): Markup {
  const code = known(summary.weatherCode)
  const reported = (at: number | null) => (at === null ? '–' : clockAt(at, timezone, visitor.lang))
  return html`<tr><th scope="row">${weekdayLabel(day.date, visitor.lang, 'short')} <span class="quiet">${dayAndMonth(day.date, visitor.lang)}</span></th><td>${weatherDrawing(weatherIcon(code, true))} <span class="words">${weatherLabel(code, visitor.lang) ?? '–'}</span></td><td class="number"><b>${bareTemperature(summary.temperatureMin, visitor)}</b></td><td class="number">${bareTemperature(summary.temperatureMax, visitor)}</td><td class="number">${bare(summary.precipitation, 'precipitation', visitor)}</td><td class="number">${share(summary.precipitationProbabilityMax, visitor)}</td><td class="number">${bare(summary.windSpeedMax, 'wind_speed', visitor)}</td><td>${reported(sunriseAt)}–${reported(sunsetAt)}</td><td>${frostCell(frost, visitor)}</td></tr>`
}

function frostCell(frost: PublishedScore, visitor: Visitor): Markup {
  return html`${levelMark(frost.level)} ${levelLabel(frost.level, visitor.lang)} <b>${formatScore(frost.score, visitor.lang)}</b>`
}
