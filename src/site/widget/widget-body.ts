/** What stands inside a widget: the sentence first, then now, tonight, the next days and where it all comes from. */
import { weatherIcon } from '../../forecast/weather-codes.ts'
import { attributionIn } from '../../language/attribution.ts'
import { dateTimeLabel, weekdayLabel } from '../../language/dates.ts'
import { levelLabel, riskLabel } from '../../language/frost-words.ts'
import { formatScore } from '../../language/numbers.ts'
import { weatherLabel } from '../../language/weather-labels.ts'
import { html, type Markup } from '../html.ts'
import { weatherDrawing } from '../icons.ts'
import { levelMark } from '../level-marks.ts'
import type { DayView, PlaceView } from '../ports.ts'
import { known, shortTemperature, temperature } from '../presenting.ts'
import { type Tonight, tonightOf } from '../tonight.ts'
import type { Visitor } from '../visitor.ts'
import { type WidgetWords, widgetWords } from './widget-words.ts'

export interface WidgetSubject {
  readonly view: PlaceView
  readonly visitor: Visitor
  /** The operator's title, or null. */
  readonly title: string | null
  /** Where a click on the name leads: absolute, opened outside the frame. */
  readonly placeUrl: string
}

/** The content of a widget that has data. */
export function widgetBody(subject: WidgetSubject): Markup {
  const { view, visitor } = subject
  const words = widgetWords(visitor.lang)
  const tonight = tonightOf(view, visitor)
  return html`<h1><span class="unseen">${view.place.name}: </span>${tonight.headline}</h1>
${header(subject, words)}
${tonightBlock(tonight, visitor, words)}
${daysBlock(view, visitor, words)}
${footer(view, visitor, words)}`
}

function header({ view, visitor, title, placeUrl }: WidgetSubject, words: WidgetWords): Markup {
  const { current } = view
  const label = weatherLabel(current.weatherCode, visitor.lang)
  return html`<header>
<p class="place">${title === null ? null : html`<span class="title">${title}</span> `}<a href="${placeUrl}" target="_blank" rel="noopener">${view.place.name}</a>${
    view.credit.synthetic
      ? html` <strong class="demo" title="${words.demoMeaning}">${words.demo}<span class="unseen">: ${words.demoMeaning}</span></strong>`
      : null
  }</p>
<p class="now"><span class="unseen">${words.now}: ${label ?? ''} </span>${weatherDrawing(weatherIcon(current.weatherCode, current.isDay))}<b>${temperature(current.temperatureC, visitor)}</b></p>
</header>`
}

function tonightBlock(tonight: Tonight, visitor: Visitor, words: WidgetWords): Markup {
  const score =
    tonight.score === null
      ? null
      : html` <span class="score"><b>${formatScore(tonight.score, visitor.lang)}</b><span class="of">/100</span></span>`
  const hours =
    tonight.from === null || tonight.to === null
      ? null
      : html` <span class="hours"><span class="unseen">${words.frostHours}: </span>${tonight.from}–${tonight.to}</span>`
  return html`<div class="tonight">
<p class="level">${levelMark(tonight.level)}<b>${riskLabel(tonight.level, visitor.lang)}</b>${score}</p>
<p class="minimum">${words.tonight} <span class="unseen">${words.minimum}: </span><b>${temperature(tonight.airTemperatureMinC, visitor)}</b>${hours}</p>
</div>`
}

function daysBlock(view: PlaceView, visitor: Visitor, words: WidgetWords): Markup {
  const days = view.days.slice(1, 6)
  return html`<ol class="days" aria-label="${words.nextDays}">${days.map((day) => dayCell(day, visitor, words))}</ol>`
}

function dayCell(day: DayView, visitor: Visitor, words: WidgetWords): Markup {
  const code = known(day.summary.weatherCode)
  const weekday = weekdayLabel(day.date, visitor.lang, 'short')
  return html`<li><span class="weekday"><span aria-hidden="true">${weekday}</span><span class="unseen">${weekdayLabel(day.date, visitor.lang, 'long')}: ${weatherLabel(code, visitor.lang) ?? ''} </span></span>${weatherDrawing(
    weatherIcon(code, true)
  )}<span class="extremes"><b>${shortTemperature(known(day.summary.temperatureMax), visitor)}</b> <span>${shortTemperature(known(day.summary.temperatureMin), visitor)}</span></span><span class="frost" title="${levelLabel(day.frost.level, visitor.lang)}">${levelMark(day.frost.level)}<span class="unseen">, ${words.night}: ${levelLabel(day.frost.level, visitor.lang)}</span></span></li>`
}

function footer(view: PlaceView, visitor: Visitor, words: WidgetWords): Markup {
  const { credit, place } = view
  const source = credit.sources[0]
  const age =
    credit.freshness === 'fresh'
      ? null
      : html`<span class="age">${words.dataFrom} ${dateTimeLabel(credit.issuedAt, place.timezone, visitor.lang)}</span>`
  const attribution = attributionIn(credit, visitor.lang)
  return html`<footer>${age}<span>${
    source === undefined
      ? attribution
      : html`<a href="${source.url}" target="_blank" rel="noopener">${attribution}</a>`
  }</span></footer>`
}
