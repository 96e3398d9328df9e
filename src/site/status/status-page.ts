/** `/status`: sources, age of the data, budget, last evaluation, deliveries. */

import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import type { Catalogue } from '../../language/en.ts'
import { wordsIn } from '../../language/language.ts'
import { formatNumber } from '../../language/numbers.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import type { SiteData } from '../ports.ts'
import type { SiteStatus } from '../status-ports.ts'
import { negotiatedVisitor, type Visitor } from '../visitor.ts'
import { ago } from './ago.ts'
import { sourcesSection } from './sources-section.ts'

/** The page that tells how the service is; never kept, so that it tells the present. */
export function statusPage(frame: SiteFrame, data: Pick<SiteData, 'status' | 'isDemo'>): Page {
  return {
    method: 'GET',
    path: '/status',
    policy: 'page',
    render: (request) => renderStatus(frame, data, request)
  }
}

async function renderStatus(
  frame: SiteFrame,
  data: Pick<SiteData, 'status' | 'isDemo'>,
  request: PageRequest
): Promise<PageAnswer> {
  const visitor = negotiatedVisitor(request)
  const words = wordsIn(visitor.lang).status
  const status = await data.status(request.nowAt)
  return pageAnswer(frame, {
    visitor,
    title: `${words.status} – Ayaz`,
    description: words.status,
    main: html`<div class="stack"><h1>${words.status}</h1>${sourcesSection(status.sources, visitor, request.nowAt)}<div class="pair">${workSection(status, visitor, request.nowAt)}${deliverySection(status, visitor, words)}</div></div>`,
    alternates: null,
    path: '/status',
    maxAgeSeconds: null,
    synthetic: data.isDemo(),
    unlisted: true
  })
}

function workSection(status: SiteStatus, visitor: Visitor, nowAt: number): Markup {
  const words = wordsIn(visitor.lang).status
  const { lastEvaluation } = status
  const evaluation =
    lastEvaluation === null
      ? words.never
      : lastEvaluation === 'elsewhere'
        ? words.elsewhere
        : `${ago(lastEvaluation.at, nowAt, visitor)} (${formatNumber(lastEvaluation.places, 0, visitor.lang)} ${lastEvaluation.places === 1 ? words.place : words.places}, ${formatNumber(lastEvaluation.milliseconds, 0, visitor.lang)} ms)`
  return facts(words.service, [
    [words.version, status.version],
    [words.started, ago(status.startedAt, nowAt, visitor)],
    [`${words.age}: ${words.newest}`, ago(status.newestIssuedAt, nowAt, visitor)],
    [`${words.age}: ${words.oldest}`, ago(status.oldestIssuedAt, nowAt, visitor)],
    [words.evaluation, evaluation],
    ...airportRows(status.airports, visitor, nowAt)
  ])
}

function airportRows(
  reports: SiteStatus['airports'],
  visitor: Visitor,
  nowAt: number
): readonly (readonly [string, string])[] {
  const words = wordsIn(visitor.lang).status
  if (reports === 'elsewhere') return [[words.airports, words.elsewhere]]
  const { isOn, airports, lastAnswerAt } = reports
  if (!isOn) return []
  const count = words.airport(formatNumber(airports, 0, visitor.lang))
  const last = lastAnswerAt === null ? words.never : `${ago(lastAnswerAt, nowAt, visitor)} (${count})`
  return [[words.airports, last]]
}

function deliverySection({ deliveries }: SiteStatus, visitor: Visitor, words: Catalogue['status']): Markup {
  const number = (value: number) => formatNumber(value, 0, visitor.lang)
  if (deliveries === null) return facts(words.deliveries, [], words.storageUnavailable)
  return facts(
    words.deliveries,
    [
      [words.due, number(deliveries.due)],
      [words.late, number(deliveries.late)],
      [words.delivered, number(deliveries.deliveredToday)],
      [words.refused, number(deliveries.refusedToday)]
    ],
    words.delivery
  )
}

function facts(
  heading: string,
  rows: readonly (readonly [string, string])[],
  remark: string | null = null
): Markup {
  return html`<section class="panel"><h2>${heading}</h2><dl class="facts">${rows.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  )}</dl>${remark === null ? null : html`<p class="quiet small">${remark}</p>`}</section>`
}
