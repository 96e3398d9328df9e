/** The repository's own Markdown as pages: the site's documents are those that were reviewed with the code. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { lazy } from '../../common/lazy.ts'
import { minuteSeconds } from '../../common/time.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { problemCatalogue } from '../../http/problem-catalogue.ts'
import { type Language, languages, wordsIn } from '../../language/language.ts'
import { fileAnswer } from '../answers.ts'
import type { BrowserScript } from '../browser-code.ts'
import { html, type Markup, trusted } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import { withQuery } from '../paths.ts'
import { negotiatedVisitor, type Visitor, visitorOf } from '../visitor.ts'
import { readDocuments, renderMarkdown, type SiteDocument } from './documents.ts'

/* The pages that a problem document's `type` points at: one a code, and the list of all. */

const problems: ReadonlyMap<
  string,
  { readonly status: number; readonly title: string; readonly explanation: string }
> = new Map(Object.entries(problemCatalogue))

export function problemPages(frame: SiteFrame): readonly Page[] {
  return [
    {
      method: 'GET',
      path: '/problems',
      render: async (request) =>
        pageAnswer(frame, {
          visitor: visitorOf(request, 'en'),
          title: 'Problems – Ayaz',
          description: 'Every problem the API can answer with.',
          main: html`<article class="document"><h1>Problems the API answers with</h1>${problemTable()}</article>`,
          maxAgeSeconds: 10 * minuteSeconds
        })
    },
    { method: 'GET', path: '/problems/:code', render: async (request) => problemAnswer(frame, request) }
  ]
}

/** Explanations are rendered without links and pictures. */
const wordsAlone = { link: () => null, picture: () => null }

function problemAnswer(frame: SiteFrame, request: PageRequest): PageAnswer {
  const code = request.params['code'] ?? ''
  const problem = problems.get(code)
  if (problem === undefined)
    return pageAnswer(frame, {
      visitor: visitorOf(request, 'en'),
      title: 'No such problem – Ayaz',
      description: 'No such problem.',
      main: html`<article class="document"><h1>There is no such problem code</h1>${problemTable()}</article>`,
      status: 404,
      unlisted: true
    })
  return pageAnswer(frame, {
    visitor: visitorOf(request, 'en'),
    title: `${code} – Ayaz`,
    description: problem.title,
    main: html`<article class="document"><h1>${problem.title}</h1>
      <p><code>${code}</code> · HTTP ${problem.status}</p>${renderMarkdown(problem.explanation, wordsAlone).main}
      </article><p><a href="/problems">All problems</a></p>`,
    maxAgeSeconds: 10 * minuteSeconds
  })
}

function problemTable(): Markup {
  return html`<div class="wide" tabindex="0" role="group" aria-label="Problems"><table><thead><tr>
    <th scope="col" class="number">Status</th><th scope="col">Code</th><th scope="col">Title</th></tr></thead><tbody>${[
      ...problems
    ].map(
      ([code, { status, title }]) =>
        html`<tr><td class="number">${status}</td><th scope="row"><a href="/problems/${encodeURIComponent(code)}"><code>
        ${code}</code></a></th><td>${title}</td></tr>`
    )}</tbody></table></div>`
}

interface DocumentPagesDeps {
  readonly frame: SiteFrame
  readonly rootFolder: string
  readonly script: BrowserScript
}

type Served = DocumentPagesDeps & { readonly documents: readonly SiteDocument[] }

/** Every Markdown file in `docs/` and `docs/decisions/`, README and CHANGELOG, with pictures; `/docs` lists them. */
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
  const page = { method: 'GET' } as const
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
  const article = html`<article class="document" lang="${found.lang}" data-copy="${words.copy}" data-copied="${
    words.copied
  }">
    <p class="quiet small" lang="${visitor.lang}"><a href="/docs">${site.allDocuments}</a></p>
    ${withContents(found, visitor)}</article>`
  // The README's heading is the name of the service.
  const title = found.title === 'Ayaz' ? words.names.readme : found.title
  const list = documentList({ documents, visitor, here: found.path })
  return pageAnswer(frame, {
    visitor,
    title: `${title} – Ayaz`,
    description: title,
    main: html`<div class="documents">${article}<nav class="document-list" aria-label="${words.navigation}">${list}
      </nav></div>`,
    alternates,
    path: found.path,
    scripts: [script],
    maxAgeSeconds: 10 * minuteSeconds
  })
}

/** The visitor, in whose language the links of the list stay. */
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

function withContents({ content }: SiteDocument, { lang }: Visitor): Markup {
  const { main, sections } = content()
  const text = String(main)
  const end = text.indexOf('</h1>') + '</h1>'.length
  if (sections.length < 2) return main
  const links = sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)
  const { contents } = wordsIn(lang).documents
  return html`${trusted(text.slice(0, end))}<details class="contents" open><summary lang="${lang}">${contents}</summary>
    <ul>${links}</ul></details>${trusted(text.slice(end))}`
}

function listAnswer({ frame, documents }: Served, request: PageRequest, status: 200 | 404): PageAnswer {
  const visitor = readerOf(request)
  const words = wordsIn(visitor.lang).documents
  const heading = status === 200 ? words.title : words.missing
  return pageAnswer(frame, {
    visitor,
    title: `${heading} – Ayaz`,
    description: words.description,
    main: html`<h1>${heading}</h1><div class="document-list">${documentList({ documents, visitor, here: '/docs' })}
      </div>`,
    path: '/docs',
    ...(status === 404
      ? { status, maxAgeSeconds: null, unlisted: true }
      : { maxAgeSeconds: 10 * minuteSeconds })
  })
}

const types: Readonly<Record<string, string>> = { '.png': 'image/png', '.svg': 'image/svg+xml' }
const maxAgeSeconds = 10 * minuteSeconds

/** By path in the repository and on the site alike, `docs/images/widget.png`: every picture in a folder of `docs/`. */
function readPictures(rootFolder: string): ReadonlyMap<string, PageAnswer> {
  const pictures = new Map<string, PageAnswer>()
  for (const folder of foldersOf(join(rootFolder, 'docs'))) {
    for (const name of readdirSync(join(rootFolder, 'docs', folder))) {
      const type = types[extname(name)]
      const path = `docs/${folder}/${name}`
      if (type !== undefined)
        pictures.set(path, fileAnswer(type, readFileSync(join(rootFolder, path)), maxAgeSeconds))
    }
  }
  return pictures
}

function foldersOf(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map((one) => one.name)
}

/** The list of all documents by group: next to each document, and as `/docs`. */
type DocumentName = keyof ReturnType<typeof wordsIn>['documents']['names']
type Listed = Pick<SiteDocument, 'name' | 'path' | 'title' | 'lang'>

const groups = {
  use: ['readme', 'ten-minutes', 'api', 'reference', 'problems', 'site'],
  grow: ['growers', 'alerts', 'record', 'places'],
  run: [
    'operation',
    'operators',
    'board',
    'scaling',
    'configuration',
    'sources',
    'channels',
    'gateways',
    'stations'
  ],
  method: ['science', 'verification', 'results'],
  develop: ['architecture', 'design', 'glossary', 'changelog']
} as const satisfies Readonly<Record<string, readonly DocumentName[]>>

const pages: readonly Listed[] = [
  { name: 'reference', path: '/reference', title: 'API reference', lang: 'en' },
  { name: 'problems', path: '/problems', title: 'Problems', lang: 'en' }
]

interface DocumentListDeps {
  readonly documents: readonly SiteDocument[]
  readonly visitor: Visitor
  /** The path of the page around the list. */
  readonly here: string
}

/** Decisions are folded in unless one of them is open. */
export function documentList({ documents, visitor, here }: DocumentListDeps): Markup {
  const words = wordsIn(visitor.lang).documents
  const link = (one: Listed): Markup => {
    const isForAll = !documents.some((other) => other.name === one.name && other.lang !== one.lang)
    const isNamed = isForAll || one.lang === visitor.lang
    const names: Readonly<Record<string, string>> = isNamed ? words.names : {}
    return documentLink(one, names[one.name], { visitor, here })
  }
  const decisions = documents.filter((one) => one.isDecision)
  const isOpen = decisions.some(({ path }) => path === here)
  return html`${Object.entries(groups).map(([group, names]) => {
    const listed = names.flatMap((name) => [...documents, ...pages].filter((one) => one.name === name))
    const title = words.groups[group as keyof typeof groups]
    return listed.length === 0 ? null : html`<h2>${title}</h2><ul>${listed.map(link)}</ul>`
  })}${
    decisions.length === 0
      ? null
      : html`<details${isOpen ? html` open` : null}><summary>${words.groups.decisions}
    </summary><ul>${decisions.map(link)}</ul></details>`
  }`
}

/** A link to a document; without a name in the visitor's language, as for a decision, it shows the title. */
function documentLink(
  one: Listed,
  name: string | undefined,
  { visitor, here }: Pick<DocumentListDeps, 'visitor' | 'here'>
): Markup {
  const lang = name === undefined ? html` lang="${one.lang}"` : null
  const current = one.path === here ? html` aria-current="page"` : null
  return html`<li><a href="${withQuery(one.path, visitor.carried)}" hreflang="${one.lang}"${lang}${current}>
    ${name ?? one.title}</a></li>`
}
