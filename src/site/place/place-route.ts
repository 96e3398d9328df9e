import { minuteMs, minuteSeconds } from '../../common/time.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { nightLabel } from '../../language/dates.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import type { ComparedNight } from '../../observations/compared-nights.ts'
import type { Place } from '../../weather/point.ts'
import { redirect } from '../answers.ts'
import { askPlace } from '../ask-place.ts'
import type { BrowserScript } from '../browser-code.ts'
import { html, type Markup } from '../html.ts'
import { type PageContent, pageAnswer, type SiteFrame } from '../layout.ts'
import { inEveryLanguage, pagesInEach, placePath, withQuery } from '../paths.ts'
import type { NoView, PlaceLookup, PlaceView, ShareSpent, SiteData } from '../ports.ts'
import { secondsToNextStep } from '../presenting.ts'
import {
  estimatedQuestion,
  type ProfileQuestion,
  profileQuestion,
  type QuestionFault
} from '../profile-question.ts'
import { limitLabel, limitOdds } from '../profile-words.ts'
import { tonightOf } from '../tonight.ts'
import { type Visitor, visitorOf } from '../visitor.ts'
import { districtsAround, noDistricts } from './district-section.ts'
import { focusedReport, showsEveningForecast } from './night-hero.ts'
import {
  elevationFaultMain,
  noDataMain,
  questionFault,
  shareSpentMain,
  unknownPlaceMain,
  unreadNotice
} from './place-faults.ts'
import { machineLinks, nightFiles, pictureOf } from './place-links.ts'
import { type FieldFacts, type PlacePage, placeMain, placeTitle, withLabel } from './place-page.ts'

export interface PlaceDeps {
  readonly frame: SiteFrame
  readonly data: SiteData
  readonly scripts: readonly BrowserScript[]
  readonly later: NonNullable<PageContent['later']>
}

export function placePages(deps: PlaceDeps): readonly Page[] {
  return pagesInEach(
    (lang) => placePath(lang, ':slug'),
    (request, lang) => renderPlace(deps, request, lang),
    { isCostly: true }
  )
}

async function renderPlace(deps: PlaceDeps, request: PageRequest, lang: Language): Promise<PageAnswer> {
  const written = request.params['slug'] ?? ''
  const lookup = deps.data.findPlace(written)
  if (lookup.kind === 'unknown') return unknownAnswer(deps, written, lookup, visitorOf(request, lang))
  const { place } = lookup
  if (lookup.kind === 'moved') {
    const query = Object.fromEntries(request.query)
    return redirect(withQuery(placePath(lang, place.slug), query), true)
  }
  const path = (any: Language) => placePath(any, place.slug)
  return subjectAnswer(deps, { place, path, field: null }, request, lang)
}

interface PageSubject {
  readonly place: Place
  readonly path: (lang: Language) => string
  readonly field: FieldFacts | null
}

export async function subjectAnswer(
  deps: PlaceDeps,
  subject: PageSubject,
  request: PageRequest,
  lang: Language
): Promise<PageAnswer> {
  const visitor = visitorOf(request, lang)
  const { field } = subject
  if (field?.refusedElevation) return elevationFaultAnswer(deps, { ...subject, field }, visitor)
  const question = profileQuestion(request.query)
  if (question.kind !== 'question') {
    const estimated = await estimatedPath(deps, subject, question, request, visitor)
    return estimated === null ? faultAnswer(deps, subject, question, visitor) : redirect(estimated, false)
  }
  const { client, nowAt } = request
  const nearest = field?.nearest ?? null
  const view = await askPlace(deps.data, { place: subject.place, question, client, nowAt, nearest })
  if (view.kind !== 'view') return withoutView(deps, subject, { view, question, visitor, nowAt })
  const shown = { ...view, report: focusedReport(view.report, request.query.get('date')) }
  const [record, frostDates, districts, said] = await Promise.all([
    deps.data.placeRecord(subject.place, view.report.place.elevationM),
    deps.data.frostDates(subject.place, view.report.place.elevationM),
    field === null
      ? districtsAround(deps, view.place, { nowAt, question, visitor, report: view.report })
      : noDistricts,
    saidBefore(deps.data, shown, nowAt)
  ])
  return viewAnswer(deps, subject, {
    view: shown,
    record,
    frostDates,
    districts,
    said,
    question,
    visitor,
    nowAt,
    notice: unreadNotice(request.query, shown.report.tonight?.window.date ?? null, visitor)
  })
}

async function saidBefore(
  data: SiteData,
  { place, report }: PlaceView,
  now: number
): Promise<readonly ComparedNight[]> {
  if (!showsEveningForecast(report)) return []
  const said = await data.comparedNights(place, { exposure: report.profile.exposure, nights: 2, now })
  return said === 'unreadable' ? [] : said
}

/** The same page with the estimated stage chosen, for a crop without a stage; null where none is credible now. */
async function estimatedPath(
  { data }: PlaceDeps,
  { place, path, field }: PageSubject,
  fault: QuestionFault,
  { client, nowAt }: PageRequest,
  visitor: Visitor
): Promise<string | null> {
  const question = fault.kind === 'stage_missing' ? estimatedQuestion(fault) : null
  if (question === null) return null
  const view = await askPlace(data, { place, question, client, nowAt })
  if (view.kind !== 'view' || view.report.estimate?.state !== 'estimated') return null
  const { carried, lang } = withLabel(visitor, field)
  return withQuery(path(lang), { ...carried, ...question.asked })
}

function unknownAnswer(
  { frame, scripts, later }: PlaceDeps,
  written: string,
  lookup: PlaceLookup & { kind: 'unknown' },
  visitor: Visitor
): PageAnswer {
  const words = wordsIn(visitor.lang).place
  return pageAnswer(frame, {
    visitor,
    title: `${words.unknownPlace} – Ayaz`,
    description: words.description,
    main: unknownPlaceMain(written.slice(0, 100), lookup, visitor),
    scripts,
    later,
    status: 404,
    unlisted: true
  })
}

/** A crop or stage that is not understood is never replaced by another one: the page asks again. */
function faultAnswer(
  deps: PlaceDeps,
  subject: PageSubject,
  fault: QuestionFault,
  visitor: Visitor
): PageAnswer {
  const { place, path, field } = subject
  return pageAnswer(deps.frame, {
    ...pageOf(deps, subject, visitor),
    main: html`<div class="stack"><h1>${place.name}</h1>
      ${questionFault(path(visitor.lang), fault, withLabel(visitor, field))}
      </div>`,
    status: 400,
    unlisted: true
  })
}

function elevationFaultAnswer(
  deps: PlaceDeps,
  subject: PageSubject & { readonly field: FieldFacts },
  visitor: Visitor
): PageAnswer {
  const main = elevationFaultMain({ ...subject, path: subject.path(visitor.lang) }, visitor)
  return pageAnswer(deps.frame, {
    ...pageOf(deps, subject, visitor),
    main,
    status: 400,
    unlisted: true
  })
}

function pageOf(
  { scripts, later }: PlaceDeps,
  { place, path, field }: PageSubject,
  visitor: Visitor
): Omit<PageContent, 'main' | 'maxAgeSeconds'> {
  return {
    visitor,
    title: placeTitle(place, visitor, null),
    description: `${place.name}: ${wordsIn(visitor.lang).place.description}`,
    alternates: inEveryLanguage(path),
    scripts,
    later,
    locates: true,
    // A field is private: it is in no list and no search engine.
    unlisted: field !== null
  }
}

/** A page without a forecast: without data it is cached for a minute, about a client's share it is not cached. */
function withoutView(
  deps: PlaceDeps,
  subject: PageSubject,
  {
    view,
    question,
    visitor,
    nowAt
  }: Pick<Viewed, 'question' | 'visitor' | 'nowAt'> & { view: NoView | ShareSpent }
): PageAnswer {
  const page = { ...pageOf(deps, subject, visitor), unlisted: true }
  if (view.kind === 'none') {
    const path = subject.path(visitor.lang)
    const main = noDataMain(view, { path, asked: question.asked, nowAt }, withLabel(visitor, subject.field))
    return pageAnswer(deps.frame, { ...page, main, status: 503, maxAgeSeconds: minuteSeconds })
  }
  return pageAnswer(deps.frame, {
    ...page,
    main: shareSpentMain(view, visitor, nowAt),
    status: 429,
    headers: { 'Retry-After': String(view.retryAfterSeconds) }
  })
}

/** For links that are passed on: the night by its date, because they are read days later, too. */
function describedNight({ place, report }: PlaceView, { limit }: ProfileQuestion, visitor: Visitor): string {
  const { headline, night } = tonightOf(report, visitor)
  const subject =
    night === null ? place.name : `${place.name}, ${nightLabel(night.window.date, visitor.lang)}`
  const mark = report.data.synthetic ? `${wordsIn(visitor.lang).frame.demoMark}: ` : ''
  const known =
    limit === null ? '' : ` ${limitLabel(limit, visitor.lang)}: ${limitOdds(limit, report, visitor)}.`
  return `${mark}${subject}. ${headline}.${known}`
}

interface Viewed extends Pick<PlacePage, 'record' | 'frostDates' | 'districts' | 'said'> {
  readonly view: PlaceView
  readonly question: ProfileQuestion
  readonly visitor: Visitor
  readonly nowAt: number
  readonly notice: Markup | null
}

function viewAnswer(
  deps: PlaceDeps,
  subject: PageSubject,
  { view, record, frostDates, districts, said, question, visitor, nowAt, notice }: Viewed
): PageAnswer {
  const { frame, data } = deps
  // A page that lacks a part is cached for a short time only.
  const isWhole = record !== 'unreadable' && frostDates !== 'unreadable'
  const until = isWhole ? view.until : Math.min(view.until, nowAt + minuteMs)
  return pageAnswer(frame, {
    ...pageOf(deps, subject, visitor),
    title: placeTitle(view.place, visitor, view.report),
    description: describedNight(view, question, visitor),
    notice,
    // A private page is not left on a phone that others use.
    offline: subject.field === null,
    // A picture has no token: it is drawn as anyone sees the point.
    ...(view.place.isOwn !== true && { picture: pictureOf(view.place, visitor) }),
    main: placeMain({
      view,
      record,
      frostDates,
      visitor,
      question,
      path: subject.path(visitor.lang),
      field: subject.field,
      siteUrl: frame.siteUrl,
      channels: data.channels(),
      nightFiles: nightFiles(frame, subject, { view, question, visitor }),
      districts,
      said,
      pushPublicKey: data.pushPublicKey()
    }),
    ...(subject.field === null && { head: machineLinks(frame, view.place, question, visitor.lang) }),
    maxAgeSeconds: secondsToNextStep(nowAt, until),
    synthetic: view.report.data.synthetic
  })
}
