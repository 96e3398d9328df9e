/** Links to what there is in English only: documents, problems, the reference. */
import { wordsIn } from '../language/language.ts'
import { html, type Markup } from './html.ts'
import type { Visitor } from './visitor.ts'

/** A link that says so where the page around it is in another language. */
export function englishLink(href: string, words: string, visitor: Visitor): Markup {
  const { inEnglish } = wordsIn(visitor.lang).frame
  return html`<a href="${href}" hreflang="en">${words}
    ${inEnglish === null ? null : html` <small>(${inEnglish})</small>`}</a>`
}
