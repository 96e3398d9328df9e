import { escapeMarkup } from '../common/markup.ts'

export interface Markup {
  readonly isMarkup: true
  toString: () => string
}

/** What a template may contain: text is escaped, markup is not, lists are joined, null and false vanish. */
type Piece = string | number | Markup | null | undefined | false | readonly Piece[]

/**
 * Escapes every text for elements and quoted attributes; put none inside `<script>` or `<style>`, where escaping is not
 * safe. A line break goes with the indentation behind it; one without stays.
 */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  const [first = '', ...others] = unbroken(strings)
  return trusted(others.reduce((text, part, index) => text + written(pieces[index]) + part, first))
}

/** Text that is already markup: only for constants of this program and for what was escaped before. */
export function trusted(text: string): Markup {
  return { isMarkup: true, toString: () => text }
}

const known = new WeakMap<TemplateStringsArray, readonly string[]>()

function unbroken(strings: TemplateStringsArray): readonly string[] {
  const found = known.get(strings) ?? strings.map((part) => part.replace(/\n[ \t]+/g, ''))
  known.set(strings, found)
  return found
}

function written(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return ''
  if (typeof piece === 'string') return escapeMarkup(piece)
  return isList(piece) ? piece.map(written).join('') : String(piece)
}

const isList = (piece: Piece): piece is readonly Piece[] => Array.isArray(piece)
