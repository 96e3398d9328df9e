/** Where the subscribe form arrives, and the page that tells what came of it. */

import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import type { Catalogue } from '../../language/en.ts'
import { type Language, languages, wordsIn } from '../../language/language.ts'
import { formatScore } from '../../language/numbers.ts'
import type { Place } from '../../weather/point.ts'
import { curveQuestion } from '../curve-question.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import { homePath, placePath, subscribePath } from '../paths.ts'
import type { SiteData, SubscribeOutcome } from '../ports.ts'
import { type Visitor, visitorOf } from '../visitor.ts'

/** The form's target in both languages. The answers hold secrets: nobody may keep them. */
export function subscribePages(frame: SiteFrame, data: SiteData): readonly Page[] {
  return languages.map((lang) => ({
    method: 'POST',
    path: subscribePath(lang),
    policy: 'page',
    render: (request) => renderOutcome(frame, data, request, lang)
  }))
}

async function renderOutcome(
  frame: SiteFrame,
  data: SiteData,
  request: PageRequest,
  lang: Language
): Promise<PageAnswer> {
  const visitor = visitorOf(request, lang)
  const form = request.form ?? new URLSearchParams()
  const lookup = data.findPlace(form.get('location') ?? '')
  const place = lookup.kind === 'unknown' ? null : lookup.place
  const outcome = await data.subscribe(
    {
      location: place?.slug ?? form.get('location') ?? '',
      channel: form.get('channel') ?? '',
      threshold: Number(form.get('threshold') ?? ''),
      destination: form.get('destination') || null,
      ...curveQuestion(form),
      lang
    },
    request.client
  )
  const words = wordsIn(lang).subscribe
  return pageAnswer(frame, {
    visitor,
    title: `${headingOf(outcome, words)} – Ayaz`,
    description: words.intro,
    main: outcomeMain(outcome, place, visitor),
    alternates: null,
    status: outcome.kind === 'refused' ? outcome.status : 200,
    maxAgeSeconds: null,
    synthetic: data.isDemo(),
    unlisted: true
  })
}

function headingOf(outcome: SubscribeOutcome, words: Catalogue['subscribe']): string {
  if (outcome.kind === 'refused') return words.refused
  return outcome.status === 'active' ? words.subscribed : words.pending
}

function outcomeMain(outcome: SubscribeOutcome, place: Place | null, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).subscribe
  const back =
    place === null
      ? html`<p><a href="${homePath(visitor.lang)}">${words.back('Ayaz')}</a></p>`
      : html`<p><a href="${placePath(visitor.lang, place.slug)}">${words.back(place.name)}</a></p>`
  return html`<div class="stack narrow"><h1>${headingOf(outcome, words)}</h1>${
    outcome.kind === 'refused'
      ? html`<p class="lede">${outcome.detail}</p>`
      : subscribed(outcome, visitor, words)
  }${back}</div>`
}

function subscribed(
  outcome: SubscribeOutcome & { kind: 'subscribed' },
  visitor: Visitor,
  words: Catalogue['subscribe']
): Markup {
  const preview = outcome.pushes ? words.previewOnly : words.previewFetched
  const present = outcome.wouldFireNow ? words.wouldFire : words.wouldNotFire
  const addresses = [
    ...outcome.links,
    ...(outcome.manageUrl === null ? [] : [{ label: words.manage, url: outcome.manageUrl }]),
    ...(outcome.unsubscribeUrl === null ? [] : [{ label: words.stop, url: outcome.unsubscribeUrl }])
  ]
  return html`<p class="lede">${outcome.preview ? preview : (outcome.instructions ?? words.active)}</p>
${outcome.preview && outcome.instructions !== null ? html`<p>${outcome.instructions}</p>` : null}
${outcome.currentScore === null ? null : html`<p>${present(formatScore(outcome.currentScore, visitor.lang))}</p>`}
<ul class="addresses">${addresses.map(({ label, url }) => html`<li>${label}: <a href="${safeAddress(url)}" rel="noopener">${url}</a></li>`)}</ul>
<p class="quiet small">${words.getOrCreateSecret}</p>`
}

/** Only web addresses become links, whatever a channel hands over. */
function safeAddress(url: string): string {
  return /^https?:\/\//.test(url) ? url : '#'
}
