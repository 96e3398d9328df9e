/** The page that a new alert leads to, for an hour at a separate address: loading it again makes no second alert. */
import { shownLabel } from '../../alerts/label.ts'
import { type MadeSubscription, madeSubscription } from '../../alerts/made.ts'
import { placeNameOf } from '../../alerts/message-place.ts'
import type { AlertProblem } from '../../alerts/problems.ts'
import { type EvaluationNow, noticesOf } from '../../alerts/subscription-answer.ts'
import { tokenFor } from '../../alerts/tokens.ts'
import { instructionSentence } from '../../alerts/words/render-alert.ts'
import type { Threshold } from '../../frost/temperature-threshold.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { statusOf } from '../../http/problem-catalogue.ts'
import { clockAt } from '../../language/dates.ts'
import { type Language, languages, wordsIn } from '../../language/language.ts'
import { formatScore, percent, shownScore } from '../../language/numbers.ts'
import { readFieldLocation } from '../../weather/field.ts'
import { html, type Markup } from '../html.ts'
import { privateAnswer, type SiteFrame } from '../layout.ts'
import { fieldPath, madePath, placePath, withQuery } from '../paths.ts'
import { type Visitor, visitorOf } from '../visitor.ts'
import { alertFacts, shownChannel } from './alert-facts.ts'
import { codeForm, managePath } from './manage-fields.ts'
import { act, type ManageFormDeps } from './manage-form.ts'
import { doneLine } from './managed-main.ts'

export function madePages(frame: SiteFrame, deps: ManageFormDeps): readonly Page[] {
  return languages.flatMap((lang): readonly Page[] => {
    const path = madePath(lang, ':token')
    const page = (request: PageRequest) => answer(frame, deps, request, visitorOf(request, lang))
    return [
      { method: 'GET', path, render: page },
      { method: 'POST', path, render: page }
    ]
  })
}

async function answer(
  frame: SiteFrame,
  deps: ManageFormDeps,
  request: PageRequest,
  visitor: Visitor
): Promise<PageAnswer> {
  const { alerts } = deps
  const token = request.params['token'] ?? ''
  const held = Number(request.query.get('held') ?? Number.NaN)
  const look = () => madeSubscription(alerts, token, Number.isSafeInteger(held) ? held : null)
  const found = await look()
  const words = wordsIn(visitor.lang).linkPages
  if (found === null || found === 'over') {
    const [title, text] = found === null ? [words.unknown, words.unknownText] : words.madeOver
    const main = html`<h1>${title}</h1><p class="lede">${text}</p>`
    return page(frame, deps, { visitor, title, main, status: found === null ? 404 : 410 })
  }
  const { id } = found.subscription
  const manageToken = tokenFor(alerts.keys, 'manage', id)
  const form = request.form ?? new URLSearchParams()
  const done = await act(deps, { id, token: manageToken }, form, found.answer.subscription)
  if (done !== null) deps.wake()
  const now = done === null ? found : await look()
  const made = now === null || now === 'over' ? found : now
  const placeName = nameOf(deps, made, visitor)
  const back = made.place === null ? null : backLink(made, placeName, visitor)
  const shown: MadeAlert = {
    made,
    facts: alertFacts(alerts, { ...made.subscription, placeName }, visitor),
    channelName: shownChannel(alerts, made.subscription.channel, visitor.lang),
    manageToken,
    done,
    now: alerts.now(),
    siteUrl: alerts.siteUrl
  }
  const status = done !== null && typeof done === 'object' ? statusOf(done.code, 'body') : 200
  const title = madeHeading(made, visitor.lang)
  return page(frame, deps, { visitor, title, main: html`${madeMain(shown, visitor)}${back}`, status })
}

/** Before the confirmation the reader is the author of the name; afterwards it is the name in the messages. */
function nameOf({ alerts }: ManageFormDeps, { subscription }: MadeSubscription, { lang }: Visitor): string {
  const { state, label, labelIsOwn } = subscription
  const labelIsReaders = labelIsOwn || state === 'pending_confirmation'
  const isPlain = shownLabel(label, labelIsReaders).label !== null
  return placeNameOf(alerts, { ...subscription, labelIsOwn: labelIsReaders && isPlain, language: lang })
}

function backLink({ subscription }: MadeSubscription, name: string, { lang, carried }: Visitor): Markup {
  const { location, crop, stage, exposure, label } = subscription
  const point = readFieldLocation(location)
  const path = point === null ? placePath(lang, location) : fieldPath(lang, point.key)
  const asked = { crop: crop === 'generic' ? null : crop, stage, exposure }
  const href = withQuery(path, { ...carried, lang: null, ...asked, label: point === null ? null : label })
  return html`<p><a class="alone" href="${href}">${wordsIn(lang).subscribe.back(name)}</a></p>`
}

function page(
  frame: SiteFrame,
  { alerts }: ManageFormDeps,
  { visitor, title, main, status }: { visitor: Visitor; title: string; main: Markup; status: number }
): PageAnswer {
  const whole = html`<div class="stack narrow">${main}</div>`
  return privateAnswer(frame, { visitor, title, main: whole, status, synthetic: alerts.isDemo() })
}

interface MadeAlert {
  readonly made: MadeSubscription
  readonly facts: Markup
  readonly channelName: string
  /** Token of the manage page, and of the form for a code that came by telephone. */
  readonly manageToken: string
  /** The outcome of a button: see `doneLine`; null where none was pressed. */
  readonly done: string | AlertProblem | null
  /** When the page is rendered [ms since epoch]. */
  readonly now: number
  readonly siteUrl: string
}

function madeHeading({ answer }: MadeSubscription, lang: Language): string {
  const { linkPages, subscribe } = wordsIn(lang)
  const { status, preview } = answer.subscription
  if (status === 'pending_confirmation') return subscribe.pending
  if (status === 'unsubscribed') return linkPages.stopped
  if (status === 'expired') return linkPages.expired
  return status === 'active' ? (preview ? subscribe.subscribed : linkPages.confirmed) : linkPages.manageTitle
}

function madeMain(shown: MadeAlert, visitor: Visitor): Markup {
  const { made, facts, done, manageToken } = shown
  const { lang } = visitor
  const words = wordsIn(lang).subscribe
  const { confirmation, subscription } = made.answer
  const [first, ...rest] = nextSteps(made, lang)
  const news = first === undefined ? null : html`<p class="lede">${first}</p>`
  const said = done === null ? news : doneLine(done, visitor)
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

/** The next steps; an awaited confirmation comes first. */
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
  return steps.length === 0 && subscription.pushes ? [linkPages.confirmedText] : steps
}

function presentLine({ answer, place, waitsUntil }: MadeSubscription, lang: Language): Markup | null {
  const { subscription, evaluation } = answer
  const { status, preview, threshold } = subscription
  const state = preview ? 'preview' : status === 'active' ? 'on' : 'pending'
  const timezone = place?.timezone ?? 'UTC'
  const sentence = presentSentence({ evaluation, waitsUntil, state, threshold, timezone }, lang)
  return sentence === null ? null : html`<p>${sentence}</p>`
}

interface Present {
  readonly evaluation: EvaluationNow
  readonly waitsUntil: number | null
  readonly state: 'on' | 'pending' | 'preview'
  readonly threshold: Threshold
  readonly timezone: string
}

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

/** Buttons for a test and, for some minutes, to take the alert back; each is a form of this page. */
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

/** An address that a person gives to another program is there in full; the others are behind their words. */
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
