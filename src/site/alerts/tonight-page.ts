/** `/alerts/tonight`: which members of a key were warned, have seen the warning, and are to be called. */

import type { AlertNight } from '../../alerts/alert-night.ts'
import type { Alerts } from '../../alerts/alerts.ts'
import type { ManageRequest } from '../../alerts/authorised.ts'
import { noteSeen, type ShownNight, sendAgain } from '../../alerts/members/by-hand.ts'
import {
  listMembers,
  type MemberFilter,
  type MemberTonight,
  type MemberView
} from '../../alerts/members/list-members.ts'
import type { AlertProblem } from '../../alerts/problems.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { statusOf } from '../../http/problem-catalogue.ts'
import { dateTimeLabel, hoursBehind, nightName, sentenceCase } from '../../language/dates.ts'
import { wordsIn } from '../../language/language.ts'
import { formatTemperature } from '../../language/numbers.ts'
import { isFieldLocation } from '../../weather/field.ts'
import { html, type Markup } from '../html.ts'
import { privateAnswer, type SiteFrame } from '../layout.ts'
import { withQuery } from '../paths.ts'
import { option, refusalLine, wholeSpans } from '../pieces.ts'
import { pageStylesheet } from '../stylesheets.ts'
import { negotiatedVisitor, type Visitor } from '../visitor.ts'
import { cropName, shownChannel } from './alert-facts.ts'
import type { ManageFormDeps } from './manage-form.ts'
import { refusalText } from './managed-main.ts'

type Deps = Pick<ManageFormDeps, 'alerts' | 'wake'> & KeyClients

export interface KeyClients {
  /** The client of an API key, as limits identify it; null: the text is no key. */
  readonly clientOfSecret: (key: string) => Promise<string | null>
}

export function tonightPages(frame: Omit<SiteFrame, 'css'>, deps: Deps): readonly Page[] {
  const styled = { ...frame, css: pageStylesheet('thermometers.css') }
  const at = { path: tonightPath } as const
  return [
    {
      ...at,
      method: 'GET',
      render: async (request) => {
        const visitor = negotiatedVisitor(request)
        return answer(styled, deps, { visitor, status: 200, main: opening(visitor) })
      }
    },
    { ...at, method: 'POST', isCostly: true, render: (request) => opened(styled, deps, request) }
  ]
}

function opening(visitor: Visitor): Markup {
  return html`<p class="lede">${wordsIn(visitor.lang).tonight.intro}</p>${keyForm(visitor)}`
}

async function opened(frame: SiteFrame, deps: Deps, request: PageRequest): Promise<PageAnswer> {
  const visitor = negotiatedVisitor(request)
  const words = wordsIn(visitor.lang).tonight
  const form = request.form ?? new URLSearchParams()
  const asked = readAsked(form)
  const client = asked.key === '' ? null : await deps.clientOfSecret(asked.key)
  if (client === null) {
    const main = html`${refusalLine(words.refused)}${keyForm(visitor)}`
    return answer(frame, deps, { visitor, status: 404, main })
  }
  const done = await act(deps, { id: form.get('member') ?? '', token: null, keyClient: client }, form)
  if (done !== null) deps.wake()
  const said = saidOf(done, visitor)
  const list = await listed(deps, { client, asked }, visitor)
  return answer(frame, deps, {
    visitor,
    status: done !== null && typeof done === 'object' ? statusOf(done.code, 'body') : 200,
    main: html`${said}${filterForm(asked, visitor)}${list}`
  })
}

const maxTyped = 80
const filters = ['unanswered', 'raised', 'all'] as const

function readAsked(form: URLSearchParams): Asked {
  const written = (name: string): string => (form.get(name) ?? '').trim().slice(0, maxTyped)
  const key = (form.get('token') ?? '').trim().slice(0, 200)
  const cursor = written('cursor')
  return {
    key,
    tonight: filters.find((one) => one === form.get('tonight')) ?? 'unanswered',
    label: written('label'),
    tag: written('tag'),
    cursor: cursor === '' ? null : cursor
  }
}

type Done = 'informed' | 'again' | AlertProblem | null

async function act({ alerts }: Deps, member: ManageRequest, form: URLSearchParams): Promise<Done> {
  switch (form.get('act')) {
    case 'informed': {
      const noted = await noteSeen(alerts, member, readShown(form.get('shown') ?? ''))
      return noted.ok ? 'informed' : noted
    }
    case 'again': {
      const queued = await sendAgain(alerts, member)
      return queued.ok ? 'again' : queued
    }
    default:
      return null
  }
}

function saidOf(done: Done, visitor: Visitor): Markup | null {
  if (done === null) return null
  const { done: sentences } = wordsIn(visitor.lang).tonight
  if (typeof done === 'string') return html`<p class="lede" role="status">${sentences[done]}</p>`
  return refusalLine(done.code === 'invalid_state' ? sentences.changed : refusalText(done, visitor))
}

const rowsAtOnce = 50

async function listed(
  { alerts }: Deps,
  { client, asked }: { client: string; asked: Asked },
  visitor: Visitor
): Promise<Markup> {
  const words = wordsIn(visitor.lang).tonight
  const filter: MemberFilter = {
    label: asked.label || null,
    tag: asked.tag || null,
    tonight: asked.tonight === 'all' ? null : asked.tonight,
    location: null,
    state: null
  }
  const page = { filter, limit: rowsAtOnce, cursor: asked.cursor }
  const { members, next } = (await listMembers(alerts, client, page)) ??
    (await listMembers(alerts, client, { ...page, cursor: null })) ?? { members: [], next: null }
  const rows = members.map((member) => memberItem(alerts, { asked, member }, visitor))
  const more = next === null ? null : nextForm(asked, next, visitor)
  const none = members.length === 0 && next === null ? html`<p>${words.none}</p>` : null
  return html`${none}${rows.length === 0 ? null : html`<ul class="stations">${rows}</ul>`}${more}`
}

function answer(
  frame: SiteFrame,
  { alerts }: Deps,
  { visitor, status, main }: { visitor: Visitor; status: number; main: Markup }
): PageAnswer {
  const { title } = wordsIn(visitor.lang).tonight
  const whole = html`<div class="stack narrow"><h1>${title}</h1>${main}</div>`
  const synthetic = alerts.isDemo()
  return privateAnswer(frame, { visitor, title, main: whole, path: tonightPath, status, synthetic })
}

const tonightPath = '/alerts/tonight'

interface Asked {
  readonly key: string
  readonly tonight: 'unanswered' | 'raised' | 'all'
  readonly label: string
  readonly tag: string
  readonly cursor: string | null
}

function action({ lang, carried }: Visitor): string {
  return withQuery(tonightPath, { ...carried, lang })
}

function keyForm(visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).tonight
  return html`<form class="fields" method="post" action="${action(visitor)}"><label>${words.key}
    <input name="token" type="password" required maxlength="200" autocomplete="off"></label>
    <button>${words.open}</button></form>`
}

function filterForm({ key, tonight, label, tag }: Asked, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).tonight
  const options = Object.entries(words.filters).map(([value, text]) => option(value, text, tonight))
  return html`<form class="fields" method="post" action="${action(visitor)}">
    <input type="hidden" name="token" value="${key}"><label>${words.filter}<select name="tonight">${options}</select>
    </label><label>${words.name}<input name="label" maxlength="80" autocomplete="off" value="${label}"></label>
    <label>${words.tag}<input name="tag" maxlength="40" autocomplete="off" value="${tag}"></label>
    <button>${words.show}</button></form>`
}

function nextForm(asked: Asked, cursor: string, visitor: Visitor): Markup {
  const button = html`<button class="plain">${wordsIn(visitor.lang).tonight.more}</button>`
  return rowForm({ ...asked, cursor }, button, visitor)
}

/** Returns to the same part of the list. */
function rowForm({ key, cursor, ...filter }: Asked, content: Markup, visitor: Visitor): Markup {
  const hidden = Object.entries({ token: key, cursor: cursor ?? '', ...filter }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`
  )
  return html`<form method="post" action="${action(visitor)}">${hidden}${content}</form>`
}

function memberItem(
  alerts: Alerts,
  { asked, member }: { asked: Asked; member: MemberView },
  visitor: Visitor
): Markup {
  const { lang } = visitor
  const { subscription, tonight } = member
  const { id, label, location, channel, crop, stage, tag, externalId } = subscription
  const found = alerts.places.find(location)?.name ?? location
  const place = isFieldLocation(location) ? wordsIn(lang).alerts.yourField(found) : found
  const about = [
    ...(label === null ? [] : [place]),
    ...(crop === 'generic' ? [] : [cropName({ crop, stage }, lang)]),
    shownChannel(alerts, channel, lang),
    ...[tag, externalId].filter((text) => text !== null && text !== undefined)
  ]
  const name = label ?? place
  const acts =
    tonight?.standing === 'raised' ? actsOf(alerts, { asked, id, name, channel, tonight }, visitor) : null
  return html`<li><b>${name}</b> <span class="quiet">${about.join(' · ')}</span>
    <p>${wholeSpans(stateOf(alerts, member, visitor))}</p>${acts}</li>`
}

function stateOf(alerts: Alerts, { subscription, tonight }: MemberView, { lang }: Visitor): string {
  const { tonight: words, people, manage } = wordsIn(lang)
  const inactive = subscription.status === 'active' ? [] : [`${manage.states[subscription.status]}.`]
  if (tonight === null) return [...inactive, people.none].join(' ')
  const timezone = alerts.places.find(subscription.location)?.timezone ?? 'UTC'
  const at = (instant: number) => dateTimeLabel(instant, timezone, lang)
  const { notifiedAt, seenAt, receipt, isUnanswered, standing } = tonight
  const sent = notifiedAt === null ? words.notSent : words.sent(at(notifiedAt))
  const seen = seenAt === null ? [] : [words.seen(at(seenAt)), ...(isUnanswered ? [people.worse] : [])]
  const arrived = receipt === null ? [] : [words.receipts[receipt]]
  const now =
    standing === 'cleared' ? people.cleared : nightText(tonight, { at: alerts.now(), timezone, lang })
  return [...inactive, now, sent, ...arrived, ...seen].join(' ')
}

function nightText(
  { date, night }: MemberTonight,
  reading: { readonly at: number; readonly timezone: string; readonly lang: Visitor['lang'] }
): string {
  const { lang } = reading
  const name = sentenceCase(nightName(date, lang))
  if (night === null) return `${name}.`
  const minimum = wordsIn(lang).alerts.plants(formatTemperature(night.plantTemperatureMinC, '°C', lang))
  return `${name}: ${minimum}${hoursBehind(night, reading)}.`
}

/** A reader of the screen hears whom a button is about. */
function actsOf(
  alerts: Alerts,
  {
    asked,
    id,
    name,
    channel,
    tonight
  }: {
    asked: Asked
    id: string
    name: string
    channel: string
    tonight: MemberTonight
  },
  visitor: Visitor
): Markup {
  const words = wordsIn(visitor.lang).tonight
  const { notifiedAt, seenAt, isUnanswered, night } = tonight
  const isCalled = alerts.channels.get(channel)?.kind === 'voice'
  const button = (act: string, text: string): Markup => html`<input type="hidden" name="member" value="${id}">
    <input type="hidden" name="act" value="${act}"><button class="plain" aria-label="${text}: ${name}">${text}</button>`
  const shown = night === null ? null : html`<input type="hidden" name="shown" value="${writeShown(night)}">`
  const informed = html`${shown}${button('informed', words.informed)}`
  return html`<div class="actions">
    ${isUnanswered || (notifiedAt === null && seenAt === null) ? rowForm(asked, informed, visitor) : null}
    ${isUnanswered ? rowForm(asked, button('again', isCalled ? words.callAgain : words.sendAgain), visitor) : null}
    </div>`
}

function writeShown({
  date,
  level,
  plantTemperatureMinC,
  frostFromAt,
  lastPreparationAt
}: AlertNight): string {
  return [date, level, plantTemperatureMinC, frostFromAt, lastPreparationAt].join(' ')
}

/** Reads what `writeShown` wrote; any other text was never shown. */
function readShown(written: string): ShownNight {
  const [date = '', level = 'low', ...numbers] = written.split(' ')
  const [plantTemperatureMinC = null, frostFromAt = null, lastPreparationAt = null] = numbers.map((text) =>
    text === '' || Number.isNaN(Number(text)) ? null : Number(text)
  )
  return { date, level: level as ShownNight['level'], plantTemperatureMinC, frostFromAt, lastPreparationAt }
}
