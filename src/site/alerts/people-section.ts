import type { Alerts } from '../../alerts/alerts.ts'
import type { Contacts, ContactView } from '../../alerts/contacts.ts'
import { quietLevels } from '../../alerts/quiet-hours.ts'
import type { SubscriptionView } from '../../alerts/subscription-answer.ts'
import { dateTimeLabel, nightName, sentenceCase } from '../../language/dates.ts'
import { wordsIn } from '../../language/language.ts'
import { html, type Markup } from '../html.ts'
import { withQuery } from '../paths.ts'
import { option } from '../pieces.ts'
import type { Visitor } from '../visitor.ts'
import { shownChannel } from './alert-facts.ts'
import { heldForm, manageAction, managePath } from './manage-fields.ts'

/** The target of its forms. The token is in each of them, never in an address. */
export const peoplePath = `${managePath}/people`

function peopleAction({ lang, carried }: Visitor): string {
  return withQuery(peoplePath, { ...carried, lang })
}

/** The place into which the script of the manage page puts the section. */
export function peopleSlot(visitor: Visitor): Markup {
  const { open } = wordsIn(visitor.lang).people
  return html`<details id="people" data-path="${peopleAction(visitor)}" data-unsent="${
    wordsIn(visitor.lang).subscribe.offline
  }" hidden><summary>${open}</summary>
    <div class="stack"></div><p data-said aria-live="polite"></p></details>`
}

/** The button that leads to the page of contacts without scripts. */
export function peopleLink(token: string, visitor: Visitor): Markup {
  const { open } = wordsIn(visitor.lang).people
  const held = { action: peopleAction(visitor), token, kind: 'narrow' } as const
  return heldForm(held, html`<button class="plain">${open}</button>`)
}

/** The button that leads back without scripts. */
export function peopleBack(token: string, visitor: Visitor): Markup {
  const { back } = wordsIn(visitor.lang).people
  const held = { action: manageAction(visitor), token, kind: 'narrow' } as const
  return heldForm(held, html`<button class="plain">${back}</button>`)
}

interface People {
  readonly subscription: SubscriptionView
  readonly token: string
  readonly contacts: Contacts
  readonly said: string | null
  readonly typed: URLSearchParams | null
}

type Shown = Pick<Alerts, 'channels' | 'places' | 'isDemo'>

export function peopleSection(alerts: Shown, people: People, visitor: Visitor): Markup {
  const { said, subscription } = people
  const line = said === null ? null : html`<p class="lede" tabindex="-1">${said}</p>`
  if (subscription.endedAt !== null) return html`${line}`
  return html`${line}${tonightPart(alerts, people, visitor)}
    ${subscription.preview ? null : contactsPart(alerts, people, visitor)}${quietPart(people, visitor)}`
}

function form({ token }: People, act: string, visitor: Visitor, content: Markup): Markup {
  return heldForm({ action: peopleAction(visitor), token, act }, content)
}

function tonightPart(alerts: Shown, people: People, visitor: Visitor): Markup {
  const { lang } = visitor
  const words = wordsIn(lang).people
  const { tonight, contacts, location } = people.contacts
  if (tonight === null) return html`<section><h2>${words.tonight}</h2><p>${words.none}</p></section>`
  const { seenAt, seenBy, isUnanswered, standing, date } = tonight
  const contact = contacts.find(({ id }) => id === seenBy)
  const self = seenBy === 'key' ? words.byPhone : words.you
  const who = contact === undefined ? self : nameOf(alerts, contact, visitor)
  const timezone = alerts.places.find(location)?.timezone ?? 'UTC'
  const seen = seenAt === null ? null : html` ${words.seenBy(who, dateTimeLabel(seenAt, timezone, lang))}`
  const waits = standing === 'raised' && seenAt === null ? words.waiting : null
  const state = standing === 'cleared' ? words.cleared : waits
  const since = standing === 'raised' && seenAt !== null && isUnanswered ? html` ${words.worse}` : null
  const button = html`<button>${wordsIn(lang).seen.button}</button>`
  return html`<section><h2>${words.tonight}</h2><p>${sentenceCase(nightName(date, lang))}: ${state}${seen}${since}</p>
    ${isUnanswered ? form(people, 'seen', visitor, button) : null}</section>`
}

function nameOf(alerts: Shown, { label, channel }: ContactView, { lang }: Visitor): string {
  return label ?? shownChannel(alerts, channel, lang)
}

function contactsPart(alerts: Shown, people: People, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).people
  const isOn = people.subscription.escalation != null
  const other = html`<input type="hidden" name="chain" value="${isOn ? 'off' : 'on'}">
    <button class="plain">${isOn ? words.switchOff : words.switchOn}</button>`
  const { contacts, canBeAnswered } = people.contacts
  const mute = canBeAnswered
    ? null
    : html`<p class="notices">${wordsIn(visitor.lang).manageProblems['/escalation']}</p>`
  const list = contacts.map((one, index) => contactItem(alerts, people, { one, index }, visitor))
  return html`<section><h2>${words.contacts}</h2><p>${isOn ? words.chainOn : words.chainOff}</p>${mute}
${contacts.length === 0 ? null : html`<ol class="sent">${list}</ol>`}
<details${people.typed?.get('act') === 'add' ? html` open` : null}><summary>${words.add}</summary>
  ${form(people, 'add', visitor, addFields(alerts, people, visitor))}</details>
${form(people, 'chain', visitor, other)}</section>`
}

function contactItem(
  alerts: Shown,
  people: People,
  { one, index }: { one: ContactView; index: number },
  visitor: Visitor
): Markup {
  const { people: words, manage, linkPages } = wordsIn(visitor.lang)
  const channel = shownChannel(alerts, one.channel, visitor.lang)
  const name = one.label === null ? channel : html`<b>${one.label}</b>, ${channel}`
  const id = html`<input type="hidden" name="contact" value="${one.id}">`
  const button = (text: string): Markup =>
    html`${id}<button class="plain" aria-label="${text}: ${nameOf(alerts, one, visitor)}">${text}</button>`
  const code = html`${id}<label>${words.code}
    <input name="code" required inputmode="numeric" autocomplete="off" maxlength="12"></label>
    <button>${linkPages.confirmButton}</button>`
  const awaited = one.status === 'pending_confirmation'
  const isCode = awaited && alerts.channels.get(one.channel)?.confirmation === 'code'
  const ask = one.url === null ? words.asked : html`${words.askThem} <a href="${one.url}">${one.url}</a>`
  return html`<li><p>${name}: ${manage.states[one.status]}</p>${
    awaited && !isCode
      ? html`<p class="addresses">${ask}
    </p>`
      : null
  }
${isCode ? form(people, 'code', visitor, code) : null}
  <div class="actions">${index === 0 ? null : form(people, 'up', visitor, button(words.up))}
  ${form(people, 'remove', visitor, button(words.remove))}</div></li>`
}

/** Channels by which a person is woken, and for which a form can name the destination. */
function addFields(alerts: Shown, { typed }: People, visitor: Visitor): Markup {
  const { people: words, subscribe } = wordsIn(visitor.lang)
  const last = Number.MAX_SAFE_INTEGER
  const offered = [...alerts.channels.values()]
    .filter(
      ({ pushes, isConfigured, needsOperatorKey, formField, destinationMembers }) =>
        pushes &&
        (isConfigured || alerts.isDemo()) &&
        !needsOperatorKey &&
        formField !== 'push' &&
        destinationMembers.length < 2
    )
    .toSorted((one, other) => (one.rankForPeople ?? last) - (other.rankForPeople ?? last))
  const chosen = typed?.get('act') === 'add' ? typed : null
  const options = offered.map(({ id }) =>
    option(id, shownChannel(alerts, id, visitor.lang), chosen?.get('channel'))
  )
  return html`<label>${words.name}<input name="label" maxlength="80" autocomplete="off" value="${chosen?.get('label')}">
    </label><label>${subscribe.channel}<select name="channel">${options}</select></label><label>${subscribe.destination}
    <input name="destination" size="34" maxlength="500" autocomplete="off" placeholder="${subscribe.destinationHint}" value="${chosen?.get(
      'destination'
    )}">
    </label><button>${words.add}</button>`
}

function quietPart(people: People, visitor: Visitor): Markup {
  const { people: words, frost } = wordsIn(visitor.lang)
  const { typed, subscription } = people
  const quiet = subscription.quietHours ?? null
  const refused = typed?.get('act') === 'quiet' ? typed : null
  const chosen = refused?.get('always_from') ?? quiet?.alwaysFrom ?? 'high'
  const time = (name: 'from' | 'to', usual: string): Markup =>
    html`<label>${words[name]}
      <input name="${name}" type="time" required value="${refused?.get(name) ?? quiet?.[name] ?? usual}"></label>`
  const levels = quietLevels.map((level) => option(level, frost.levels[level], chosen))
  const fields = html`${time('from', '22:00')}${time('to', '06:00')}<label>${words.always}
    <select name="always_from">${levels}</select></label><button>${words.save}</button>`
  return html`<section><h2>${words.quiet}</h2><p>${words.quietText}</p>${form(people, 'quiet', visitor, fields)}
    ${
      quiet === null
        ? null
        : form(
            people,
            'loud',
            visitor,
            html`<button class="plain">${words.noHours}
    </button>`
          )
    }</section>`
}
