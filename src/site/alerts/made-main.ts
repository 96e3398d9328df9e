/** What was made of the subscribe form: whether it is on, what is to be done next, and how to change or undo it. */
import type { MadeSubscription } from '../../alerts/made.ts'
import type { AlertProblem } from '../../alerts/problems.ts'
import { type EvaluationNow, noticesOf } from '../../alerts/subscription-answer.ts'
import { instructionSentence } from '../../alerts/words/render-alert.ts'
import type { Threshold } from '../../frost/temperature-threshold.ts'
import { clockAt } from '../../language/dates.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { formatScore, percent, shownScore } from '../../language/numbers.ts'
import { html, type Markup } from '../html.ts'
import { withQuery } from '../paths.ts'
import type { Visitor } from '../visitor.ts'
import { codeForm, managePath } from './manage-fields.ts'
import { doneLine } from './managed-main.ts'

/** What a page of a new alert shows. */
export interface MadeAlert {
  readonly made: MadeSubscription
  readonly facts: Markup
  readonly channelName: string
  /** Of the manage page; the form of a code that came by telephone has it too. */
  readonly manageToken: string
  /** What a button did: see `doneLine`; null where none was pressed. */
  readonly done: string | AlertProblem | null
  /** When the page is made [ms since epoch]. */
  readonly now: number
  readonly siteUrl: string
}

/** The heading of the page. */
export function madeHeading({ answer }: MadeSubscription, lang: Language): string {
  const { linkPages, subscribe } = wordsIn(lang)
  const { status, preview } = answer.subscription
  if (status === 'pending_confirmation') return subscribe.pending
  if (status === 'unsubscribed') return linkPages.stopped
  if (status === 'expired') return linkPages.expired
  return status === 'active' ? (preview ? subscribe.subscribed : linkPages.confirmed) : linkPages.manageTitle
}

export function madeMain(shown: MadeAlert, visitor: Visitor): Markup {
  const { made, facts, done, manageToken } = shown
  const { lang } = visitor
  const words = wordsIn(lang).subscribe
  const { confirmation, subscription } = made.answer
  const [first, ...rest] = nextSteps(made, lang)
  const said = done === null ? html`<p class="lede">${first}</p>` : doneLine(done, visitor)
  const isEnded = subscription.endedAt !== null
  const open = confirmation.url
  return html`<h1>${madeHeading(made, lang)}</h1>${said}${rest.map((sentence) => html`<p>${sentence}</p>`)}
${
  open === null || isEnded
    ? null
    : html`<p><a class="button" href="${safeAddress(open)}" rel="noopener">
  ${words.openIn(shown.channelName)}</a></p>`
}
${confirmation.method === 'code' && !isEnded ? codeForm(manageToken, visitor) : null}
${facts}
${isEnded ? null : presentLine(made, lang)}
${buttons(shown, lang)}
${
  isEnded
    ? null
    : html`<ul class="addresses">${addressesOf(shown, visitor)}</ul>
  <p class="quiet small">${words.keepSecret}</p>`
}`
}

/** What happens next comes first: a confirmation that waits. */
function nextSteps({ answer, place }: MadeSubscription, lang: Language): readonly string[] {
  const { subscribe: words, alerts, manage, linkPages } = wordsIn(lang)
  const { subscription, confirmation } = answer
  if (subscription.status === 'unsubscribed') return [linkPages.stoppedText]
  if (subscription.status === 'expired') return [linkPages.expiredText]
  if (subscription.status === 'paused' || subscription.status === 'suspended')
    return [`${linkPages.status}: ${manage.states[subscription.status]}`]
  const { delayedUntil } = confirmation
  const delayedTo = delayedUntil === null ? '' : clockAt(delayedUntil, place?.timezone ?? 'UTC', lang)
  const notices = noticesOf(answer).map((code) => alerts.subscribeNotices[code](delayedTo))
  const asked =
    delayedUntil === null && confirmation.instructions !== null
      ? instructionSentence(confirmation.instructions, lang)
      : null
  const preview = subscription.preview ? [subscription.pushes ? words.previewOnly : words.previewFetched] : []
  const steps = [...preview, ...(asked === null ? [] : [asked]), ...notices]
  return steps.length === 0 ? [words.active] : steps
}

function presentLine({ answer, place, waitsUntil }: MadeSubscription, lang: Language): Markup | null {
  const { subscription, evaluation } = answer
  const { status, preview, threshold } = subscription
  const state = preview ? 'preview' : status === 'active' ? 'on' : 'pending'
  const timezone = place?.timezone ?? 'UTC'
  const sentence = presentSentence({ evaluation, waitsUntil, state, threshold, timezone }, lang)
  return sentence === null ? null : html`<p>${sentence}</p>`
}

export interface Present {
  readonly evaluation: EvaluationNow
  readonly waitsUntil: number | null
  readonly state: 'on' | 'pending' | 'preview'
  readonly threshold: Threshold
  readonly timezone: string
}

/**
 * Whether one of the coming nights reaches the threshold, and when its first message leaves; null without a forecast.
 */
export function presentSentence(present: Present, lang: Language): string | null {
  const words = wordsIn(lang).subscribe
  const { evaluation, waitsUntil, state, threshold, timezone } = present
  const { currentScore: score, currentProbability, wouldFireNow } = evaluation
  if (score === null) return null
  const leavesAt = waitsUntil === null ? null : clockAt(waitsUntil, timezone, lang)
  const fires = wouldFireNow === true
  if (currentProbability !== null && typeof threshold !== 'number') {
    const share = (probability: number): string => percent(100 * probability, lang)
    const reached = words.probabilityNow(share(currentProbability), share(threshold.probability))
    if (!fires || state === 'preview') return reached
    return `${reached} ${state === 'on' ? words.firstMessage(leavesAt) : words.onConfirming(leavesAt)}`
  }
  const shown = scoreBeside(threshold, score, lang)
  if (!fires) return words.wouldNotFire(shown)
  if (state === 'pending') return `${words.reaches(shown)} ${words.onConfirming(leavesAt)}`
  if (state === 'on') return leavesAt === null ? words.fired(shown) : words.firesAt(shown, leavesAt)
  return leavesAt === null ? words.wouldFire(shown) : words.wouldFireAt(shown, leavesAt)
}

/** As everywhere else; where its rounding passes the threshold that it is compared with, it says that it is rounded. */
function scoreBeside(threshold: Threshold, score: number, lang: Language): string {
  const shown = formatScore(score, lang)
  const least = typeof threshold === 'number' ? threshold : score
  return shownScore(score) >= least === score >= least ? shown : wordsIn(lang).subscribe.rounded(shown)
}

/** A test, and for some minutes the way back; each is a form of this very page. */
function buttons({ made, now }: MadeAlert, lang: Language): Markup | null {
  const { linkPages: words, subscribe } = wordsIn(lang)
  const { status, takenBackUntil } = made.answer.subscription
  const act = (name: string, label: string, isPlain: boolean): Markup =>
    html`<form method="post"><input type="hidden" name="act" value="${name}">
      <input type="hidden" name="sure" value="${String(now)}">
      <button${isPlain ? html` class="plain"` : null}>${label}</button></form>`
  if (takenBackUntil) return html`<p>${words.takeBackText}</p>${act('resume', words.takeBack, false)}`
  const offered = [
    status === 'active' ? act('test', words.test, false) : null,
    made.canBeUndone ? act('end', subscribe.undo, true) : null
  ].filter((one) => one !== null)
  return offered.length === 0 ? null : html`<div class="actions">${offered}</div>`
}

/** An address that a person gives to another program stands there in full; the others are behind their words. */
function addressesOf(
  { made, manageToken, siteUrl }: MadeAlert,
  { lang, carried }: Visitor
): readonly Markup[] {
  const words = wordsIn(lang).subscribe
  const { channelUrl, confirmation, previewUrl, manage } = made.answer
  // The visitor's browser may reach this service by another address than SITE_URL.
  const here = (url: string): string => (url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url)
  const link = (url: string, label: string): Markup =>
    html`<li><a href="${safeAddress(url)}" rel="noopener">${label}</a></li>`
  const isOwnAddress = channelUrl !== null && channelUrl !== confirmation.url
  return [
    ...(isOwnAddress
      ? [
          html`<li>${words.addressLink}: <a href="${safeAddress(channelUrl)}" rel="noopener">${channelUrl}</a></li>`
        ]
      : []),
    ...(previewUrl === null ? [] : [link(here(previewUrl), words.previewLink)]),
    link(`${withQuery(managePath, { ...carried, lang })}#${manageToken}`, words.manage),
    link(here(manage.unsubscribeUrl), words.stop)
  ]
}

/** Only web addresses and paths of this service become links, whatever a channel hands over. */
function safeAddress(url: string): string {
  return /^(https?:\/\/|\/(?!\/))/.test(url) ? url : '#'
}
