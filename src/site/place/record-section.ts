/** How the forecasts have done, on the page of a place. */
import { nearAt, notUsed } from '../../forecasts/report/notices.ts'
import type { ReportPlace } from '../../forecasts/report/place-report.ts'
import { wordsIn } from '../../language/language.ts'
import { noticeMessage, whoseRecord } from '../../language/notices.ts'
import { fold } from '../fold.ts'
import { html, type Markup } from '../html.ts'
import { verificationPath, withQuery } from '../paths.ts'
import type { Besides, PlaceRecord, RecordAtOtherHeight } from '../ports.ts'
import { quantity, share } from '../presenting.ts'
import type { Visitor } from '../visitor.ts'

/** @param slug Of the place whose verification has a page; null for a field. */
export function recordSection(
  record: Besides<PlaceRecord | RecordAtOtherHeight | null>,
  visitor: Visitor,
  { place, slug }: { readonly place: ReportPlace; readonly slug: string | null }
): Markup {
  const words = wordsIn(visitor.lang).place
  const more =
    slug !== null
      ? html`<p class="noprint">
        <a class="alone" href="${withQuery(verificationPath(visitor.lang, slug), visitor.carried)}">
        ${wordsIn(visitor.lang).record.more}</a></p>`
      : null
  if (record === null) return recordPanel(html`<p>${words.noRecord}</p>${more}`, visitor)
  if (record === 'unreadable') return recordPanel(html`<p>${words.unreadable}</p>`, visitor)
  if ('otherHeight' in record) {
    const near = nearAt(place, record.otherHeight)
    const { code, parameters } = notUsed(place, near, record.otherHeight)
    return recordPanel(html`<p>${noticeMessage(code, parameters, visitor.lang)}</p>`, visitor)
  }
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
  const near = record.of === null ? null : nearAt(place, record.of)
  const whose = near === null ? null : html`<p>${whoseRecord(near, visitor.lang)}</p>`
  return recordPanel(html`<p>${sentence}</p>${whose}${more}`, visitor)
}

function recordPanel(content: Markup, { lang }: Visitor): Markup {
  return fold('record', wordsIn(lang).place.record, content)
}
