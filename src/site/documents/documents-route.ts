/** The repository's own Markdown as pages, read once at the start: the site's documents are those that were reviewed with the code. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { isLanguage, type Language, wordsIn } from '../../language/language.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import { visitorOf } from '../visitor.ts'
import { renderMarkdown } from './markdown.ts'
import { readPictures } from './pictures.ts'

interface SiteDocument {
  /** Path in the repository: `docs/api.md`. */
  readonly file: string
  /** Path on the site: `/docs/api`. */
  readonly path: string
  readonly title: string
  readonly main: Markup
  readonly lang: Language
}

const repositoryUrlPattern = /^https?:\/\//

/** Pages of every Markdown file in `docs/` and `docs/decisions/`, and of README and CHANGELOG, with their pictures; `/docs` lists them. */
export function documentPages(frame: SiteFrame, rootFolder: string): readonly Page[] {
  const pictures = readPictures(rootFolder)
  const documents = readDocuments(rootFolder, pictures)
  const byPath = new Map(documents.map((one) => [one.path, one]))
  const show = async (request: PageRequest): Promise<PageAnswer> => {
    const picture = pictures.get(request.path.slice(1))
    if (picture !== undefined) return picture
    const found = byPath.get(request.path)
    return found === undefined
      ? unknownDocument(frame, request, documents)
      : documentAnswer(frame, request, found)
  }
  return [
    {
      method: 'GET',
      path: '/docs',
      policy: 'page',
      render: async (request) => listAnswer(frame, request, documents)
    },
    { method: 'GET', path: '/docs/:name', policy: 'page', render: show },
    { method: 'GET', path: '/docs/:folder/:name', policy: 'page', render: show }
  ]
}

function readDocuments(
  rootFolder: string,
  pictures: ReadonlyMap<string, PageAnswer>
): readonly SiteDocument[] {
  const files = [
    'README.md',
    'CHANGELOG.md',
    ...markdownIn(rootFolder, 'docs'),
    ...markdownIn(rootFolder, 'docs/decisions')
  ]
  const present = new Set(files.filter((file) => existsSync(join(rootFolder, file))))
  return [...present].map((file) => {
    const text = readFileSync(join(rootFolder, file), 'utf8')
    const { title, main } = renderMarkdown(text, {
      link: (href) => rewritten(href, file, present),
      picture: (href) => {
        const path = beside(file, href)
        return pictures.has(path) ? `/${path}` : null
      }
    })
    return { file, path: sitePath(file), title: title ?? file, main, lang: languageOfFile(file) }
  })
}

function markdownIn(rootFolder: string, folder: string): readonly string[] {
  const path = join(rootFolder, folder)
  if (!existsSync(path)) return []
  return readdirSync(path)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${folder}/${name}`)
}

/** `docs/growers.tr.md` is in Turkish; a name without a tag is in English. */
function languageOfFile(file: string): Language {
  const tag = file.split('.').at(-2) ?? ''
  return isLanguage(tag) ? tag : 'en'
}

function sitePath(file: string): string {
  const name = file.replace(/\.md$/, '').replace(/^docs\//, '')
  return `/docs/${encodeURI(name.toLowerCase())}`
}

/** A link between files becomes one between pages; to a file that is no page it keeps only its words; to elsewhere it stays. */
function rewritten(href: string, from: string, present: ReadonlySet<string>): string | null {
  if (repositoryUrlPattern.test(href) || href.startsWith('#')) return href
  const [target = '', anchor] = href.split('#')
  if (target.startsWith('/')) return href
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return null
  const file = beside(from, target)
  if (!present.has(file)) return null
  return sitePath(file) + (anchor === undefined ? '' : `#${anchor}`)
}

/** Where a path that is written in a file leads in the repository. */
function beside(file: string, target: string): string {
  return posix.normalize(posix.join(posix.dirname(file), target))
}

function documentAnswer(frame: SiteFrame, request: PageRequest, found: SiteDocument): PageAnswer {
  return pageAnswer(frame, {
    visitor: visitorOf(request, found.lang),
    title: `${found.title} – Ayaz`,
    description: found.title,
    main: html`<article class="document">${found.main}</article><p><a href="/docs">${wordsIn(found.lang).frame.allDocuments}</a></p>`,
    alternates: null,
    maxAgeSeconds: 600
  })
}

function listAnswer(frame: SiteFrame, request: PageRequest, documents: readonly SiteDocument[]): PageAnswer {
  return pageAnswer(frame, {
    visitor: visitorOf(request, 'en'),
    title: 'Documents – Ayaz',
    description: 'How Ayaz works, how to run it, and how to use its API.',
    main: html`<h1>Documents</h1>${documentList(documents)}<h2>Reference</h2><ul class="places"><li><a href="/problems">Problems the API answers with</a></li></ul>`,
    alternates: null,
    maxAgeSeconds: 600
  })
}

function unknownDocument(
  frame: SiteFrame,
  request: PageRequest,
  documents: readonly SiteDocument[]
): PageAnswer {
  return pageAnswer(frame, {
    visitor: visitorOf(request, 'en'),
    title: 'No such document – Ayaz',
    description: 'No such document.',
    main: html`<h1>There is no such document</h1>${documentList(documents)}`,
    alternates: null,
    status: 404,
    maxAgeSeconds: null,
    unlisted: true
  })
}

function documentList(documents: readonly SiteDocument[]): Markup {
  return html`<ul class="places">${documents.map(({ path, title, file, lang }) => html`<li><a href="${path}" hreflang="${lang}" lang="${lang}">${title}</a> <span class="quiet">${file}</span></li>`)}</ul>`
}
