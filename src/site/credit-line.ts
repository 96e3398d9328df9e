/** Where the data are from, how old they are, and what must be known of them. */
import { attributionIn } from '../language/attribution.ts'
import { dateTimeLabel } from '../language/dates.ts'
import { noticeMessage } from '../language/notices.ts'
import { html, type Markup } from './html.ts'
import type { DataCredit } from './ports.ts'
import { siteWords } from './site-words.ts'
import type { Visitor } from './visitor.ts'

/** Attribution with links, and the age of the data. */
export function creditLine(credit: DataCredit, timezone: string, visitor: Visitor): Markup {
  const words = siteWords(visitor.lang)
  const sources = credit.sources.map(
    (source, index) =>
      html`${index > 0 ? ', ' : null}<a href="${source.url}" rel="noopener">${credit.synthetic ? words.demoSource : source.name}</a> (${source.license})`
  )
  return html`<p class="quiet small credit">${attributionIn(credit, visitor.lang)} · ${sources} · ${words.data}: ${dateTimeLabel(credit.issuedAt, timezone, visitor.lang)}</p>`
}

/** The notices as a list; nothing where there is nothing to say. */
export function noticeList(credit: DataCredit, visitor: Visitor): Markup | null {
  if (credit.notices.length === 0) return null
  const madeUp = credit.synthetic ? { source: siteWords(visitor.lang).demoSource } : {}
  return html`<ul class="notices">${credit.notices.map(
    ({ code, parameters }) =>
      html`<li>${noticeMessage(code, { ...parameters, ...madeUp }, visitor.lang)}</li>`
  )}</ul>`
}
