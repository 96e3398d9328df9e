import { secondMs } from '../../common/time.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { ageLabel } from '../../language/dates.ts'
import type { Catalogue } from '../../language/en/registry.ts'
import { channelName } from '../../language/labels.ts'
import { wordsIn } from '../../language/language.ts'
import { formatNumber } from '../../language/numbers.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import type { AskedHealth, PreviewMessage, SiteData, SiteStatus, SourceStatus, SpentCalls } from '../ports.ts'
import { negotiatedVisitor, type Visitor } from '../visitor.ts'

const maxShown = 100

export function previewPage(frame: SiteFrame, data: SiteData): Page {
  return { method: 'GET', path: '/preview', render: (request) => renderPreviews(frame, data, request) }
}

async function renderPreviews(frame: SiteFrame, data: SiteData, request: PageRequest): Promise<PageAnswer> {
  const visitor = negotiatedVisitor(request)
  const words = wordsIn(visitor.lang).status
  const messages = (await data.previews()).slice(0, maxShown)
  return pageAnswer(frame, {
    visitor,
    title: `${words.previews} – Ayaz`,
    description: words.previewIntro,
    main: html`<div class="stack"><h1>${words.previews}</h1><p class="lede">${words.previewIntro}</p>${
      messages.length === 0
        ? html`<p>${words.noPreviews}</p>`
        : html`<ol class="previews">${messages.map((message) => card(message, visitor, request.nowAt))}</ol>`
    }</div>`,
    path: '/preview',
    synthetic: data.isDemo(),
    unlisted: true
  })
}

function card({ id, at, channel, lang, shown }: PreviewMessage, visitor: Visitor, nowAt: number): Markup {
  const when = ageLabel((nowAt - at) / secondMs, visitor.lang)
  const headers = shown.headers.map(([name, value]) => `${name}: ${value}`).join('\n')
  return html`<li id="${id}" class="panel shows-${shown.appearance}"><p class="quiet small">
    ${channelName(channel, visitor.lang)} · ${when}</p>
${headers === '' ? null : html`<pre class="wire" tabindex="0">${headers}</pre>`}<div class="shown" lang="${lang}">${
    shown.title === null ? null : html`<h2>${shown.title}</h2>`
  }<pre class="letter" tabindex="0">${shown.text}</pre></div></li>`
}

/** The page that says how the service is; never cached, so that it is up to date. */
export function statusPage(frame: SiteFrame, data: Pick<SiteData, 'status' | 'isDemo'>): Page {
  return { method: 'GET', path: '/status', render: (request) => renderStatus(frame, data, request) }
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
    main: html`<div class="stack"><h1>${words.status}</h1>${sourcesSection(status.sources, visitor, request.nowAt)}
      <div class="pair">${workSection(status, visitor, request.nowAt)}${deliverySection(status, visitor, words)}</div>
      </div>`,
    path: '/status',
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
        : `${ago(lastEvaluation.at, nowAt, visitor)} (${formatNumber(lastEvaluation.places, 0, visitor.lang)} ` +
          `${lastEvaluation.places === 1 ? words.place : words.places}, ` +
          `${formatNumber(lastEvaluation.milliseconds, 0, visitor.lang)} ms)`
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

function sourcesSection(sources: readonly SourceStatus[], visitor: Visitor, nowAt: number): Markup {
  const words = wordsIn(visitor.lang).status
  return html`<section class="panel" aria-labelledby="sources"><h2 id="sources">${words.sources}</h2>
    <table class="sources rows"><thead><tr><th scope="col">${words.source}</th><th scope="col">${words.state}</th>
    <th scope="col">${words.lastAnswer}</th><th scope="col">${words.lastFailure}</th>
    <th scope="col" class="number">${words.budget}</th></tr></thead><tbody>${sources.map((source) =>
      sourceRows(source, visitor, nowAt)
    )}</tbody></table></section>`
}

function sourceRows(source: SourceStatus, visitor: Visitor, nowAt: number): readonly Markup[] {
  const words = wordsIn(visitor.lang).status
  const number = (value: number) => formatNumber(value, 0, visitor.lang)
  const name = source.synthetic ? wordsIn(visitor.lang).frame.demoSource : source.name
  const spent = ({ used, budget }: SpentCalls) =>
    `${number(used)} / ${budget === null ? words.unlimited : number(budget)}`
  const row = (title: Markup | string, asked: AskedHealth, cost: string) =>
    html`<tr><th scope="row">${title}</th><td>${words[asked.state]}</td>
      <td class="more" data-label="${words.lastAnswer}">${ago(asked.lastAnswerAt, nowAt, visitor)}</td>
      <td class="failure more" data-label="${words.lastFailure}">${failureCell(asked, visitor, nowAt)}</td>
      <td class="number more" data-label="${words.budget}">${cost}</td></tr>`
  const { calls, ensemble, season } = source
  const beside = (asked: AskedHealth, what: 'ensemble' | 'season', ownCalls: SpentCalls | null) =>
    row(besideTitle(name, words[what]), asked, ownCalls === null ? words.countedAbove : spent(ownCalls))
  return [
    row(name, source, spent(calls)),
    ...(ensemble === null ? [] : [beside(ensemble, 'ensemble', ensemble.ownCalls)]),
    ...(season === null ? [] : [beside(season, 'season', null)])
  ]
}

/** Indented under its source, whose name only a screen reader hears again. */
function besideTitle(source: string, what: string): Markup {
  return html`<span class="beside quiet"><span class="unseen">${source}: </span>${what}</span>`
}

/** The failure in the page's language, with the details for the operator in small print. */
function failureCell({ lastFailure }: AskedHealth, visitor: Visitor, nowAt: number): Markup | string {
  const words = wordsIn(visitor.lang).status
  if (lastFailure === null) return words.noFailure
  const { kind, message, at } = lastFailure
  return html`${words.failures[kind]} <span class="when">(${ago(at, nowAt, visitor)})</span><br>
    <small class="quiet" lang="en">${message}</small>`
}

/** The age of an instant [ms since epoch] in words; null = it has not been yet. */
function ago(at: number | null, nowAt: number, { lang }: Visitor): string {
  return at === null ? wordsIn(lang).status.never : ageLabel((nowAt - at) / secondMs, lang)
}
