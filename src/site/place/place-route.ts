/** The two paths of a place's page. */
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { type Language, languages } from '../../language/language.ts'
import { redirect } from '../answers.ts'
import { askPlace } from '../ask-place.ts'
import type { BrowserScript } from '../browser-code.ts'
import { curveQuestion } from '../curve-question.ts'
import { html } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import { placePath, widgetPath, withQuery } from '../paths.ts'
import type { SiteData } from '../ports.ts'
import { secondsToNextStep } from '../presenting.ts'
import { visitorOf } from '../visitor.ts'
import { noDataMain, placeMain, placeTitle, unknownPlaceMain } from './place-page.ts'
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
  const { frame, data } = parts
  const visitor = visitorOf(request, lang)
  const written = request.params['slug'] ?? ''
  const lookup = data.findPlace(written)
  const scripts = [parts.searchScript, parts.subscribeScript]
  const words = placeWords(lang)
  if (lookup.kind === 'unknown') {
    return pageAnswer(frame, {
      visitor,
      title: `${words.unknownPlace} – Ayaz`,
      description: words.description,
      main: unknownPlaceMain(written.slice(0, 100), lookup, visitor),
      alternates: null,
      scripts,
      status: 404,
      maxAgeSeconds: null,
      unlisted: true
    })
  }
  const { place } = lookup
  if (lookup.kind === 'moved') return redirect(placePath(lang, place.slug), true)
  const asked = curveQuestion(request.query)
  const view = await askPlace(data, { place, curve: asked, client: request.client, nowAt: request.nowAt })
  const page = {
    visitor,
    title: placeTitle(place, visitor),
    description: `${place.name}: ${words.description}`,
    alternates: { en: placePath('en', place.slug), tr: placePath('tr', place.slug) },
    scripts
  }
  if (view.kind === 'none') {
    const main = noDataMain(view, visitor, request.nowAt)
    return pageAnswer(frame, { ...page, main, status: 503, maxAgeSeconds: 60, unlisted: true })
  }
  const oembed = withQuery(`${frame.siteUrl}/oembed`, {
    url: frame.siteUrl + widgetPath(lang, place.slug),
    format: 'json'
  })
  return pageAnswer(frame, {
    ...page,
    main: placeMain({
      view,
      visitor,
      asked,
      siteUrl: frame.siteUrl,
      channels: data.channels(),
      pushPublicKey: data.pushPublicKey()
    }),
    head: html`<link rel="alternate" type="application/json+oembed" href="${oembed}" title="${place.name}"><link rel="alternate" type="application/json" href="${withQuery(`${frame.baseUrl}/weather/frost-risk`, { location: place.slug, lang })}">`,
    maxAgeSeconds: secondsToNextStep(request.nowAt),
    synthetic: view.credit.synthetic
  })
}
