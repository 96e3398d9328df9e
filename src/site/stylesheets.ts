/** The stylesheets, read once at the start, with every needless byte taken out, since each page carries its own. */
import { readFileSync } from 'node:fs'
import { type Inlined, inlined } from './answers.ts'

const folder = new URL('./style/', import.meta.url)

/** What the page of a place needs, which is read in the field. */
const placeSheets = ['tokens.css', 'page.css', 'place.css', 'stages.css', 'chart.css', 'alert.css'] as const

/** Later files may narrow what earlier ones say: print comes last. */
export function placeStylesheet(): Inlined {
  return stylesheet(...placeSheets, 'print.css')
}

/** The sheet of every other page but the widget; `more` are files that only some pages need. */
export function pageStylesheet(...more: readonly string[]): Inlined {
  return stylesheet(...placeSheets, 'home.css', 'other.css', 'print.css', ...more)
}

const sheets = new Map<string, Inlined>()

/** Several files of `style/` as one sheet inside a page. */
export function stylesheet(...names: readonly string[]): Inlined {
  const key = names.join(' ')
  const known = sheets.get(key)
  if (known !== undefined) return known
  const sheet = inlined(
    compactCss(names.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n'))
  )
  sheets.set(key, sheet)
  return sheet
}

/** Without comments and meaningless white space. Our strings have no brace or two spaces, and a colon at most last. */
export function compactCss(css: string): string {
  return css
    .split('/*')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('*/') + '*/'.length)))
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: (?!"[;}])/g, ':')
    .replace(/([ (,:-])0\./g, '$1.')
    .replaceAll(';}', '}')
    .trim()
}
