/** The two paths of a place's page. */
import type { Place } from '../../forecast/point.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { type Language, languages } from '../../language/language.ts'
import { redirect } from '../answers.ts'
import { askPlace } from '../ask-place.ts'
import type { BrowserScript } from '../browser-code.ts'
import { curveQuestion } from '../curve-question.ts'
import { html, type Markup } from '../html.ts'
import { type PageContent, pageAnswer, type SiteFrame } from '../layout.ts'
import { placePath, widgetPath, withQuery } from '../paths.ts'
import type { NoView, PlaceLookup, PlaceView, ShareSpent, SiteData } from '../ports.ts'
import { secondsToNextStep } from '../presenting.ts'
import { type Visitor, visitorOf } from '../visitor.ts'
import { noDataMain, placeMain, placeTitle, shareSpentMain, unknownPlaceMain } from './place-page.ts'
import { placeWords } from './place-words.ts'

export interface PlaceParts {
  readonly frame: SiteFrame
  readonly data: SiteData
  readonly searchScript: BrowserScript
  readonly subscribeScript: BrowserScript
}

/** The place pages of both languages. */
export function placePages(parts: PlaceParts): readonly Page[] {
  return languages.map((lang) => ({
    method: 'GET',
    path: placePath(lang, ':slug').replace('%3A', ':'),
    policy: 'page',
    render: (request) => renderPlace(parts, request, lang)
  }))
}

async function renderPlace(parts: PlaceParts, request: PageRequest, lang: Language): Promise<PageAnswer> {
  const visitor = visitorOf(request, lang)
  const written = request.params['slug'] ?? ''
  const lookup = parts.data.findPlace(written)
  if (lookup.kind === 'unknown') return unknownAnswer(parts, written, lookup, visitor)
  const { place } = lookup
  if (lookup.kind === 'moved') return redirect(placePath(lang, place.slug), true)
  const curve = curveQuestion(request.query)
  const { client, nowAt } = request
  const view = await askPlace(parts.data, { place, curve, client, nowAt })
  return view.kind === 'view'
    ? viewAnswer(parts, view, request, visitor)
    : withoutView(parts, view, visitor, nowAt)
}

function unknownAnswer(
  { frame, searchScript, subscribeScript }: PlaceParts,
  written: string,
  lookup: PlaceLookup & { kind: 'unknown' },
  visitor: Visitor
): PageAnswer {
  const words = placeWords(visitor.lang)
  return pageAnswer(frame, {
    visitor,
    title: `${words.unknownPlace} – Ayaz`,
    description: words.description,
    main: unknownPlaceMain(written.slice(0, 100), lookup, visitor),
    alternates: null,
    scripts: [searchScript, subscribeScript],
    status: 404,
    maxAgeSeconds: null,
    unlisted: true
  })
}

/** What the page of a known place has whether there is a forecast or not. */
function pageOf(
  { searchScript, subscribeScript }: PlaceParts,
  place: Place,
  visitor: Visitor
): Omit<PageContent, 'main' | 'maxAgeSeconds'> {
  return {
    visitor,
    title: placeTitle(place, visitor),
    description: `${place.name}: ${placeWords(visitor.lang).description}`,
    alternates: { en: placePath('en', place.slug), tr: placePath('tr', place.slug) },
    scripts: [searchScript, subscribeScript]
  }
}

/** No data are the same for everybody for a minute; a share is one client's own, so nobody may keep that answer. */
function withoutView(
  parts: PlaceParts,
  view: NoView | ShareSpent,
  visitor: Visitor,
  nowAt: number
): PageAnswer {
  const page = { ...pageOf(parts, view.place, visitor), unlisted: true }
  if (view.kind === 'none') {
    const main = noDataMain(view, visitor, nowAt)
    return pageAnswer(parts.frame, { ...page, main, status: 503, maxAgeSeconds: 60 })
  }
  return pageAnswer(parts.frame, {
    ...page,
    main: shareSpentMain(view, visitor, nowAt),
    status: 429,
    headers: { 'Retry-After': String(view.retryAfterSeconds) },
    maxAgeSeconds: null
  })
}

function viewAnswer(
  parts: PlaceParts,
  view: PlaceView,
  { query, nowAt }: PageRequest,
  visitor: Visitor
): PageAnswer {
  const { frame, data } = parts
  return pageAnswer(frame, {
    ...pageOf(parts, view.place, visitor),
    main: placeMain({
      view,
      visitor,
      asked: curveQuestion(query),
      siteUrl: frame.siteUrl,
      channels: data.channels(),
      pushPublicKey: data.pushPublicKey()
    }),
    head: machineLinks(frame, view.place, visitor.lang),
    maxAgeSeconds: secondsToNextStep(nowAt, view.until),
    synthetic: view.report.data.synthetic
  })
}

function machineLinks({ siteUrl, baseUrl }: SiteFrame, { slug, name }: Place, lang: Language): Markup {
  const oembed = withQuery(`${siteUrl}/oembed`, { url: siteUrl + widgetPath(lang, slug), format: 'json' })
  const risk = withQuery(`${baseUrl}/weather/frost-risk`, { location: slug, lang })
  return html`<link rel="alternate" type="application/json+oembed" href="${oembed}" title="${name}"><link rel="alternate" type="application/json" href="${risk}">`
}
