/** How the forecasts have done, on the page of a place. */
import { wordsIn } from '../../language/language.ts'
import { html, type Markup } from '../html.ts'
import { verificationPath, withQuery } from '../paths.ts'
import type { Besides, PlaceRecord } from '../ports.ts'
import { quantity, share } from '../presenting.ts'
import type { Visitor } from '../visitor.ts'

/**
 * Null where nothing was measured.
 * @param slug of the place whose verification has a page; null for a field
 */
export function recordSection(
  record: Besides<PlaceRecord | null>,
  visitor: Visitor,
  slug: string | null
): Markup | null {
  const words = wordsIn(visitor.lang).place
  if (record === null) return null
  if (record === 'unreadable') return recordPanel(html`<p>${words.unreadable}</p>`, visitor)
  const error = quantity(record.meanAbsoluteErrorC, 'temperature_difference', visitor)
  const bias = quantity(Math.abs(record.biasC), 'temperature_difference', visitor)
  const inside = share(record.insideRangeFraction, visitor)
  const sentence = words.recordSentence({
    nights: record.nights,
    error,
    bias,
    isWarmer: record.biasC > 0,
    inside
  })
  const more =
    slug !== null
      ? html`<p class="noprint"><a class="alone" href="${withQuery(verificationPath(visitor.lang, slug), visitor.carried)}">${wordsIn(visitor.lang).record.more}</a></p>`
      : null
  return recordPanel(html`<p>${sentence}</p>${more}`, visitor)
}

function recordPanel(content: Markup, { lang }: Visitor): Markup {
  return html`<section class="panel" aria-labelledby="record"><h2 id="record">${wordsIn(lang).place.record}</h2>${content}</section>`
}
