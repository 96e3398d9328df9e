/** Links to what the score means, for growers. */
import { englishLink } from './english-link.ts'
import { html, type Markup } from './html.ts'
import type { Visitor } from './visitor.ts'

/** The languages that the document is written in; a catalogue can come before its document. */
export const growersLanguages: readonly string[] = ['en', 'tr']

/** A link to the document in the language of the page, else in English. */
export function growersLink(words: string, visitor: Visitor): Markup {
  return growersLanguages.includes(visitor.lang)
    ? html`<a href="/docs/growers.${visitor.lang}">${words}</a>`
    : englishLink('/docs/growers.en', words, visitor)
}
