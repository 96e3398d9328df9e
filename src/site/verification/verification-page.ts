/** How a place's forecasts did: by lead, what the evening update gained, airports near, and every night. */
import { minuteSeconds } from '../../common/time.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { nightName, sentenceCase } from '../../language/dates.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { formatNumber } from '../../language/numbers.ts'
import type { VerifiedAirport } from '../../observations/airport-nights.ts'
import type { ComparedNight } from '../../observations/compared-nights.ts'
import { type LeadScores, minNights } from '../../observations/place-verification.ts'
import type { Place } from '../../weather/point.ts'
import { unitOf } from '../../weather/units.ts'
import { redirect } from '../answers.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import { isOver, saidWords } from '../past-nights.ts'
import { inEveryLanguage, pagesInEach, placePath, verificationPath, withQuery } from '../paths.ts'
import { unknownPlaceMain } from '../place/place-faults.ts'
import type { PlaceVerificationView, SiteData } from '../ports.ts'
import { quantity, share } from '../presenting.ts'
import { type Visitor, visitorOf } from '../visitor.ts'

interface VerificationPageDeps {
  readonly frame: SiteFrame
  readonly data: Pick<SiteData, 'findPlace' | 'placeVerification' | 'comparedNights' | 'isDemo'>
}

const maxAgeSeconds = 10 * minuteSeconds

const pastShown = 7

export function verificationPages(deps: VerificationPageDeps): readonly Page[] {
  return pagesInEach(
    (lang) => verificationPath(lang, ':slug'),
    (request, lang) => render(deps, request, lang)
  )
}

async function render(
  { frame, data }: VerificationPageDeps,
  request: PageRequest,
  lang: Language
): Promise<PageAnswer> {
  const visitor = visitorOf(request, lang)
  const words = wordsIn(lang).record
  const written = request.params['slug'] ?? ''
  const lookup = data.findPlace(written)
  const { description } = words
  if (lookup.kind === 'unknown') {
    const main = unknownPlaceMain(written.slice(0, 100), lookup, visitor)
    const title = `${wordsIn(lang).place.unknownPlace} – Ayaz`
    const fault = { alternates: null, status: 404, maxAgeSeconds: null, unlisted: true }
    return pageAnswer(frame, { visitor, title, description, main, ...fault })
  }
  const { place } = lookup
  if (lookup.kind === 'moved') {
    return redirect(withQuery(verificationPath(lang, place.slug), visitor.carried), true)
  }
  const now = request.nowAt
  const [view, said] = await Promise.all([
    data.placeVerification(place),
    data.comparedNights(place, { exposure: 'ground', nights: pastShown, now })
  ])
  const past = said === 'unreadable' ? [] : said.filter(isOver(place, now))
  return pageAnswer(frame, {
    visitor,
    description,
    maxAgeSeconds,
    title: `${words.title(place.name)} – Ayaz`,
    main: mainOf(frame, place, { view, past, visitor }),
    alternates: inEveryLanguage((any) => verificationPath(any, place.slug)),
    synthetic: data.isDemo()
  })
}

interface Shown {
  readonly view: PlaceVerificationView
  readonly past: readonly ComparedNight[]
  readonly visitor: Visitor
}

function mainOf({ baseUrl }: SiteFrame, place: Place, shown: Shown): Markup {
  const { view, visitor } = shown
  const { lang } = visitor
  const words = wordsIn(lang).record
  const { verification } = view
  const statement = words[verification.basis](verification.nights, verification.observedNights)
  const missing = verification.isEnough ? null : html` ${words.tooFew(verification.nights, minNights)}`
  return html`<div class="stack"><h1>${words.title(place.name)}</h1>
    <p class="lede"><a href="${withQuery(placePath(lang, place.slug), visitor.carried)}">${place.name}
    </a> · ${statement}${missing}</p>
    ${pastSection(shown)}${leadTable(shown)}${eveningSection(shown)}${airportSection(shown)}
    ${rowsSection(baseUrl, place, shown)}</div>`
}

function pastSection({ past, visitor }: Shown): Markup | null {
  if (past.length === 0) return null
  const { heading, saidNote } = wordsIn(visitor.lang).manage.pastNights
  const item = (night: ComparedNight): Markup =>
    html`<li>${sentenceCase(nightName(night.date, visitor.lang))}: ${saidWords(night, visitor).join(', ')}</li>`
  return html`<section class="panel" aria-labelledby="past"><h2 id="past">${heading}</h2>
    <p class="quiet small">${saidNote}</p><ol class="reasons">${past.map(item)}</ol></section>`
}

function leadTable({ view, visitor }: Shown): Markup | null {
  const { leads } = view.verification
  if (leads.length === 0) return null
  const words = wordsIn(visitor.lang).record
  const unit = unitOf('temperature_difference', visitor.units)
  const heads = [words.nights, words.frosts, `${words.bias} (${unit})`, `${words.error} (${unit})`].concat([
    `${words.crps} (${unit})`,
    words.inside,
    words.detected,
    words.falseAlarms
  ])
  return html`<section class="panel" aria-labelledby="leads"><h2 id="leads">${words.leads}</h2>
    <table class="rows"><thead><tr><th scope="col">${words.lead}</th>
    ${heads.map((head) => html`<th scope="col" class="number">${head}</th>`)}</tr></thead>
    <tbody>${leads.map((lead) => leadRow(lead, heads, visitor))}</tbody></table>
    <p class="quiet small">${words.figures}</p></section>`
}

function leadRow(lead: LeadScores, heads: readonly string[], visitor: Visitor): Markup {
  const number = (value: number, decimals = 0) => formatNumber(value, decimals, visitor.lang)
  const difference = (valueC: number | null) => hundredths(valueC, visitor)
  const cells = [
    number(lead.nights),
    number(lead.frostNights),
    difference(lead.biasC),
    difference(lead.meanAbsoluteErrorC),
    difference(lead.crpsC),
    share(lead.insideRangeFraction, visitor),
    share(lead.probabilityOfDetection, visitor),
    share(lead.falseAlarmRatio, visitor)
  ]
  return html`<tr><th scope="row">${number(lead.leadDay)}</th>${cells.map(
    (cell, index) => html`<td class="number more" data-label="${heads[index] ?? ''}">${cell}</td>`
  )}</tr>`
}

/** Errors of a tenth matter here. */
function hundredths(valueC: number | null, { lang, units }: Visitor): string {
  return formatNumber(valueC === null ? null : valueC * (units === 'imperial' ? 1.8 : 1), 2, lang)
}

function eveningSection({ view, visitor }: Shown): Markup {
  const words = wordsIn(visitor.lang).record
  const { nights, forecastCrpsC, updatedCrpsC } = view.verification.evening
  const unit = unitOf('temperature_difference', visitor.units)
  const crps = (valueC: number | null) => `${hundredths(valueC, visitor)} ${unit}`
  const text =
    nights < minNights
      ? words.eveningFew(nights, minNights)
      : words.eveningGain(nights, crps(forecastCrpsC), crps(updatedCrpsC))
  const laws = view.verification.eveningLaws.map(({ judged, ...law }) => {
    const gain =
      judged === null || judged.nights < minNights
        ? ''
        : words.eveningLawGain(judged.nights, crps(judged.usualCrpsC), crps(judged.givenCrpsC))
    return html`<li>${words.eveningLaw(law.station, law.nights, share(law.share, visitor))} ${gain}</li>`
  })
  const list = laws.length === 0 ? null : html`<ul>${laws}</ul>`
  return html`<section class="panel" aria-labelledby="evening"><h2 id="evening">${words.evening}</h2>
    <p>${text}</p>${list}</section>`
}

function airportSection({ view, visitor }: Shown): Markup | null {
  if (view.airports.length === 0) return null
  const words = wordsIn(visitor.lang).record
  return html`<section class="panel" aria-labelledby="airports"><h2 id="airports">${words.airports}</h2>
    <ul>${view.airports.map((one) => airportItem(one, visitor))}</ul></section>`
}

function airportItem({ airport, distanceKm, dayAhead }: VerifiedAirport, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).record
  const km = formatNumber(distanceKm, 0, visitor.lang)
  const { biasC = null, meanAbsoluteErrorC = null } = dayAhead ?? {}
  const difference = (valueC: number | null) => quantity(valueC, 'temperature_difference', visitor)
  const figures =
    meanAbsoluteErrorC === null ? '' : words.airportError(difference(meanAbsoluteErrorC), difference(biasC))
  return html`<li>${words.airport(airport.name, km, dayAhead?.nights ?? 0)} ${figures}</li>`
}

function rowsSection(baseUrl: string, { slug }: Place, { view, visitor }: Shown): Markup {
  const words = wordsIn(visitor.lang).record
  const address = (format: string | null) =>
    withQuery(`${baseUrl}/verification/nights`, { location: slug, limit: '1000', format })
  const head =
    view.chain === null
      ? null
      : html`<p class="quiet small">${words.head(formatNumber(view.chain.head.seq, 0, visitor.lang))} <code>
        ${view.chain.head.hash}</code></p>`
  return html`<section class="panel" aria-labelledby="every"><h2 id="every">${words.rows}</h2><p>${words.rowsText}</p>
    <p><a class="alone" href="${address(null)}">JSON</a> · <a class="alone" href="${address('csv')}">CSV</a></p>${head}
    </section>`
}
