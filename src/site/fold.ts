import { html, type Markup } from './html.ts'

/** Its heading can always be seen. */
export function fold(id: string, heading: string, content: Markup): Markup {
  return html`<details class="panel" aria-labelledby="${id}"><summary><h2 id="${id}">${heading}</h2></summary>${content}
    </details>`
}
