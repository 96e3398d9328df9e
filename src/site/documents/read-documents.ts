import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { lazy } from '../../common/lazy.ts'
import { isLanguage, type Language } from '../../language/language.ts'
import { type RenderedDocument, renderMarkdown } from './markdown.ts'

export interface SiteDocument {
  /** `growers` of `docs/growers.tr.md`; a decision has its whole path, so that no document shares it. */
  readonly name: string
  readonly path: string
  readonly title: string
  readonly lang: Language
  readonly isDecision: boolean
  readonly content: () => RenderedDocument
}

const repositoryUrlPattern = /^https?:\/\//
const decisions = 'docs/decisions'
const folders = ['docs', decisions, 'docs/verification']

interface OwnAddresses {
  readonly siteUrl: string
  readonly baseUrl: string
}

/** With the addresses of this installation in examples. `hasPicture` takes paths such as `docs/images/place.png`. */
export function readDocuments(
  rootFolder: string,
  own: OwnAddresses,
  hasPicture: (path: string) => boolean
): readonly SiteDocument[] {
  const files = ['README.md', 'CHANGELOG.md', ...folders.flatMap((folder) => markdownIn(rootFolder, folder))]
  const present = new Set(files.filter((file) => existsSync(join(rootFolder, file))))
  return [...present].map((file) => {
    const text = withOwnAddresses(readFileSync(join(rootFolder, file), 'utf8'), own)
    const isDecision = file.startsWith(decisions)
    const name = (isDecision ? null : posix.basename(file).split('.')[0]) ?? file
    const content = lazy(() =>
      renderMarkdown(text, {
        link: (href) => rewritten(href, file, present),
        picture: (href) => {
          const path = beside(file, href)
          return hasPicture(path) ? `/${path}` : null
        }
      })
    )
    return {
      content,
      name: name.toLowerCase(),
      path: sitePath(file),
      title: /^# (.+)$/m.exec(text)?.[1] ?? file,
      lang: languageOfFile(file),
      isDecision
    }
  })
}

/** Files name a fresh clone's addresses; a reader copies examples that work at this installation. */
function withOwnAddresses(text: string, { siteUrl, baseUrl }: OwnAddresses): string {
  const written = 'http://localhost:8080'
  return text
    .replaceAll(`${written}/api/v1`, () => baseUrl)
    .replaceAll(written, () => siteUrl)
    .replaceAll(encodeURIComponent(written), () => encodeURIComponent(siteUrl))
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

/** A link between files becomes one between pages; to no page it keeps only its words; to elsewhere it stays. */
function rewritten(href: string, from: string, present: ReadonlySet<string>): string | null {
  if (repositoryUrlPattern.test(href) || href.startsWith('#')) return href
  const [target = '', anchor] = href.split('#')
  if (target.startsWith('/')) return href
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return null
  const file = beside(from, target)
  if (!present.has(file)) return null
  return sitePath(file) + (anchor === undefined ? '' : `#${anchor}`)
}

function beside(file: string, target: string): string {
  return posix.normalize(posix.join(posix.dirname(file), target))
}
