/** The forms and rows of the page of tonight: the key travels in their bodies, and never in an address. */
import type { AlertNight } from '../../alerts/alert-night.ts'
import type { Alerts } from '../../alerts/alerts.ts'
import type { ShownNight } from '../../alerts/members/by-hand.ts'
import type { MemberTonight, MemberView } from '../../alerts/members/list-members.ts'
import { clockAt, dateTimeLabel, nightName, sentenceCase } from '../../language/dates.ts'
import { wordsIn } from '../../language/language.ts'
import { formatTemperature } from '../../language/numbers.ts'
import { isFieldLocation } from '../../weather/field.ts'
import { html, type Markup } from '../html.ts'
import { withQuery } from '../paths.ts'
import type { Visitor } from '../visitor.ts'
import { cropName, shownChannel } from './shown-names.ts'

export const tonightPath = '/alerts/tonight'

export interface Asked {
  readonly key: string
  readonly tonight: 'unanswered' | 'raised' | 'all'
  readonly label: string
  readonly tag: string
  readonly cursor: string | null
}

function action({ lang, carried }: Visitor): string {
  return withQuery(tonightPath, { ...carried, lang })
}

export function keyForm(visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).tonight
  return html`<form class="fields" method="post" action="${action(visitor)}"><label>${words.key}
    <input name="token" type="password" required maxlength="200" autocomplete="off"></label>
    <button>${words.open}</button></form>`
}

export function filterForm({ key, tonight, label, tag }: Asked, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).tonight
  const options = Object.entries(words.filters).map(
    ([value, text]) =>
      html`<option value="${value}"${value === tonight ? html` selected` : null}>${text}</option>`
  )
  return html`<form class="fields" method="post" action="${action(visitor)}">
    <input type="hidden" name="token" value="${key}"><label>${words.filter}<select name="tonight">${options}</select>
    </label><label>${words.name}<input name="label" maxlength="80" autocomplete="off" value="${label}"></label>
    <label>${words.tag}<input name="tag" maxlength="40" autocomplete="off" value="${tag}"></label>
    <button>${words.show}</button></form>`
}

export function nextForm(asked: Asked, cursor: string, visitor: Visitor): Markup {
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

export function memberItem(
  alerts: Alerts,
  { asked, member }: { readonly asked: Asked; readonly member: MemberView },
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
    <p>${stateOf(alerts, member, visitor)}</p>${acts}</li>`
}

/** The night, and what became of its warning. */
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
  const now = standing === 'cleared' ? people.cleared : nightText(tonight, timezone, lang)
  return [...inactive, now, sent, ...arrived, ...seen].join(' ')
}

function nightText({ date, night }: MemberTonight, timezone: string, lang: Visitor['lang']): string {
  const name = sentenceCase(nightName(date, lang))
  if (night === null) return `${name}.`
  const { frostFromAt: from, frostToAt: to, plantTemperatureMinC } = night
  const clock = (at: number) => clockAt(at, timezone, lang)
  const hours = from === null || to === null ? '' : `, ${clock(from)}–${clock(to)}`
  const minimum = wordsIn(lang).alerts.plants(formatTemperature(plantTemperatureMinC, '°C', lang))
  return `${name}: ${minimum}${hours}.`
}

interface Raised {
  readonly asked: Asked
  readonly id: string
  readonly name: string
  readonly channel: string
  readonly tonight: MemberTonight
}

/** A reader of the screen hears whom a button is about. */
function actsOf(alerts: Alerts, { asked, id, name, channel, tonight }: Raised, visitor: Visitor): Markup {
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

/** As `writeShown` wrote it; what it never wrote was never shown. */
export function readShown(written: string): ShownNight {
  const [date = '', level = 'low', ...numbers] = written.split(' ')
  const [plantTemperatureMinC = null, frostFromAt = null, lastPreparationAt = null] = numbers.map((text) =>
    text === '' || Number.isNaN(Number(text)) ? null : Number(text)
  )
  return { date, level: level as ShownNight['level'], plantTemperatureMinC, frostFromAt, lastPreparationAt }
}
