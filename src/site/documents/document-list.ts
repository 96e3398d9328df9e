/** The list of all documents by group: beside each document, and as `/docs`. */
import { wordsIn } from '../../language/language.ts'
import { html, type Markup } from '../html.ts'
import { withQuery } from '../paths.ts'
import type { Visitor } from '../visitor.ts'
import type { SiteDocument } from './read-documents.ts'

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
  method: ['science', 'verification'],
  develop: ['architecture', 'design', 'glossary', 'changelog']
} as const satisfies Readonly<Record<string, readonly DocumentName[]>>

/** Pages of this service that are listed with the documents. */
const pages: readonly Listed[] = [
  { name: 'reference', path: '/reference', title: 'API reference', lang: 'en' },
  { name: 'problems', path: '/problems', title: 'Problems', lang: 'en' }
]

export interface DocumentListDeps {
  readonly documents: readonly SiteDocument[]
  readonly visitor: Visitor
  /** The path of the page around the list. */
  readonly here: string
}

/**
 * Groups with their links, named in the language of the visitor; decisions are folded in unless one of them is open.
 */
export function documentList({ documents, visitor, here }: DocumentListDeps): Markup {
  const words = wordsIn(visitor.lang).documents
  const link = (one: Listed): Markup => {
    const isForAll = !documents.some((other) => isTranslation(other, one))
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
  })}${decisions.length === 0 ? null : html`<details${isOpen ? html` open` : null}><summary>${words.groups.decisions}</summary><ul>${decisions.map(link)}</ul></details>`}`
}

function isTranslation(other: Listed, { name, lang }: Listed): boolean {
  return other.name === name && other.lang !== lang
}

/** Without a name in the visitor's language, as a decision or a document of the other language, it shows its title. */
function documentLink(
  one: Listed,
  name: string | undefined,
  { visitor, here }: Pick<DocumentListDeps, 'visitor' | 'here'>
): Markup {
  const lang = name === undefined ? html` lang="${one.lang}"` : null
  const current = one.path === here ? html` aria-current="page"` : null
  return html`<li><a href="${withQuery(one.path, visitor.carried)}" hreflang="${one.lang}"${lang}${current}>${name ?? one.title}</a></li>`
}
