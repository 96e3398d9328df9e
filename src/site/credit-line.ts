import type { Notice, ReportData } from '../forecasts/report/place-report.ts'
import { checkedLabel, dateTimeLabel } from '../language/dates.ts'
import { attributionIn } from '../language/labels.ts'
import { wordsIn } from '../language/language.ts'
import { noticeMessage } from '../language/notices.ts'
import { html, type Markup } from './html.ts'
import type { Visitor } from './visitor.ts'

export function creditLine(data: ReportData, timezone: string, { lang }: Visitor): Markup {
  const words = wordsIn(lang).frame
  const { source, synthetic } = data
  const attribution = attributionIn({ attribution: source.attribution, synthetic }, lang)
  return html`<p class="quiet small credit"><a href="${source.url}" rel="noopener">${attribution}
    </a> · ${words.data} ${dateTimeLabel(data.issuedAt, timezone, lang)} · ${checkedLabel(data.ageHours, lang)}</p>`
}

export function noticeList(
  notices: readonly Notice[],
  { synthetic }: Pick<ReportData, 'synthetic'>,
  { lang }: Visitor
): Markup | null {
  if (notices.length === 0) return null
  const demoName = synthetic ? { source: wordsIn(lang).frame.demoSource } : {}
  return html`<ul class="notices">${notices.map(
    ({ code, parameters }) => html`<li>${noticeMessage(code, { ...parameters, ...demoName }, lang)}</li>`
  )}</ul>`
}
