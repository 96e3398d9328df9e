/** Markdown to markup that is safe by construction: whatever HTML a document holds is shown as text, never run. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { lazy } from '../../common/lazy.ts'
import { isLanguage, type Language } from '../../language/language.ts'
import { html, type Markup, trusted } from '../html.ts'

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

interface RenderedDocument {
  /** The first heading, plain; null where there is none. */
  readonly title: string | null
  readonly main: Markup
  /** Headings of the second level in their order, for a table of contents. */
  readonly sections: readonly Section[]
}

interface Section {
  /** The anchor, without `#`. */
  readonly id: string
  readonly title: string
}

interface Rewriting {
  /** A link as one of the site; null drops the link and keeps its words. */
  readonly link: (href: string) => string | null
  /** Where the site serves a picture; null keeps its words alone, since no page loads what this site does not serve. */
  readonly picture: (href: string) => string | null
}

export function renderMarkdown(text: string, rewriting: Rewriting): RenderedDocument {
  let title: string | null = null
  const seen = new Set<string>()
  const sections: Section[] = []
  const marked = new Marked({
    gfm: true,
    walkTokens: (token) => {
      if (token.type === 'text') token.text = token.text.replace(beforeUnit, '\u00a0')
    },
    renderer: {
      html: ({ text: raw }: Tokens.HTML | Tokens.Tag) => (isOnlyComment(raw) ? '' : String(html`${raw}`)),
      heading(token: Tokens.Heading) {
        const words = plainText(token.tokens)
        if (token.depth === 1 && title === null) title = words
        const inner = trusted(this.parser.parseInline(token.tokens))
        const id = anchorOf(words, seen)
        if (token.depth === 2) sections.push({ id, title: words })
        const level = trusted(`h${Math.min(6, token.depth)}`)
        return String(html`<${level} id="${id}">${inner}</${level}>`)
      },
      link(token: Tokens.Link) {
        const inner = trusted(this.parser.parseInline(token.tokens))
        const href = rewriting.link(token.href)
        return String(href === null ? inner : html`<a href="${href}">${inner}</a>`)
      },
      table({ header, rows }: Tokens.Table) {
        const cell = ({ tokens, align }: Tokens.TableCell, kind: 'th' | 'td', label: string | null) =>
          html`<${trusted(kind)}${label === null ? null : html` data-label="${label}"`}${
            align === 'right' ? html` class="number"` : null
          }>${trusted(this.parser.parseInline(tokens))}
              </${trusted(kind)}>`
        // An empty cell is not a heading. On a narrow screen each cell is below its column's heading.
        const head = header.map((one) => cell(one, one.tokens.length === 0 ? 'td' : 'th', null))
        const body = rows.map(
          (row) =>
            html`<tr>${row.map((one, column) =>
              cell(one, 'td', column === 0 ? null : plainText(header[column]?.tokens ?? []))
            )}</tr>\n`
        )
        return String(
          html`<div class="wide" tabindex="0" role="group"><table>\n<thead>\n<tr>${head}</tr>\n</thead>\n<tbody>
            ${body}</tbody></table></div>\n`
        )
      },
      code: ({ text: code, lang }: Tokens.Code) =>
        String(
          html`<div class="code" data-language="${lang}"><pre tabindex="0"><code>${code}</code></pre></div>\n`
        ),
      image: (token: Tokens.Image) => String(pictureOf(token, rewriting))
    }
  })
  const main = trusted(String(marked.parse(text, { async: false })))
  return { title, main, sections }
}

/** A number stays with its unit. */
const beforeUnit = /(?<=\d)[ \n](?=(?:°[CF]|%|km\/h|km|mm|cm|m|hPa|min|dk|sa|h)(?!\p{L}))/gu

function isOnlyComment(text: string): boolean {
  const comment = text.trim()
  return comment.startsWith('<!--') && comment.indexOf('-->') === comment.length - '-->'.length
}

function pictureOf({ href, text }: Tokens.Image, rewriting: Rewriting): Markup {
  const address = rewriting.picture(href)
  if (address === null) return html`<span class="quiet">[${text}]</span>`
  return html`<img src="${address}" alt="${text}" loading="lazy">`
}

function plainText(tokens: Tokens.Heading['tokens']): string {
  return tokens
    .map((token) => ('text' in token && typeof token.text === 'string' ? token.text : token.raw))
    .join('')
}

function anchorOf(words: string, seen: Set<string>): string {
  const base =
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'section'
  let anchor = base
  for (let count = 2; seen.has(anchor); count++) anchor = `${base}-${count}`
  seen.add(anchor)
  return anchor
}
