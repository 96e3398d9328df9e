/** A place's page: tonight first, then why, then the days, then what one can do about it. */
import type { FrostDatesAnswer } from '../../forecasts/archive/frost-dates.ts'
import { nearAt, notUsed } from '../../forecasts/report/notices.ts'
import type { Notice, PlaceReport, ReportPlace } from '../../forecasts/report/place-report.ts'
import { genericProfile } from '../../frost/scoring-profile.ts'
import { isRestSeason } from '../../frost/season.ts'
import { weatherLabel } from '../../language/labels.ts'
import { wordsIn } from '../../language/language.ts'
import { noticeMessage, whoseRecord } from '../../language/notices.ts'
import { formatNumber } from '../../language/numbers.ts'
import type { ComparedNight } from '../../observations/compared-nights.ts'
import type { NearPlace } from '../../places/gazetteer.ts'
import { elevationLimits } from '../../places/point.ts'
import type { Place } from '../../weather/point.ts'
import { weatherIcon } from '../../weather/weather-codes.ts'
import { creditLine, noticeList } from '../credit-line.ts'
import { frameCode } from '../embed/embed-code.ts'
import { howColdForm } from '../how-cold/how-cold-form.ts'
import { html, type Markup } from '../html.ts'
import { weatherDrawing } from '../icons.ts'
import { embedPath, mapPath, verificationPath, withQuery } from '../paths.ts'
import { fold, growersLink } from '../pieces.ts'
import { fromPlaceWords } from '../pin/position-panel.ts'
import type { ChannelOffer, OrUnreadable, PlaceRecord, PlaceView, RecordAtOtherHeight } from '../ports.ts'
import { known, quantity, share, temperature } from '../presenting.ts'
import type { ProfileQuestion } from '../profile-question.ts'
import { limitNotice, profileLabel } from '../profile-words.ts'
import { searchForm } from '../search/search-form.ts'
import { whereabouts } from '../search/search-route.ts'
import { stageForm } from '../stages/stage-cards.ts'
import { subscribeSection } from '../subscribe/subscribe-form.ts'
import { tonightOf } from '../tonight.ts'
import type { Visitor } from '../visitor.ts'
import { adviceSection } from './advice-section.ts'
import { cropChips } from './crop-chips.ts'
import { climateSection, type Districts, districtSection } from './district-section.ts'
import { nightStrip, slotTable, weekTable, windFrom } from './forecast-tables.ts'
import { nightHero } from './night-hero.ts'
import { hoursSection, reasonSection } from './night-section.ts'
import { factsPanel, type NightFiles, nightPanel } from './tonight-panel.ts'

/** @param slug Of the place whose verification has a page; null for a field. */
function recordSection(
  record: OrUnreadable<PlaceRecord | RecordAtOtherHeight | null>,
  visitor: Visitor,
  { place, slug }: { place: ReportPlace; slug: string | null }
): Markup {
  const words = wordsIn(visitor.lang).place
  const more =
    slug !== null
      ? html`<p class="noprint">
        <a class="alone" href="${withQuery(verificationPath(visitor.lang, slug), visitor.carried)}">
        ${wordsIn(visitor.lang).record.more}</a></p>`
      : null
  if (record === null) return recordPanel(html`<p>${words.noRecord}</p>${more}`, visitor)
  if (record === 'unreadable') return recordPanel(html`<p>${words.unreadable}</p>`, visitor)
  if ('otherHeight' in record) {
    const near = nearAt(place, record.otherHeight)
    const { code, parameters } = notUsed(place, near, record.otherHeight)
    return recordPanel(html`<p>${noticeMessage(code, parameters, visitor.lang)}</p>`, visitor)
  }
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
  const near = record.of === null ? null : nearAt(place, record.of)
  const whose = near === null ? null : html`<p>${whoseRecord(near, visitor.lang)}</p>`
  return recordPanel(html`<p>${sentence}</p>${whose}${more}`, visitor)
}

function recordPanel(content: Markup, { lang }: Visitor): Markup {
  return fold('record', wordsIn(lang).place.record, content)
}

export interface PlacePage {
  /** Its report is focused on the night that is shown: see `focusedReport`. */
  readonly view: PlaceView
  readonly record: OrUnreadable<PlaceRecord | RecordAtOtherHeight | null>
  readonly frostDates: OrUnreadable<FrostDatesAnswer>
  readonly visitor: Visitor
  readonly path: string
  /** What else is known about a field; null for a named place. */
  readonly field: FieldFacts | null
  readonly question: ProfileQuestion
  readonly siteUrl: string
  readonly channels: readonly ChannelOffer[]
  readonly nightFiles: NightFiles | null
  readonly districts: Districts
  readonly said: readonly ComparedNight[]
  readonly pushPublicKey: string | null
}

export interface FieldFacts {
  readonly nearest: NearPlace | null
  /** The visitor's own name for it, as the address has it; null without one. */
  readonly label: string | null
  /** The elevation that the address has [m]; null: the source's own terrain. */
  readonly elevation: number | null
  /** The elevation that was typed is not a number of metres in range. */
  readonly refusedElevation: boolean
}

export function placeMain(page: PlacePage): Markup {
  const { view, visitor, question, path, field } = page
  const { report } = view
  const words = wordsIn(visitor.lang).place
  const named = withLabel(visitor, field)
  const advice = adviceSection(report, question.limit, visitor)
  const more =
    field === null || view.place.isOwn === true ? null : heightInput(field, report.place.elevationM, visitor)
  return html`<div class="place">${placeHead(page)}
${cropChips(path, { asked: question.asked, profile: report.profile, stages: '#stages' }, named)}
${nightHero(report, visitor, page)}
${nightStrip(report, path, named)}
${noticeList(noticesOf(report), report.data, visitor)}
${estimatedStage(report) === null ? null : html`<p class="notices"><a class="alone" href="#stages">${words.chooseStage}</a></p>`}
${limitNotice(page)}
${isRestSeason(report.at, view.place.lat, question.limit?.crop.id ?? report.profile.crop) && !report.isResting ? html`<p class="notices">${words.restSeason}</p>` : null}
${nightPanel(report, visitor)}
${placeActions(page)}
${advice}
${present(page)}
${stageForm(path, { asked: question.asked, estimated: estimatedStage(report), more }, named)}
${hoursSection(report, visitor)}
${subscribeSection({ ...page, place: view.place, profile: question.limit === null ? report.profile : genericProfile(report.profile.exposure), asked: question.asked, limit: question.limit })}
${slotTable(report, visitor)}
${weekTable(report, visitor)}
${climateSection(page.frostDates, visitor)}
${reasonSection(report, visitor)}
${factsPanel(report, visitor, page.nightFiles)}
${recordSection(page.record, visitor, { place: report.place, slug: field === null ? view.place.slug : null })}
${howColdSection(page)}
${embedSection(page)}
${districtSection(page.districts, visitor)}
${searchForm(visitor, '')}
${creditLine(report.data, view.place.timezone, visitor)}
${actionBar(page, advice !== null)}</div>`
}

/** The bar at the foot of a phone's screen: the alert, and what can be done tonight. */
function actionBar({ visitor, channels }: PlacePage, hasAdvice: boolean): Markup {
  const { place, hero } = wordsIn(visitor.lang)
  const toDo = hasAdvice
    ? html`<a class="button plain" href="#advice">${hero.whatToDo}</a>`
    : growersLink(hero.whatToDo, visitor)
  return html`<p class="action-bar noprint">${channels.length === 0 ? null : html`<a class="button" href="#warn">${place.alertMe}</a>`}${toDo}</p>`
}

function estimatedStage({ estimate }: PlaceReport): string | null {
  return estimate?.state === 'estimated' ? estimate.stage : null
}

/** The page says by itself that the weather is made up, and shows how far its nights and days reach. */
const saidElsewhere = ['first_damage_only', 'synthetic_data', 'horizon_truncated', 'nights_unknown']

function noticesOf(report: PlaceReport): readonly Notice[] {
  const { dataNotices, nightNotices } = report
  // The panel of a resting crop says that the stage is not known yet.
  const left = report.isResting ? [...saidElsewhere, 'stage_unknown'] : saidElsewhere
  return [...dataNotices, ...nightNotices].filter(({ code }) => !left.includes(code))
}

/** The picker of crop and stage asks for the same page again, with the visitor's name for the field. */
export function withLabel(visitor: Visitor, field: FieldFacts | null): Visitor {
  return field === null ? visitor : { ...visitor, carried: { ...visitor.carried, label: field.label } }
}

/** Stays in the browser's own storage, and only where the visitor wants it there; asked for its name at once. */
function saveButton({ path, view, visitor, question, field }: PlacePage): Markup {
  const { field: words } = wordsIn(visitor.lang)
  const href = withQuery(path, { ...question.asked, label: field?.label ?? null })
  return html`<button type="button" class="plain" data-field="${href}" data-name="${view.place.name}"
    data-save="${words.save}" data-remove="${words.remove}" data-full="${words.full}" hidden>${words.save}</button>
<form class="fields" hidden><label>${words.name}<input maxlength="80" required></label><button>${words.keep}</button></form><span role="status"></span>`
}

export function heightInput(
  { elevation }: Pick<FieldFacts, 'elevation'>,
  terrainM: number | null,
  { lang }: Visitor
): Markup {
  const words = wordsIn(lang).field
  const { minimum, maximum } = elevationLimits
  const shown = elevation === null && terrainM !== null ? formatNumber(terrainM, 0, lang) : null
  return html`<label>${words.elevation}<input name="elevation" type="number" min="${minimum}" max="${maximum}"
    step="1" value="${elevation}" placeholder="${shown}"></label>`
}

function placeHead(page: PlacePage): Markup {
  const { view, visitor, field } = page
  const words = wordsIn(visitor.lang).place
  const { place } = view
  const height = field === null ? place.elevation : view.report.place.elevationM
  const where = [
    field === null
      ? whereabouts(place, visitor.lang)
      : field.nearest && fromPlaceWords(field.nearest.place, place, visitor),
    height === null ? '' : words.elevation(formatNumber(height, 0, visitor.lang))
  ].filter((part) => part)
  const label = profileLabel(view.report.profile, visitor.lang)
  const { freshness, ageHours } = view.report.data
  const { dates, widget } = wordsIn(visitor.lang)
  // On the first screen, as what it says may have changed since; the notice below says why.
  const age =
    freshness === 'stale' && ageHours > 0
      ? html` · <b class="age">${widget.forecast} ${dates.hoursAgo(ageHours)}</b>`
      : null
  return html`<div class="place-head"><h1>${place.name}${label === null ? null : html` <span class="of-crop">${label}</span>`}</h1><p class="quiet small">${where.join(' · ')}${age}</p></div>`
}

function placeActions(page: PlacePage): Markup {
  const { view, visitor, field } = page
  const { place: words, map } = wordsIn(visitor.lang)
  const href = withQuery(mapPath(visitor.lang), { ...visitor.carried, at: view.place.slug, label: null })
  const find =
    view.place.isOwn === true
      ? null
      : html`<a class="button plain" href="${href}">${map[field === null ? 'link' : 'move']}</a>`
  return html`<div class="actions noprint">${find}${saveButton(page)}<button type="button" class="plain"
    id="share" data-done="${words.shared}" hidden>${words.share}</button></div>`
}

function present({ view, visitor }: PlacePage): Markup {
  const words = wordsIn(visitor.lang).place
  const { current } = view.report
  const code = known(current.weatherCode)
  return html`<div class="current"><p class="big">${weatherDrawing(weatherIcon(code, current.isDay))}<span>${words.now}: </span><b>${temperature(current.temperatureC, visitor)}</b> <span>${weatherLabel(code, visitor.lang) ?? ''}</span></p>
<p class="quiet small">${words.humidity} ${share(current.relativeHumidityFraction, visitor)} · ${words.dewPoint} ${temperature(current.dewPointC, visitor)} · ${words.wind} ${quantity(current.windSpeedMps, 'wind_speed', visitor)} ${windFrom(current.windDirectionDegrees, visitor)}</p></div>`
}

/** A field is its owner's by the token in the path of its page. */
function howColdSection({ view, visitor, path }: PlacePage): Markup {
  const words = wordsIn(visitor.lang).howCold
  const token = path.slice(path.lastIndexOf('/') + 1)
  const place = view.place.isOwn === true ? token : view.place.slug
  return fold('how-cold', words.title, html`<p>${words.intro}</p>${howColdForm({ place }, visitor)}`)
}

function embedSection({ view, visitor, siteUrl, question, field }: PlacePage): Markup {
  const words = wordsIn(visitor.lang).place
  const { slug, name } = view.place
  const code = frameCode({
    siteUrl,
    lang: visitor.lang,
    slug,
    name,
    label: field?.label ?? null,
    theme: 'auto',
    units: visitor.units,
    compact: false,
    asked: question.asked,
    width: 360,
    height: 210
  })
  const href = withQuery(embedPath(visitor.lang), {
    location: slug,
    ...visitor.carried,
    label: field?.label ?? null
  })
  return fold(
    'embed',
    words.embed,
    html`<textarea class="code" rows="3" readonly aria-labelledby="embed">${code}</textarea><p><a class="alone"
      href="${href}">${words.embedMore}</a></p>`
  )
}

/** What the browser's tab says about a place; with a report also its crop and the level of tonight. */
export function placeTitle(place: Place, visitor: Visitor, report: PlaceReport | null): string {
  const { lang } = visitor
  const words = wordsIn(lang).place
  if (report === null) return `${words.title(place.name)} – Ayaz`
  const crop = profileLabel(report.profile, lang)
  const tonight = tonightOf(report, visitor)
  const { risk } = tonight
  const subject = crop === null ? place.name : `${place.name} · ${crop}`
  return `${words.titleTonight(subject, risk.charAt(0).toLowerCase() + risk.slice(1), tonight.name)} – Ayaz`
}
