/** What a person sees at an unknown path, after a fault of the service, and after too many requests. */
import type { Page, PageAnswer, PageRequest } from '../http/page.ts'
import { isLanguage, wordsIn } from '../language/language.ts'
import type { Place } from '../weather/point.ts'
import { browserScript } from './browser-code.ts'
import { html, type Markup } from './html.ts'
import { pageAnswer, type SiteFrame } from './layout.ts'
import { embedPath, homePath, withQuery } from './paths.ts'
import { englishLink } from './pieces.ts'
import { searchForm } from './search/search-form.ts'
import { placeList } from './search/search-route.ts'
import { pageStylesheet } from './stylesheets.ts'
import { negotiatedVisitor, type Visitor } from './visitor.ts'

interface NotFoundDeps extends Omit<SiteFrame, 'css'> {
  /** Places whose names are close to a text; empty where none is. */
  readonly suggest: (text: string) => readonly Place[]
}

const maxShown = 100

/** The page; it answers with 404 at any path, with 400 at one that cannot be decoded, and is never cached. */
export function notFoundPage(deps: NotFoundDeps): Pick<Page, 'method' | 'render'> {
  const frame: SiteFrame = { ...deps, css: pageStylesheet() }
  const scripts = [browserScript('search')]
  return {
    method: 'GET',
    render: async (request) => {
      const visitor = visitorAnywhere(request)
      return pageAnswer(frame, {
        visitor,
        title: `${wordsIn(visitor.lang).errorPages.notFound.title} – Ayaz`,
        description: wordsIn(visitor.lang).errorPages.notFound.text,
        main: main(deps, request.path, visitor),
        scripts,
        status: isReadable(request.path) ? 404 : 400,
        unlisted: true
      })
    }
  }
}

function main({ suggest }: NotFoundDeps, path: string, visitor: Visitor): Markup {
  const { title, text, meant } = wordsIn(visitor.lang).errorPages.notFound
  const named = lastName(path)
  const places = named === '' ? [] : suggest(named)
  const { frame: site, documents } = wordsIn(visitor.lang)
  return html`<div class="stack narrow"><h1>${title}</h1><p class="lede">${text}</p>${
    places.length === 0 ? null : html`<p>${meant}</p>${placeList(places, visitor)}`
  }${searchForm(visitor, named)}
<ul class="places"><li><a href="${withQuery(homePath(visitor.lang), { ...visitor.carried, lang: null })}">${site.home}
  </a></li><li><a href="${withQuery(embedPath(visitor.lang), { ...visitor.carried, lang: null })}">${site.embed}</a>
  </li><li>${englishLink('/docs', site.documents, visitor)}</li>
  <li>${englishLink('/reference', documents.names.reference, visitor)}</li></ul></div>`
}

function lastName(path: string): string {
  const last = path.split('/').findLast((part) => part !== '') ?? ''
  return isReadable(last) ? decodeURIComponent(last).slice(0, maxShown) : ''
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

interface Fault {
  /** 500 or 503. */
  readonly status: number
  readonly requestId: string
}

/** The page; it answers at any path and is never cached. */
export function faultPage(deps: Omit<SiteFrame, 'css'>): (request: PageRequest, fault: Fault) => PageAnswer {
  const frame: SiteFrame = { ...deps, css: pageStylesheet() }
  return (request, { status, requestId }) => {
    const visitor = visitorAnywhere(request)
    const { title, text, id } = wordsIn(visitor.lang).errorPages.fault
    return pageAnswer(frame, {
      visitor,
      title: `${title} – Ayaz`,
      description: text,
      main: html`<div class="stack narrow"><h1>${title}</h1><p class="lede">${text}</p><p>${id(requestId)}</p></div>`,
      status,
      unlisted: true
    })
  }
}

/** The page; it answers with 429 at any path, and is never cached. */
export function tooManyPage(
  deps: Omit<SiteFrame, 'css'>
): (request: PageRequest, waitSeconds: number) => PageAnswer {
  const frame: SiteFrame = { ...deps, css: pageStylesheet() }
  return (request, waitSeconds) => {
    const visitor = visitorAnywhere(request)
    const { title, text, shared } = wordsIn(visitor.lang).errorPages.tooMany
    const answer = pageAnswer(frame, {
      visitor,
      title: `${title} – Ayaz`,
      description: text(waitSeconds),
      main: html`<div class="stack narrow"><h1>${title}</h1><p class="lede">${text(waitSeconds)}</p>
        <p>${shared}</p></div>`,
      status: 429,
      headers: { 'Retry-After': String(waitSeconds) },
      unlisted: true
    })
    // A widget shows this inside its frame.
    return { ...answer, frameable: true }
  }
}

/** Below `/tr` or `/en` in that language, elsewhere in the one that the browser prefers. */
function visitorAnywhere(request: PageRequest): Visitor {
  const [, first] = request.path.split('/')
  if (first === undefined || !isLanguage(first)) return negotiatedVisitor(request)
  return negotiatedVisitor({ ...request, acceptLanguage: first })
}
