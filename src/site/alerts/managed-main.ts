import type { Alerts } from '../../alerts/alerts.ts'
import type { ComingNight, PastNight } from '../../alerts/coming-nights.ts'
import type { LoggedMessage } from '../../alerts/outbox-ports.ts'
import type { AlertProblem } from '../../alerts/problems.ts'
import { calendarUrl, type SubscriptionView } from '../../alerts/subscription-answer.ts'
import { plantPartOf } from '../../frost/scoring-profile.ts'
import { statusOf } from '../../http/problem-catalogue.ts'
import { dateTimeLabel, inSeconds, nightName, sentenceCase } from '../../language/dates.ts'
import { wordsIn } from '../../language/language.ts'
import { formatScore, formatTemperature } from '../../language/numbers.ts'
import { isFieldLocation, readFieldLocation } from '../../weather/field.ts'
import { html, type Markup } from '../html.ts'
import { saidWords } from '../past-nights.ts'
import { refusalLine } from '../pieces.ts'
import type { Visitor } from '../visitor.ts'
import {
  codeForm,
  heldForm,
  manageAction,
  type RefusedForm,
  readByHand,
  thresholdFields,
  tokenForm
} from './manage-fields.ts'
import { type NamesDeps, shownNames } from './manage-page.ts'

interface Shown {
  readonly subscription: SubscriptionView
  readonly token: string
  /** The name of the sentence that says what was done, or why it was not; null: nothing was asked for. */
  readonly done: string | AlertProblem | null
  /** When the page is rendered [ms since epoch]. */
  readonly now: number
  readonly isEnding: boolean
  readonly sent: readonly LoggedMessage[]
  readonly nights: readonly ComingNight[]
  readonly past: readonly PastNight[]
  readonly typed: URLSearchParams
}

const previewToken = 'preview'

export function tokenMain(fault: AlertProblem, token: string, visitor: Visitor): Markup {
  const { manageProblems, linkPages } = wordsIn(visitor.lang)
  const said = token === previewToken ? manageProblems.preview : refusalText(fault, visitor)
  return html`<div class="stack narrow"><h1>${linkPages.manageTitle}</h1>${refusalLine(said)}${tokenForm(visitor)}
    </div>`
}

type ManagedAlerts = NamesDeps & Pick<Alerts, 'keys' | 'siteUrl'>

export function managedMain(alerts: ManagedAlerts, shown: Shown, visitor: Visitor): Markup {
  const { subscription, isEnding } = shown
  const isReadable =
    !isEnding && subscription.endedAt === null && subscription.status !== 'pending_confirmation'
  const { linkPages: words, manage, place } = wordsIn(visitor.lang)
  const names = shownNames(alerts, memberOf(subscription), visitor)
  const rows: readonly (readonly [string, string | Markup])[] = [
    [words.place, html`<a href="${names.place}">${names.location}</a>`],
    [place.crop, names.crop],
    [words.channel, names.channel],
    [words.status, manage.states[subscription.status]]
  ]
  return html`<div class="stack narrow"><h1>${words.manageTitle}</h1>
    ${shown.done === null ? null : doneLine(shown.done, visitor)}
<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${isCodeAwaited(alerts, subscription) ? codeForm(shown.token, visitor) : null}
${isEnding ? ending(shown, visitor) : offers(shown, names.stages, visitor)}
${nightList(alerts, shown, visitor)}
${sentList(alerts, shown, visitor)}
${isReadable ? readByHand(shown.token, visitor) : null}
${subscription.endedAt === null ? calendarLine(alerts, subscription, visitor) : null}</div>`
}

function nightList(alerts: NamesDeps, shown: Shown, visitor: Visitor): Markup | null {
  const { subscription, nights } = shown
  const { lang } = visitor
  if (nights.length === 0 && shown.past.length === 0) return null
  const { manage, alerts: said } = wordsIn(lang)
  const timezone = alerts.places.find(subscription.location)?.timezone ?? 'UTC'
  const timeOf = (at: number): string => dateTimeLabel(at, timezone, lang)
  const why = (reason: ComingNight['reason']): string => {
    if (reason.kind === 'sent') return manage.nights.sent(timeOf(reason.at))
    return reason.kind === 'waits' ? manage.nights.waits(timeOf(reason.until)) : manage.nights[reason.kind]
  }
  const isOfAir = typeof subscription.threshold !== 'number' && subscription.threshold.of === 'air'
  const numbers = ({
    plantTemperatureMinC: plants,
    airTemperatureMinC: air,
    score
  }: ComingNight['night']) => [
    ...(isOfAir && air !== null ? [said.air(formatTemperature(air, '°C', lang))] : []),
    ...(isOfAir || plants === null ? [] : [said.plants(formatTemperature(plants, '°C', lang))]),
    ...(score === null ? [] : [`${formatScore(score, lang)} / 100`])
  ]
  const item = ({ night, reason }: ComingNight): Markup =>
    html`<li>${sentenceCase(nightName(night.date, lang))}: ${[...numbers(night), why(reason)].join(', ')}</li>`
  return html`<section data-nights><h2>${manage.nights.heading}</h2>
    <ol class="reasons">${nights.map(item)}</ol>${pastList(shown, timeOf, visitor)}</section>`
}

/** Past nights: what was forecast, what was measured, and whether a message was sent. */
function pastList({ past }: Shown, timeOf: (at: number) => string, visitor: Visitor): Markup | null {
  const { lang } = visitor
  if (past.length === 0) return null
  const { manage } = wordsIn(lang)
  const item = (night: PastNight): Markup => {
    const { date, score, reason } = night
    const points = score === null ? null : `${formatScore(score, lang)} / 100`
    const message =
      reason.kind === 'sent' ? manage.nights.sent(timeOf(reason.at)) : manage.pastNights[reason.kind]
    const parts = [...saidWords(night, visitor, points), message]
    return html`<li>${sentenceCase(nightName(date, lang))}: ${parts.join(', ')}</li>`
  }
  return html`<details><summary><h2>${manage.pastNights.heading}</h2></summary>
    <p class="quiet small">${manage.pastNights.saidNote} ${
      past.some(({ score }) => score !== null) ? manage.pastNights.scoreNote : null
    }
    </p>
    <ol class="reasons">${past.map(item)}</ol></details>`
}

function calendarLine(alerts: ManagedAlerts, { id }: SubscriptionView, { lang }: Visitor): Markup {
  const { link, note } = wordsIn(lang).calendar
  return html`<p><a href="${calendarUrl(alerts, id)}">${link}</a>. ${note}</p>`
}

function isCodeAwaited({ channels }: NamesDeps, { status, channel }: SubscriptionView): boolean {
  return status === 'pending_confirmation' && channels.get(channel)?.confirmation === 'code'
}

function memberOf(subscription: SubscriptionView): (member: string) => string {
  const { location, channel, crop, stage, stageIsOld, exposure, label } = subscription
  const point = readFieldLocation(location)
  const texts: Readonly<Record<string, string | number | boolean | null | undefined>> = {
    channel,
    crop,
    stage,
    stage_is_old: stageIsOld,
    exposure,
    label,
    lat: point?.lat,
    lon: point?.lon,
    elevation: point?.elevation,
    location: isFieldLocation(location) ? null : location
  }
  return (member) => String(texts[member] ?? '')
}

/** What a button did: the sentence of its name, or why nothing was done. */
export function doneLine(done: string | AlertProblem, visitor: Visitor): Markup {
  if (typeof done === 'object') return refusalLine(refusalText(done, visitor))
  const sentences: Readonly<Record<string, string>> = wordsIn(visitor.lang).manage.done
  return html`<p class="lede" role="status">${sentences[done]}</p>`
}

export function refusalText({ code, errors, retryAfterSeconds }: AlertProblem, { lang }: Visitor): string {
  const sentences: Readonly<Record<string, string>> = wordsIn(lang).manageProblems
  const status = statusOf(code, 'body')
  const [wrong] = errors
  const names = [
    `${wrong?.pointer} ${wrong?.code}`,
    wrong?.pointer ?? '',
    code,
    String(status),
    status >= 500 ? '5xx' : '4xx'
  ]
  const sentence = names.map((name) => sentences[name]).find((one) => one !== undefined) ?? ''
  const when = retryAfterSeconds === undefined ? sentences['later'] : inSeconds(retryAfterSeconds, lang)
  return sentence.replace('{when}', when ?? '')
}

function form({ token }: Shown, act: string, visitor: Visitor, content: Markup): Markup {
  return heldForm({ action: manageAction(visitor), token, act }, content)
}

function ending(shown: Shown, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).linkPages
  return html`<h2>${words.stopTitle}</h2>${form(shown, 'look', visitor, html`<button>${words.goBack}</button>`)}
${form(
  shown,
  'end',
  visitor,
  html`<input type="hidden" name="sure" value="${String(shown.now)}">
  <button class="danger">${words.endSure}</button>`
)}`
}

function offers(shown: Shown, stages: readonly Markup[], visitor: Visitor): Markup | null {
  const { status, threshold, stage: current } = shown.subscription
  const words = wordsIn(visitor.lang).linkPages
  if (shown.subscription.takenBackUntil)
    return html`<p>${words.takeBackText}</p>${form(shown, 'resume', visitor, html`<button>${words.takeBack}</button>`)}`
  if (status === 'unsubscribed' || status === 'expired') return null
  const fields = thresholdFields(
    { threshold, part: plantPartOf({ stage: current }), refused: refusedIn(shown) },
    visitor
  )
  const offered = [
    ...(status === 'active' ? (['pause'] as const) : []),
    ...(status === 'paused' ? (['resume'] as const) : []),
    ...(status === 'pending_confirmation' ? [] : (['test'] as const))
  ]
  const stage = html`<fieldset class="stages"><legend>${words.stageNow}</legend>${stages}</fieldset>
    <button>${words.renewStage}</button>`
  return html`${stages.length === 0 ? null : form(shown, 'stage', visitor, stage)}
${form(shown, 'threshold', visitor, html`${fields}<button>${words.change}</button>`)}
${offered.map((act) => form(shown, act, visitor, html`<button>${words[act]}</button>`))}
${form(shown, 'end', visitor, html`<button class="danger">${words.end}</button>`)}`
}

/** The form of the threshold, where it was refused: the correction begins at what was typed. */
function refusedIn({ done, typed }: Shown): RefusedForm | null {
  if (done === null || typeof done === 'string' || typed.get('act') !== 'threshold') return null
  return { typed, members: done.errors.map(({ pointer }) => pointer.slice(1)) }
}

const ofInactive: readonly (string | null)[] = [null, 'test', 'verify', 'confirm']

/** The outcome of a message, so far as it is known. Only an active alert warns. */
function sentOutcome({ state, reason, kind }: LoggedMessage, { status, endedAt }: SubscriptionView): string {
  if (state !== 'queued') return state === 'sent' ? 'delivered' : state
  if (endedAt !== null) return 'never'
  if (reason === 'too_many_proofs') return reason
  const isHeld = reason === 'until_morning'
  if (status === 'active') return isHeld ? reason : state
  return isHeld || !ofInactive.includes(kind) ? 'while_inactive' : state
}

function sentList(alerts: NamesDeps, shown: Shown, visitor: Visitor): Markup | null {
  const { subscription, sent } = shown
  if (sent.length === 0) return null
  const { linkPages: words, manage } = wordsIn(visitor.lang)
  const timezone = alerts.places.find(subscription.location)?.timezone ?? 'UTC'
  const resends = alerts.channels.get(subscription.channel)?.offersResend === true && !subscription.preview
  const timeOf = (at: number): string => dateTimeLabel(at, timezone, visitor.lang)
  const item = (logged: LoggedMessage): Markup => {
    const { kind, createdAt, nextAttemptAt, endedAt, messageId } = logged
    const outcome = sentOutcome(logged, subscription)
    const when = nextAttemptAt === null ? '' : timeOf(nextAttemptAt)
    const said = [
      manage.kinds[kind ?? (logged.reason === 'until_morning' ? 'change' : '')],
      manage.outcomes[outcome]?.replace('{when}', when),
      // In English, with the words of the other side; what this service waits for by itself is one word.
      logged.state !== 'sent' && logged.reason?.includes(' ') ? logged.reason : undefined
    ]
    const again = html`<input type="hidden" name="message" value="${messageId}"><button>${words.resend}</button>`
    return html`<li>
      ${timeOf(createdAt)}: ${said.filter((one) => one !== undefined).join(', ')} ${
        resends && endedAt !== null && kind !== 'verify' ? form(shown, 'resend', visitor, again) : null
      }
      </li>`
  }
  return html`<section><h2>${words.sent}</h2><ol class="sent">${sent.map(item)}</ol></section>`
}
