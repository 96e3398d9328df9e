/** How each weather source does: its forecasts, and under them what else it is asked. */
import { wordsIn } from '../../language/language.ts'
import { formatNumber } from '../../language/numbers.ts'
import { html, type Markup } from '../html.ts'
import type { AskedHealth, SourceStatus, SpentCalls } from '../status-ports.ts'
import type { Visitor } from '../visitor.ts'
import { ago } from './ago.ts'

/** The panel with the table of all sources. */
export function sourcesSection(sources: readonly SourceStatus[], visitor: Visitor, nowAt: number): Markup {
  const words = wordsIn(visitor.lang).status
  return html`<section class="panel" aria-labelledby="sources"><h2 id="sources">${words.sources}</h2><table class="sources rows"><thead><tr><th scope="col">${words.source}</th><th scope="col">${words.state}</th><th scope="col">${words.lastAnswer}</th><th scope="col">${words.lastFailure}</th><th scope="col" class="number">${words.budget}</th></tr></thead><tbody>${sources.map(
    (source) => sourceRows(source, visitor, nowAt)
  )}</tbody></table></section>`
}

function sourceRows(source: SourceStatus, visitor: Visitor, nowAt: number): readonly Markup[] {
  const words = wordsIn(visitor.lang).status
  const number = (value: number) => formatNumber(value, 0, visitor.lang)
  const name = source.synthetic ? wordsIn(visitor.lang).frame.demoSource : source.name
  const spent = ({ used, budget }: SpentCalls) =>
    `${number(used)} / ${budget === null ? words.unlimited : number(budget)}`
  const row = (title: Markup | string, asked: AskedHealth, cost: string) =>
    html`<tr><th scope="row">${title}</th><td>${words[asked.state]}</td><td class="more" data-label="${words.lastAnswer}">${ago(asked.lastAnswerAt, nowAt, visitor)}</td><td class="failure more" data-label="${words.lastFailure}">${failureCell(asked, visitor, nowAt)}</td><td class="number">${cost}</td></tr>`
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

/** What a person should know in the page's language, and in small print what the operator will look for. */
function failureCell({ lastFailure }: AskedHealth, visitor: Visitor, nowAt: number): Markup | string {
  const words = wordsIn(visitor.lang).status
  if (lastFailure === null) return words.noFailure
  const { kind, message, at } = lastFailure
  return html`${words.failures[kind]} <span class="when">(${ago(at, nowAt, visitor)})</span><br><small class="quiet" lang="en">${message}</small>`
}
