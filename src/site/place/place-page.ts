/** A place's page: tonight first, then why, then the days, then what one can do about it. */

import type { Notice, PlaceReport } from '../../forecasts/report/place-report.ts'
import type { ProfileRequest } from '../../frost/scoring-profile.ts'
import { ageLabel, dateTimeLabel } from '../../language/dates.ts'
import { wordsIn } from '../../language/language.ts'
import { formatNumber } from '../../language/numbers.ts'
import { compassLabel, weatherLabel } from '../../language/weather-labels.ts'
import type { Place } from '../../weather/point.ts'
import { weatherIcon } from '../../weather/weather-codes.ts'
import { creditLine, noticeList } from '../credit-line.ts'
import { frameCode } from '../embed/embed-code.ts'
import { html, type Markup } from '../html.ts'
import { weatherDrawing } from '../icons.ts'
import { embedPath, placePath, withQuery } from '../paths.ts'
import type { ChannelOffer, NoView, PlaceLookup, PlaceRecord, PlaceView, ShareSpent } from '../ports.ts'
import { hourStep, known, quantity, share, temperature } from '../presenting.ts'
import { searchForm } from '../search/search-form.ts'
import { placeList, whereabouts } from '../search/search-route.ts'
import { subscribeForm } from '../subscribe/subscribe-form.ts'
import type { Visitor } from '../visitor.ts'
import { curveForm } from './curve-form.ts'
import { nightStrip, slotTable, weekTable } from './forecast-tables.ts'
import { chartSection, reasonSection } from './night-section.ts'
import { tonightPanel } from './tonight-panel.ts'

export interface PlacePage {
  readonly view: PlaceView
  readonly visitor: Visitor
  readonly asked: ProfileRequest
  readonly siteUrl: string
  readonly channels: readonly ChannelOffer[]
  readonly pushPublicKey: string | null
}

/** The content of a place's page. */
export function placeMain(page: PlacePage): Markup {
  const { view, visitor, asked } = page
  const { report } = view
  const path = placePath(visitor.lang, view.place.slug)
  return html`<div class="stack">${placeHead(view, visitor)}
${noticeList(noticesOf(report), report.data, visitor)}
<div class="pair">${tonightPanel(report, visitor)}${reasonSection(report, visitor)}</div>
${chartSection(report, visitor)}
${curveForm(path, { asked, used: report.profile }, visitor)}
${nightStrip(report, visitor)}
${slotTable(report, visitor)}
${weekTable(report, visitor)}
${view.record === null ? null : recordSection(view.record, visitor)}
${subscribeForm({ ...page, place: view.place, curve: asked })}
${embedSection(page)}
${creditLine(report.data, view.place.timezone, visitor)}</div>`
}

/** The page says by itself that the weather is made up, and shows how far its nights and days reach. */
const saidElsewhere = ['synthetic_data', 'horizon_truncated', 'nights_unknown']

function noticesOf({ dataNotices, nightNotices }: PlaceReport): readonly Notice[] {
  return [...dataNotices, ...nightNotices].filter(({ code }) => !saidElsewhere.includes(code))
}

function placeHead(view: PlaceView, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).place
  const { place } = view
  const { current } = view.report
  const code = known(current.weatherCode)
  const direction = compassLabel(known(current.windDirectionDegrees), visitor.lang)
  const where = [
    whereabouts(place, visitor.lang),
    place.elevation === null ? '' : words.elevation(formatNumber(place.elevation, 0, visitor.lang))
  ].filter((part) => part !== '')
  return html`<div class="place-head"><div><h1>${place.name}</h1><p class="lede">${where.join(' · ')}</p></div>
<div class="current"><p class="big">${weatherDrawing(weatherIcon(code, current.isDay))}<span class="unseen">${words.now}: </span><b>${temperature(current.temperatureC, visitor)}</b> <span>${weatherLabel(code, visitor.lang) ?? ''}</span></p>
<p class="quiet small">${words.humidity} ${share(current.relativeHumidityFraction, visitor)} · ${words.dewPoint} ${temperature(current.dewPointC, visitor)} · ${words.wind} ${quantity(current.windSpeedMps, 'wind_speed', visitor)} ${direction ?? ''}</p></div></div>`
}

function recordSection(record: PlaceRecord, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).place
  const error = quantity(record.meanAbsoluteErrorC, 'temperature_difference', visitor)
  const bias = quantity(Math.abs(record.biasC), 'temperature_difference', visitor)
  const inside = share(record.insideRangeFraction, visitor)
  const sentence = words.recordSentence({
    nights: record.nights,
    error,
    bias,
    isWarmer: record.biasC > 0,
    inside
  })
  return html`<section class="panel" aria-labelledby="record"><h2 id="record">${words.record}</h2><p>${sentence}</p></section>`
}

function embedSection({ view, visitor, siteUrl }: PlacePage): Markup {
  const words = wordsIn(visitor.lang).place
  const { slug, name } = view.place
  const code = frameCode({
    siteUrl,
    lang: visitor.lang,
    slug,
    name,
    theme: 'auto',
    units: visitor.units,
    compact: false,
    width: 360,
    height: 210
  })
  return html`<section class="panel noprint" aria-labelledby="embed"><h2 id="embed">${words.embed}</h2><textarea class="code" rows="3" readonly aria-labelledby="embed">${code}</textarea><p><a href="${withQuery(embedPath(visitor.lang), { location: slug, ...visitor.carried })}">${words.embedMore}</a></p></section>`
}

/** The page of a place that has no data: since when, and that it will be tried again. */
export function noDataMain(view: NoView, visitor: Visitor, nowAt: number): Markup {
  const words = wordsIn(visitor.lang).place
  const { place, lastDataAt } = view
  const since =
    lastDataAt === null
      ? words.neverData
      : `${words.lastData}: ${dateTimeLabel(lastDataAt, place.timezone, visitor.lang)} (${ageLabel((hourStep(nowAt) - lastDataAt) / 1000, visitor.lang)}).`
  return html`<div class="stack"><h1>${place.name}</h1><p class="lede">${words.noData}</p><p>${since} ${words.tryAgain}</p>${searchForm(visitor, '')}</div>`
}

/** The page of a new place where this client has had its share: why, and when to come back. */
export function shareSpentMain(
  { place, retryAfterSeconds }: ShareSpent,
  visitor: Visitor,
  nowAt: number
): Markup {
  const words = wordsIn(visitor.lang).place
  const again = dateTimeLabel(nowAt + retryAfterSeconds * 1000, place.timezone, visitor.lang)
  return html`<div class="stack"><h1>${place.name}</h1><p class="lede">${words.shareSpent}</p><p>${words.shareSpentReason} ${again}.</p>${searchForm(visitor, '')}</div>`
}

/** The page of a place that nobody knows, with what may have been meant. */
export function unknownPlaceMain(
  written: string,
  lookup: PlaceLookup & { kind: 'unknown' },
  visitor: Visitor
): Markup {
  const words = wordsIn(visitor.lang).place
  return html`<div class="stack"><h1>${words.unknownPlace}</h1><p class="lede">${written}</p>${
    lookup.suggestions.length === 0
      ? null
      : html`<p>${words.didYouMean}</p>${placeList(lookup.suggestions, visitor)}`
  }${searchForm(visitor, written)}</div>`
}

/** What the browser's tab says. */
export function placeTitle(place: Place, visitor: Visitor): string {
  return `${wordsIn(visitor.lang).place.title(place.name)} – Ayaz`
}
