/** Markdown to markup that is safe by construction: whatever HTML a document holds is shown as text, never run. */
import { Marked, type Tokens } from 'marked'
import { html, type Markup, trusted } from '../html.ts'

export interface RenderedDocument {
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
