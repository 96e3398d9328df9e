/** What stands inside a widget: the sentence first, then now, tonight, the next days and where it all comes from. */

import { type DayRow, wholeExtremes } from '../../forecasts/days.ts'
import type { PublishedScore } from '../../forecasts/frost-view.ts'
import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import { attributionIn } from '../../language/attribution.ts'
import { checkedLabel, nightShort, sentenceCase, weekdayLabel } from '../../language/dates.ts'
import type { Catalogue } from '../../language/en.ts'
import { levelLabel } from '../../language/frost-words.ts'
import { wordsIn } from '../../language/language.ts'
import { formatScore } from '../../language/numbers.ts'
import { weatherLabel } from '../../language/weather-labels.ts'
import { weatherIcon } from '../../weather/weather-codes.ts'
import { html, type Markup } from '../html.ts'
import { weatherDrawing } from '../icons.ts'
import { levelMark } from '../level-marks.ts'
import type { PlaceView } from '../ports.ts'
import { known, shortTemperature, temperature } from '../presenting.ts'
import { profileLabel } from '../profile-label.ts'
import type { StageLimit } from '../profile-question.ts'
import { limitLabel, limitOdds } from '../stage-limit.ts'
import { type Tonight, tonightOf } from '../tonight.ts'
import type { Visitor } from '../visitor.ts'

export interface WidgetSubject {
  readonly view: PlaceView
  readonly visitor: Visitor
  /** The stage that was asked for, where it has no score. */
  readonly limit: StageLimit | null
  /** The operator's title, or null. */
  readonly title: string | null
  /** Where a click on the name leads: absolute, opened outside the frame. */
  readonly placeUrl: string
}

/** The content of a widget that has data. */
export function widgetBody(subject: WidgetSubject): Markup {
  const { view, visitor } = subject
  const words = wordsIn(visitor.lang).widget
  const tonight = tonightOf(view.report, visitor)
  return html`<h1><span class="unseen">${[view.place.name, profileLabel(view.report.profile, visitor.lang)].filter((part) => part !== null).join(', ')}: </span>${tonight.headline}</h1>
${header(subject, words)}
${tonightBlock(subject, tonight, words)}
${daysBlock(view.report, visitor, words)}
${footer(view.report, visitor, words)}`
}

function header({ view, visitor, title, placeUrl }: WidgetSubject, words: Catalogue['widget']): Markup {
  const { current, data } = view.report
  const code = known(current.weatherCode)
  const label = weatherLabel(code, visitor.lang)
  return html`<header>
<p class="place">${title === null ? null : html`<span class="title">${title}</span> `}<a href="${placeUrl}" target="_blank" rel="noopener">${view.place.name}</a>${
    data.synthetic
      ? html` <strong class="demo" title="${words.demoMeaning}">${words.demo}<span class="unseen">: ${words.demoMeaning}</span></strong>`
      : null
  }</p>
<p class="now"><span class="unseen">${words.now}: ${label ?? ''} </span>${weatherDrawing(weatherIcon(code, current.isDay))}<b>${temperature(current.temperatureC, visitor)}</b></p>
</header>`
}

function tonightBlock(subject: WidgetSubject, tonight: Tonight, words: Catalogue['widget']): Markup {
  const { view, limit, visitor } = subject
  const { profile } = view.report
  const crop = profileLabel(profile, visitor.lang)
  const { frostHours, harmHours } = wordsIn(visitor.lang).place
  const score =
    tonight.score === null
      ? null
      : html` <span class="score"><b>${formatScore(tonight.score, visitor.lang)}</b><span class="of">/100</span></span>`
  const hours =
    tonight.hours === null
      ? null
      : html` <span class="hours"><span class="unseen">${profile.stage === null ? frostHours : harmHours}: </span>${tonight.hours}</span>`
  return html`<div class="tonight">${crop === null || limit !== null ? null : html`<p class="crop">${crop}</p>`}
<p class="level">${levelMark(tonight.level)}<b>${tonight.risk}</b>${score}</p>
<p class="minimum"><span class="when">${tonight.name === null ? words.tonight : sentenceCase(tonight.name)}</span> <span class="unseen">${words.minimum}: </span>${minima(tonight, visitor, words)}${hours}</p>${limit === null ? null : limitLine(limit, view.report, visitor)}
</div>`
}

/** In place of a score: how likely the temperature of a stage without one is. */
function limitLine(limit: StageLimit, report: PlaceReport, visitor: Visitor): Markup {
  return html`<p class="crop"><span class="stage">${limitLabel(limit, visitor.lang)}:</span> ${limitOdds(limit, report, visitor)}</p>`
}

/** Air and plants apart where they differ. */
function minima({ night }: Tonight, visitor: Visitor, words: Catalogue['widget']): Markup {
  // The widget has no room to say that dark hours are missing.
  const air = temperature(night?.partial === true ? null : (night?.airTemperatureMinC ?? null), visitor)
  const plants = night?.state === 'known' ? temperature(night.plantTemperatureMinC, visitor) : air
  return air === plants
    ? html`<b>${air}</b>`
    : html`<span>${words.air} <b class="air">${air}</b></span> <span>${words.plants} <b class="plants">${plants}</b></span>`
}

function daysBlock(report: PlaceReport, visitor: Visitor, words: Catalogue['widget']): Markup {
  const { dayScores } = report
  const days = report.days.map((row, index) => dayCell(row, dayScores[index] ?? null, visitor)).slice(1, 6)
  return html`<ol class="days" aria-label="${words.nextDays}">${days}</ol>`
}

function dayCell(row: DayRow, frost: PublishedScore | null, visitor: Visitor): Markup {
  const { day, summary } = row
  const { temperatureMin, temperatureMax } = wholeExtremes(row)
  const night = nightShort(day.date, '', visitor.lang).name
  const code = known(summary.weatherCode)
  const mark =
    frost === null
      ? null
      : html`<span class="frost" title="${night}: ${levelLabel(frost.level, visitor.lang)}">${levelMark(frost.level)}<span class="night"><span class="unseen">, </span>${night}<span class="unseen">: ${levelLabel(frost.level, visitor.lang)}</span></span></span>`
  const weekday = weekdayLabel(day.date, visitor.lang, 'short')
  return html`<li><span class="weekday"><span aria-hidden="true">${weekday}</span><span class="unseen">${weekdayLabel(day.date, visitor.lang, 'long')}: ${weatherLabel(code, visitor.lang) ?? ''} </span></span>${weatherDrawing(
    weatherIcon(code, true)
  )}<span class="extremes"><b>${shortTemperature(known(temperatureMax), visitor)}</b> <span>${shortTemperature(known(temperatureMin), visitor)}</span></span>${mark}</li>`
}

function footer({ data }: PlaceReport, visitor: Visitor, words: Catalogue['widget']): Markup {
  const { source, synthetic } = data
  const age =
    data.freshness === 'fresh'
      ? null
      : html`<span class="age">${words.forecast} ${checkedLabel(data.ageHours, visitor.lang)}</span>`
  const attribution = attributionIn({ attribution: source.attribution, synthetic }, visitor.lang)
  return html`<footer>${age}<span><a href="${source.url}" target="_blank" rel="noopener">${attribution}</a></span></footer>`
}
