/** The pages behind the links of messages: mail scanners follow links, so only the button changes something. */
import type { Alerts } from '../../alerts/alerts.ts'
import { ownLabel } from '../../alerts/label.ts'
import {
  confirmByToken,
  fieldByToken,
  type LinkedSubscription,
  linkedSubscription,
  takeBackByToken,
  unsubscribeByToken
} from '../../alerts/links.ts'
import { madeToken } from '../../alerts/made.ts'
import { isStageOld } from '../../alerts/rules.ts'
import { acknowledge, type SeenMessage, seenMessage } from '../../alerts/seen.ts'
import { idOfToken } from '../../alerts/tokens.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { hoursBehind, nightName } from '../../language/dates.ts'
import type { Catalogue } from '../../language/en/registry.ts'
import { wordsIn } from '../../language/language.ts'
import { formatTemperature } from '../../language/numbers.ts'
import { redirect } from '../answers.ts'
import { html, type Markup } from '../html.ts'
import { privateAnswer, type SiteFrame } from '../layout.ts'
import { fieldPath, madePath, placePath, withQuery } from '../paths.ts'
import { wholeSpans } from '../pieces.ts'
import { negotiatedVisitor, type Visitor, visitorOf } from '../visitor.ts'
import { alertFacts } from './alert-facts.ts'

/* "I have seen it": the page behind the link of a short message. A look changes nothing; its one button does. */

const path = '/a/:token'

export function seenPages(frame: SiteFrame, alerts: Alerts): readonly Page[] {
  return [
    {
      method: 'GET',
      path,
      async render(request) {
        const found = await seenMessage(alerts, request.params['token'] ?? '')
        const visitor = seenVisitor(request, found)
        const { seen: words } = wordsIn(visitor.lang)
        if (found === null) return answer(frame, alerts, { visitor, outcome: 'unknown' })
        if (found.isOver) return answer(frame, alerts, { visitor, outcome: 'over' })
        const main = html`${facts(found, request.nowAt, visitor)}
          <form method="post"><button>${words.button}</button></form>`
        return linkPage(frame, alerts, { visitor, title: words.title, status: 200, main })
      }
    },
    {
      method: 'POST',
      path,
      async render(request) {
        const token = request.params['token'] ?? ''
        const visitor = seenVisitor(request, await seenMessage(alerts, token))
        const outcome = await acknowledge(alerts, token)
        return answer(frame, alerts, { visitor, outcome })
      }
    }
  ]
}

function seenVisitor(request: PageRequest, found: SeenMessage | null): Visitor {
  return found === null ? negotiatedVisitor(request) : visitorOf(request, found.language)
}

function facts({ placeName, nights, timezone }: SeenMessage, at: number, { lang }: Visitor): Markup {
  const { linkPages, alerts } = wordsIn(lang)
  const rows = nights.map((night) => {
    const hours = hoursBehind(night, { at, timezone, lang })
    const minimum = alerts.plants(formatTemperature(night.plantTemperatureMinC, '°C', lang))
    return html`<div><dt>${nightName(night.date, lang)}</dt><dd>${wholeSpans(minimum + hours)}</dd></div>`
  })
  return html`<dl class="facts"><div><dt>${linkPages.place}</dt><dd>${placeName}</dd></div>${rows}</dl>`
}

const outcomeStatuses = { seen: 200, over: 410, unknown: 404 } as const

function answer(
  frame: SiteFrame,
  alerts: Alerts,
  { visitor, outcome }: { visitor: Visitor; outcome: keyof typeof outcomeStatuses }
): PageAnswer {
  const { outcomes } = wordsIn(visitor.lang).seen
  const [title, text] = outcomes[outcome]
  const main = html`<p class="lede">${text}</p>`
  return linkPage(frame, alerts, { visitor, title, status: outcomeStatuses[outcome], main })
}

type Purpose = 'unsubscribe' | 'confirm'

type Outcome = 'stopped' | 'goesOn' | 'tooLate' | 'confirmed' | 'expired' | 'unknown' | 'preview'

/** Stands for the token in the messages of previews, which everyone may read. */
const previewToken = 'preview'

export function linkPages(frame: SiteFrame, alerts: Alerts): readonly Page[] {
  return [
    look(frame, alerts, { path: '/u/:token', purpose: 'unsubscribe' }),
    press(frame, alerts, { path: '/u/:token', purpose: 'unsubscribe' }),
    look(frame, alerts, { path: '/confirm/:token', purpose: 'confirm' }),
    press(frame, alerts, { path: '/confirm/:token', purpose: 'confirm' }),
    fieldPage(frame, alerts)
  ]
}

/** A message leads to its field by a token: what carries the message does not read the coordinates. */
function fieldPage(frame: SiteFrame, alerts: Alerts): Page {
  return {
    method: 'GET',
    path: '/field/:token',
    async render(request) {
      const linked = await fieldByToken(alerts, request.params['token'] ?? '')
      if (linked === null)
        return outcomePage(frame, alerts, { visitor: negotiatedVisitor(request), outcome: 'unknown' })
      const { subscription, key } = linked
      const { language, crop, exposure, stageGivenAt } = subscription
      const label = ownLabel(subscription.label, subscription.labelIsOwn)
      // As `placeUrl` of a message: the page asks for a stage that is no longer trusted.
      const stage = isStageOld(stageGivenAt, alerts.now()) ? null : subscription.stage
      const asked = { label, crop: crop === 'generic' ? null : crop, stage, exposure }
      return redirect(withQuery(fieldPath(language, key), asked), false)
    }
  }
}

interface LinkRoute {
  readonly path: string
  readonly purpose: Purpose
}

function look(frame: SiteFrame, alerts: Alerts, { path, purpose }: LinkRoute): Page {
  return {
    method: 'GET',
    path,
    async render(request) {
      const token = request.params['token'] ?? ''
      const linked = await linkedSubscription(alerts, purpose, token)
      const visitor = visitorFor(request, linked)
      const words = wordsIn(visitor.lang).linkPages
      if (linked === null)
        return outcomePage(frame, alerts, { visitor, outcome: nothingBehind(token, purpose) })
      if (purpose === 'unsubscribe' && linked.canGoOn)
        return outcomePage(frame, alerts, { visitor, outcome: 'stopped', linked })
      const isStop = purpose === 'unsubscribe'
      const title = isStop ? words.stopTitle : words.confirmTitle
      const button = isStop ? words.stopButton : words.confirmButton
      return linkPage(frame, alerts, {
        visitor,
        title,
        status: 200,
        main: html`${alertFacts(alerts, linked, visitor)}
          <form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">
          ${isStop ? null : labelChoice(linked, visitor)}<button>${button}</button></form>`
      })
    }
  }
}

/** The submitter's label, marked as such: titles use it only if the person who confirms allows that. */
function labelChoice({ requesterWrote }: LinkedSubscription, { lang }: Visitor): Markup | null {
  if (requesterWrote === null) return null
  const words = wordsIn(lang)
  return html`<p>${words.alerts.requesterWrote(requesterWrote)}</p>
    <p><label class="check"><input type="checkbox" name="label" value="own"> ${words.linkPages.takeLabel}</label></p>`
}

function press(frame: SiteFrame, alerts: Alerts, { path, purpose }: LinkRoute): Page {
  return {
    method: 'POST',
    path,
    async render(request) {
      const token = request.params['token'] ?? ''
      const linked = await linkedSubscription(alerts, purpose, token)
      const outcome =
        linked === null
          ? nothingBehind(token, purpose)
          : purpose === 'unsubscribe'
            ? request.form?.get('act') === 'resume'
              ? await goOn(alerts, token)
              : await stop(alerts, token)
            : await confirm(alerts, token, request.form?.get('label') === 'own')
      if (outcome === 'made') return redirect(madePathOf(alerts, token, visitorFor(request, linked)), false)
      const now = linked === null ? null : await linkedSubscription(alerts, purpose, token)
      return outcomePage(frame, alerts, { visitor: visitorFor(request, linked), outcome, linked: now })
    }
  }
}

function nothingBehind(token: string, purpose: Purpose): Outcome {
  return token === previewToken && purpose === 'unsubscribe' ? 'preview' : 'unknown'
}

async function stop(alerts: Alerts, token: string): Promise<Outcome> {
  return (await unsubscribeByToken(alerts, token)) ? 'stopped' : 'unknown'
}

async function goOn(alerts: Alerts, token: string): Promise<Outcome> {
  return (await takeBackByToken(alerts, token)) ? 'goesOn' : 'tooLate'
}

/** `made`: this very request has turned it on, and its page says what it is. */
async function confirm(alerts: Alerts, token: string, labelIsOwn: boolean): Promise<Outcome | 'made'> {
  const confirmed = await confirmByToken(alerts, token, labelIsOwn)
  if (confirmed === 'confirmed') return 'made'
  return confirmed === 'already_active' ? 'confirmed' : confirmed
}

function madePathOf(alerts: Alerts, token: string, { lang }: Visitor): string {
  return madePath(lang, madeToken(alerts, idOfToken(alerts.keys, 'confirm', token) ?? ''))
}

function visitorFor(request: PageRequest, linked: LinkedSubscription | null): Visitor {
  return linked === null || request.query.has('lang')
    ? negotiatedVisitor(request)
    : visitorOf(request, linked.language)
}

const statuses: Readonly<Record<Outcome, number>> = {
  stopped: 200,
  goesOn: 200,
  tooLate: 410,
  confirmed: 200,
  expired: 410,
  unknown: 404,
  preview: 404
}

function outcomePage(
  frame: SiteFrame,
  alerts: Alerts,
  { visitor, outcome, linked }: { visitor: Visitor; outcome: Outcome; linked?: LinkedSubscription | null }
): PageAnswer {
  const words = wordsIn(visitor.lang).linkPages
  const main = html`<p class="lede">${words[`${outcome}Text`]}</p>
    ${outcome === 'stopped' && linked?.canGoOn ? takeBackForm(words) : null}
    ${linked ? placeLink(linked, visitor) : null}`
  return linkPage(frame, alerts, { visitor, title: words[outcome], status: statuses[outcome], main })
}

/** Takes the end back at the address that was opened: no token is written into the page. */
function takeBackForm({ takeBack, takeBackText }: Catalogue['linkPages']): Markup {
  return html`<form method="post"><p>${takeBackText}</p><input type="hidden" name="act" value="resume">
    <button>${takeBack}</button></form>`
}

function placeLink({ page, placeName }: LinkedSubscription, { lang, carried }: Visitor): Markup | null {
  if (page === null) return null
  const { location, stage, exposure } = page
  const crop = page.crop === 'generic' ? null : page.crop
  const href = withQuery(placePath(lang, location), { ...carried, lang: null, crop, stage, exposure })
  return html`<p><a class="alone" href="${href}">${wordsIn(lang).subscribe.back(placeName)}</a></p>`
}

function linkPage(
  frame: SiteFrame,
  alerts: Alerts,
  { visitor, title, status, main }: { visitor: Visitor; title: string; status: number; main: Markup }
): PageAnswer {
  const whole = html`<div class="stack narrow"><h1>${title}</h1>${main}</div>`
  return privateAnswer(frame, { visitor, title, main: whole, status, synthetic: alerts.isDemo() })
}
