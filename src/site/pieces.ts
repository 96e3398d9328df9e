/** Why a form was refused: the sentence, and the fields that it is about. */

import { spansInText } from '../language/dates.ts'
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

export function option(value: string, text: string, chosen: string | null | undefined): Markup {
  return html`<option value="${value}"${value === chosen ? html` selected` : null}>${text}</option>`
}

/** A section that can be folded; its heading is always visible. */
export function fold(id: string, heading: string, content: Markup): Markup {
  return html`<details class="panel" aria-labelledby="${id}"><summary><h2 id="${id}">${heading}</h2></summary>${content}
    </details>`
}

export function wholeSpans(text: string): Markup {
  const parts = text.split(spansInText)
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : html`<span class="number">${part}</span>`))}`
}

const sentenceId = 'refusal'

export function refusalLine(sentence: string): Markup {
  return html`<p class="lede" tabindex="-1" autofocus role="alert" id="${sentenceId}">${sentence}</p>`
}

/** Marks a field that was refused, and leads from it to the sentence. */
export function invalidIn(wrong: readonly string[], name: string): Markup | null {
  return wrong.includes(name) ? html` aria-invalid="true" aria-describedby="${sentenceId}"` : null
}
