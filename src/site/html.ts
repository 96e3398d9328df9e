/** Markup that escapes whatever is put into it. */
import { html as escapingTemplate, raw as unescaped } from 'hono/html'

/** A piece of markup that is safe to put into another piece. */
export interface Markup {
  readonly isMarkup: true
  toString: () => string
}

/** What may stand in a template: text is escaped, markup is not, lists are joined, null and false vanish. */
export type Piece = string | number | Markup | null | undefined | false | readonly Piece[]

/**
 * A tagged template for markup: every text in it is escaped for elements and for quoted attributes. Attributes must be
 * quoted, and no text may be put inside `<script>` or `<style>`: there is no safe escaping for those.
 */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  const filled = escapingTemplate(strings, ...pieces.map(hand))
  // Hono answers with a promise only where a piece is one or has callbacks; the types above let neither in.
  return markup(String(filled))
}

/** Text that is already markup: only for constants of this program and for what was escaped before. */
export function trusted(text: string): Markup {
  return markup(text)
}

function markup(text: string): Markup {
  return { isMarkup: true, toString: () => text }
}

function hand(piece: Piece): unknown {
  if (Array.isArray(piece)) return piece.map(hand)
  if (typeof piece === 'object' && piece !== null && 'isMarkup' in piece) return unescaped(String(piece))
  return piece
}
