/** Why a form was refused: the sentence, and the fields that it is about. */
import { html, type Markup } from './html.ts'

const sentenceId = 'refusal'

export function refusalLine(sentence: string): Markup {
  return html`<p class="lede" tabindex="-1" autofocus role="alert" id="${sentenceId}">${sentence}</p>`
}

/** Marks a field that was refused, and leads from it to the sentence. */
export function invalidIn(wrong: readonly string[], name: string): Markup | null {
  return wrong.includes(name) ? html` aria-invalid="true" aria-describedby="${sentenceId}"` : null
}
