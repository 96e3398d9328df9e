/** The repository's own Markdown as pages: the site's documents are those that were reviewed with the code. */
import { lazy } from '../../common/lazy.ts'
import { minuteSeconds } from '../../common/time.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { type Language, languages, wordsIn } from '../../language/language.ts'
import type { BrowserScript } from '../browser-code.ts'
import { html, type Markup, trusted } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import { negotiatedVisitor, type Visitor, visitorOf } from '../visitor.ts'
import { documentList } from './document-list.ts'
import { readPictures } from './pictures.ts'
import { readDocuments, type SiteDocument } from './read-documents.ts'

export interface DocumentPagesDeps {
  readonly frame: SiteFrame
  readonly rootFolder: string
  /** Adds the buttons that copy code. */
  readonly script: BrowserScript
}

type Served = DocumentPagesDeps & { readonly documents: readonly SiteDocument[] }

/**
 * Pages of every Markdown file in `docs/` and `docs/decisions/`, and of README and CHANGELOG, with their pictures;
 * `/docs` lists them.
 */
export function documentPages(deps: DocumentPagesDeps): readonly Page[] {
  const pictures = lazy(() => readPictures(deps.rootFolder))
  const served = lazy((): Served => {
    const documents = readDocuments(deps.rootFolder, deps.frame, (path) => pictures().has(path))
    return { ...deps, documents }
  })
  const show = async (request: PageRequest): Promise<PageAnswer> => {
    const picture = pictures().get(request.path.slice(1))
    if (picture !== undefined) return picture
    const found = served().documents.find(({ path }) => path === request.path)
    return found === undefined ? listAnswer(served(), request, 404) : documentAnswer(served(), request, found)
  }
  const page = { method: 'GET', policy: 'page' } as const
  return [
    { ...page, path: '/docs', render: async (request) => listAnswer(served(), request, 200) },
    { ...page, path: '/docs/:name', render: show },
    { ...page, path: '/docs/:folder/:name', render: show }
  ]
}

function documentAnswer(
  { frame, documents, script }: Served,
  request: PageRequest,
  found: SiteDocument
): PageAnswer {
  const alternates = translationsOf(found, documents)
  const isTranslated = alternates !== null || found.lang !== 'en'
  const visitor = isTranslated ? visitorOf(request, found.lang) : readerOf(request)
  const { documents: words, frame: site } = wordsIn(visitor.lang)
  const article = html`<article class="document" lang="${found.lang}" data-copy="${words.copy}" data-copied="${words.copied}"><p class="quiet small" lang="${visitor.lang}"><a href="/docs">${site.allDocuments}</a></p>${withContents(found, visitor)}</article>`
  // The README's heading is the name of the service.
  const title = found.title === 'Ayaz' ? words.names.readme : found.title
  const list = documentList({ documents, visitor, here: found.path })
  return pageAnswer(frame, {
    visitor,
    title: `${title} – Ayaz`,
    description: title,
    main: html`<div class="documents">${article}<nav class="document-list" aria-label="${words.navigation}">${list}</nav></div>`,
    alternates,
    path: found.path,
    scripts: [script],
    maxAgeSeconds: 10 * minuteSeconds
  })
}

/** Links of the list stay in a language that was asked for. */
function readerOf(request: PageRequest): Visitor {
  const visitor = negotiatedVisitor(request)
  if (request.query.has('lang')) return visitor
  return { ...visitor, carried: { ...visitor.carried, lang: null } }
}

/** The same document in every language; null where one is missing. */
function translationsOf(
  { name }: SiteDocument,
  documents: readonly SiteDocument[]
): Readonly<Record<Language, string>> | null {
  const found = languages.map((lang) => documents.find((one) => one.name === name && one.lang === lang))
  if (found.includes(undefined)) return null
  return Object.fromEntries(languages.map((lang, at) => [lang, found[at]?.path ?? ''])) as Record<
    Language,
    string
  >
}

/** The document with a table of its sections below the title. */
function withContents({ content }: SiteDocument, { lang }: Visitor): Markup {
  const { main, sections } = content()
  const text = String(main)
  const end = text.indexOf('</h1>') + '</h1>'.length
  if (sections.length < 2) return main
  const links = sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)
  const { contents } = wordsIn(lang).documents
  return html`${trusted(text.slice(0, end))}<details class="contents" open><summary lang="${lang}">${contents}</summary><ul>${links}</ul></details>${trusted(text.slice(end))}`
}

function listAnswer({ frame, documents }: Served, request: PageRequest, status: 200 | 404): PageAnswer {
  const visitor = readerOf(request)
  const words = wordsIn(visitor.lang).documents
  const heading = status === 200 ? words.title : words.missing
  return pageAnswer(frame, {
    visitor,
    title: `${heading} – Ayaz`,
    description: words.description,
    main: html`<h1>${heading}</h1><div class="document-list">${documentList({ documents, visitor, here: '/docs' })}</div>`,
    alternates: null,
    path: '/docs',
    ...(status === 404
      ? { status, maxAgeSeconds: null, unlisted: true }
      : { maxAgeSeconds: 10 * minuteSeconds })
  })
}
