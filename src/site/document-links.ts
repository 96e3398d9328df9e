import { wordsIn } from '../language/language.ts'
import { html, type Markup } from './html.ts'
import type { Visitor } from './visitor.ts'

export function englishLink(href: string, words: string, visitor: Visitor): Markup {
  const { inEnglish } = wordsIn(visitor.lang).frame
  return html`<a href="${href}" hreflang="en">${words}
    ${inEnglish === null ? null : html` <small>(${inEnglish})</small>`}</a>`
}

/** The languages that the document is written in; a catalogue can come before its document. */
export const growersLanguages: readonly string[] = ['en', 'tr']

export function growersLink(words: string, visitor: Visitor): Markup {
  return growersLanguages.includes(visitor.lang)
    ? html`<a href="/docs/growers.${visitor.lang}">${words}</a>`
    : englishLink('/docs/growers.en', words, visitor)
}
