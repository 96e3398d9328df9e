import { publishedScore } from '../../forecasts/frost-view.ts'
import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { cropAndStageLabel } from '../../language/crop-names.ts'
import { checkedLabel, clockAt, nightShort, sentenceCase } from '../../language/dates.ts'
import { levelLabel } from '../../language/frost-words.ts'
import { calledNight } from '../../language/headline.ts'
import { attributionIn } from '../../language/labels.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { formatScore } from '../../language/numbers.ts'
import type { Place } from '../../weather/point.ts'
import { inlined } from '../answers.ts'
import { askPlace } from '../ask-place.ts'
import { browserScript } from '../browser-code.ts'
import { stretchedBars } from '../charts/night-bars.ts'
import { frameTitle } from '../embed/embed-code.ts'
import { findSubject, isFieldKey, labelOf, subjectPath } from '../field-key.ts'
import { html, type Markup } from '../html.ts'
import { levelMark } from '../level-marks.ts'
import { pagesInEach, widgetPath, withQuery } from '../paths.ts'
import { wholeSpans } from '../pieces.ts'
import { focusedReport, smallNight } from '../place/night-hero.ts'
import type { NoView, PlaceLookup, PlaceView, ShareSpent, SiteOptions } from '../ports.ts'
import { bareTemperature, temperature } from '../presenting.ts'
import { profileQuestion, type QuestionFault, type StageLimit } from '../profile-question.ts'
import { limitOdds, profileLabel, questionFaultText } from '../profile-words.ts'
import { stylesheet } from '../stylesheets.ts'
import { nightWording, type Tonight, tonightOf } from '../tonight.ts'
import { type Visitor, visitorOf } from '../visitor.ts'
import {
  nextTry,
  noDataBody,
  shareSpentBody,
  unknownPlaceBody,
  type WidgetDeps,
  type WidgetDocument,
  type WidgetFrame,
  widgetAnswer
} from './widget-page.ts'

export function widgetPages(options: SiteOptions): readonly Page[] {
  const deps: WidgetDeps = {
    css: stylesheet('tokens.css', 'widget.css', 'widget-sizes.css'),
    script: inlined(browserScript('widget').text)
  }
  return pagesInEach(
    (lang) => `/${lang}/widget/:slug`,
    (request, lang) => renderWidget(options, deps, request, lang)
  )
}

async function renderWidget(
  options: SiteOptions,
  deps: WidgetDeps,
  request: PageRequest,
  lang: Language
): Promise<PageAnswer> {
  const visitor = visitorOf(request, lang)
  const slug = request.params['slug'] ?? ''
  const named = options.widgets.find((widget) => widget.slug === slug) ?? null
  const frame: WidgetFrame = {
    visitor,
    compact: request.query.get('compact') === '1',
    fitsHeight: request.query.get('fit') === 'height',
    accent: named?.accent ?? null,
    siteUrl: options.siteUrl
  }
  const written = named === null ? slug : request.query.get('location') || named.location
  const label = labelOf(request.query.get('label'))
  const lookup = await findSubject(options.data, written, label)
  if (lookup.kind === 'unknown') return unknownPlace(deps, frame, lookup, request.nowAt)
  const { place } = lookup
  const question = profileQuestion(request.query)
  if (question.kind !== 'question') return unknownProfile(deps, frame, question, { place, request })
  const { client, nowAt } = request
  const view = await askPlace(options.data, { place, question, client, nowAt })
  const frameName = frameTitle(lang, named?.title ?? place.name)
  const shownLabel = isFieldKey(place.slug) ? label : null
  const pageUrl = withQuery(`${options.siteUrl}${widgetPath(lang, slug)}`, {
    ...question.asked,
    label: shownLabel
  })
  const oembedUrl = withQuery(`${options.siteUrl}/oembed`, { url: pageUrl, format: 'json' })
  const base = { frame, title: frameName, nowAt, oembedUrl }
  if (view.kind !== 'view') return widgetAnswer(deps, { ...base, ...withoutView(view, base) })
  const placeUrl = withQuery(options.siteUrl + subjectPath(lang, place.slug), {
    ...visitor.carried,
    label: shownLabel
  })
  const title = named?.title ?? null
  const { limit } = question
  const main = widgetBody({ view, limit, visitor, title, placeUrl, compact: frame.compact })
  return widgetAnswer(deps, { ...base, main, status: 200, until: view.until })
}

function withoutView(
  view: NoView | ShareSpent,
  { frame, nowAt }: Pick<WidgetDocument, 'frame' | 'nowAt'>
): Pick<WidgetDocument, 'main' | 'status' | 'retryAfterSeconds'> {
  if (view.kind === 'none') return { main: noDataBody(view, frame, nowAt), status: 503 }
  return { main: shareSpentBody(view, frame, nowAt), status: 429, retryAfterSeconds: view.retryAfterSeconds }
}

function unknownPlace(
  deps: WidgetDeps,
  frame: WidgetFrame,
  lookup: PlaceLookup & { kind: 'unknown' },
  nowAt: number
): PageAnswer {
  const title = `Ayaz: ${wordsIn(frame.visitor.lang).widget.unknownPlace}`
  const main = unknownPlaceBody(lookup, frame)
  return widgetAnswer(deps, { frame, title, main, status: 404, nowAt, oembedUrl: null })
}

/** A crop or stage that is not understood is in the frame; the page behind the name has what can be chosen. */
function unknownProfile(
  deps: WidgetDeps,
  frame: WidgetFrame,
  fault: QuestionFault,
  { place, request }: { place: Place; request: PageRequest }
): PageAnswer {
  const names = ['crop', 'stage', 'exposure', 'curve']
  const written = Object.fromEntries(names.map((name) => [name, request.query.get(name)]))
  const label = labelOf(request.query.get('label'))
  const asked = { ...frame.visitor.carried, ...written, label }
  const href = withQuery(frame.siteUrl + subjectPath(frame.visitor.lang, place.slug), asked)
  const { cropAndStage, height } = wordsIn(frame.visitor.lang).place
  const choice = fault.kind === 'unknown_exposure' ? height : cropAndStage
  const main = html`<div class="wait"><h1>${place.name}</h1><p>${questionFaultText(fault, frame.visitor)}</p>
    <p><a href="${href}" target="_blank" rel="noopener">${choice}</a></p></div>`
  return widgetAnswer(deps, {
    frame,
    title: frameTitle(frame.visitor.lang, place.name),
    main,
    status: 400,
    nowAt: request.nowAt,
    oembedUrl: null
  })
}

interface WidgetSubject {
  readonly view: PlaceView
  readonly visitor: Visitor
  readonly limit: StageLimit | null
  readonly title: string | null
  /** Where a click on the name leads: absolute, opened outside the frame. */
  readonly placeUrl: string
  readonly compact: boolean
}

export function widgetBody(subject: WidgetSubject): Markup {
  const { view, visitor, limit, compact } = subject
  const report = focusedReport(view.report, null)
  const tonight = tonightOf(report, visitor)
  const { degree, where, bars } = smallNight(report, visitor)
  const crop = profileLabel(report.profile, visitor.lang)
  return html`<h1 class="unseen">
    ${crop === null ? view.place.name : `${view.place.name}, ${crop}`}: ${tonight.headline}</h1>
${header(subject, report)}
${levelLine(tonight, visitor)}
<p class="degree"><b>${degree}</b></p>
<p class="what">${[
    age(report, visitor),
    tonight.coldestAt === null ? null : html`<span>${where}, <b>${tonight.coldestAt}</b></span> `,
    limit === null ? null : html`<span class="odds">${limitOdds(limit, report, visitor)}</span> `,
    preparation(report, visitor) ?? nextTry(view, visitor),
    otherMinimum(tonight, degree, visitor)
  ]}</p>
${coldHours(tonight, report, visitor)}
${bars === null ? null : stretchedBars(bars, visitor)}
${compact ? null : laterNights(report, visitor)}
${footer(report, visitor)}`
}

function header({ view, visitor, title, placeUrl }: WidgetSubject, report: PlaceReport): Markup {
  const words = wordsIn(visitor.lang).widget
  return html`<header><p class="place">${title === null ? null : html`<span class="title">${title}</span> `}
  <a href="${placeUrl}" target="_blank" rel="noopener" title="${view.place.name}">${view.place.name}</a>${
    report.data.synthetic
      ? html` <strong class="demo" title="${words.demoMeaning}">${words.demo}
        <span class="unseen">: ${words.demoMeaning}</span></strong>`
      : null
  }</p>${cropLine(report, visitor)}${nightTime(report, visitor)}</header>`
}

function cropLine({ profile }: PlaceReport, { lang }: Visitor): Markup | null {
  const whole = profileLabel(profile, lang)
  if (whole === null || profile.crop === null) return null
  const name = cropAndStageLabel(profile.crop, null, lang)
  const isAhead = whole.startsWith(name)
  return html`<p class="crop"><span>${isAhead ? name : whole}</span>
    ${isAhead ? html`<span class="stage">${whole.slice(name.length)}</span>` : null}</p>`
}

/** The name of the night, as on every page. */
function nightTime(report: PlaceReport, visitor: Visitor): Markup | null {
  if (report.tonight === null) return null
  const { date } = report.tonight.window
  const relative = calledNight(report.tonight, nightWording(report, visitor))
  const { name } = nightShort(date, '', visitor.lang)
  if (relative === null) return html`<time datetime="${date}">${name}</time>`
  return html`<time class="${relative}" datetime="${date}">${sentenceCase(wordsIn(visitor.lang).alerts[relative])}
    <span class="days"> · ${name}</span></time>`
}

function levelLine(tonight: Tonight, { lang }: Visitor): Markup {
  const level = tonight.isResting ? 'none' : tonight.level
  const isScored = tonight.score !== null || tonight.night?.state !== 'known'
  const short = isScored ? levelLabel(level, lang) : wordsIn(lang).widget.noScore
  const score =
    tonight.score === null
      ? null
      : html` <span class="score"><b>${formatScore(tonight.score, lang)}</b><span class="of">/100</span></span>`
  return html`<p class="level ground-${level}">${levelMark(level)}<b class="risk">${tonight.risk}</b>
    <b class="short" aria-hidden="true">${short}</b>${score}</p>`
}

/** The minimum that does not lead, where it is another one: the air's, or plants' while the crop rests. */
function otherMinimum({ night, isResting }: Tonight, degree: string, visitor: Visitor): Markup | null {
  const { air, onPlants } = wordsIn(visitor.lang).hero
  const plants = night?.state === 'known' ? night.plantTemperatureMinC : null
  // The widget has no room to say that dark hours are missing.
  const airC = night?.partial === true ? null : (night?.airTemperatureMinC ?? null)
  const other = temperature(isResting ? plants : airC, visitor)
  if (other === degree) return null
  const kind = isResting ? 'plants' : 'air'
  return html`<span>${isResting ? onPlants : air} <b class="${kind}">${other}</b></span>`
}

/** The last hour to prepare, until it is past. */
function preparation(report: PlaceReport, { lang }: Visitor): Markup | null {
  const { at, place, tonight } = report
  const { lastPreparationAt = null } = report.protectionOf(tonight) ?? {}
  if (lastPreparationAt === null || lastPreparationAt <= at) return null
  const clock = clockAt(lastPreparationAt, place.timezone, lang)
  return html`<span class="prepare">${wordsIn(lang).widget.prepare} <b>${clock}</b></span> `
}

function coldHours({ hours }: Tonight, { profile }: PlaceReport, { lang }: Visitor): Markup | null {
  if (hours === null) return null
  const { frostHours, harmHours } = wordsIn(lang).place
  const label = profile.stage === null ? frostHours : harmHours
  return html`<p class="hours"><span>${label}: </span>${wholeSpans(hours)}</p>`
}

function laterNights(report: PlaceReport, visitor: Visitor): Markup {
  const { nights, tonight, isResting } = report
  const from = tonight === null ? 0 : nights.indexOf(tonight) + 1
  const shown = nights.slice(from).filter((night) => night.state === 'known' || night.reason !== 'horizon')
  return html`<ol class="nights" aria-label="${wordsIn(visitor.lang).place.nights}">${shown.map((night) => {
    const { name } = nightShort(night.window.date, '', visitor.lang)
    const plantC = night.state === 'known' ? night.plantTemperatureMinC : null
    const degree = bareTemperature(isResting ? night.airTemperatureMinC : plantC, visitor)
    const { level } = publishedScore(night)
    const label = levelLabel(level, visitor.lang)
    const mark = isResting
      ? null
      : html`<span class="frost" title="${name}: ${label}">${levelMark(level)}<span class="unseen">, ${label}</span>
        </span>`
    return html`<li><span class="night">${name}<span class="unseen">: </span></span> <b>${degree}°</b>${mark}</li>`
  })}</ol>`
}

function age({ data: { freshness, ageHours } }: PlaceReport, { lang }: Visitor): Markup | null {
  if (freshness === 'fresh' || ageHours === 0) return null
  const { widget, dates } = wordsIn(lang)
  const short = html`<span>${widget.forecast} </span>${dates.hoursAgo(Math.round(ageHours))}`
  return html`<span class="age"><span class="whole">${widget.forecast} ${checkedLabel(ageHours, lang)}</span>
    <span class="short">${short}</span></span> `
}

/** A strip has no room for it: its name leads to the page that has it. */
function footer({ data }: PlaceReport, visitor: Visitor): Markup {
  const { source, synthetic } = data
  const attribution = attributionIn({ attribution: source.attribution, synthetic }, visitor.lang)
  return html`<footer><a href="${source.url}" target="_blank" rel="noopener">${attribution}</a></footer>`
}
