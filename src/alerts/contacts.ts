/** Contacts of a subscription: people who are notified of an unanswered warning, one after the other. */

import type Type from 'typebox'
import { checkOf } from '../common/schema-check.ts'
import type { Alerts } from './alerts.ts'
import { living, type ManageRequest } from './authorised.ts'
import { admitChannel, prepareDestination, unanswerable } from './channel-choice.ts'
import { deliverDue } from './dispatch/dispatch.ts'
import type { DeliverySettings } from './dispatch/settings.ts'
import { evaluateSubscription } from './evaluate.ts'
import { insertSubscription } from './insert-subscription.ts'
import { labelDetail } from './label.ts'
import { end } from './manage.ts'
import { type MemberTonight, tonightOf } from './members/list-members.ts'
import type { CheckedRequest, SubscribeRequest } from './new-subscription.ts'
import { enterCode } from './phone-code.ts'
import type { Channel } from './ports.ts'
import { type AlertProblem, memberProblem, problem } from './problems.ts'
import { tonightMs } from './seen.ts'
import type { Subscription } from './subscription.ts'
import { contactMove, contactRequest, usualEscalation } from './subscription-schema.ts'
import { signingKey, tokenFor } from './tokens.ts'

/** More contacts cannot be reached before the preparation must be complete. */
const maxContacts = 5

export interface ContactView extends Pick<Subscription, 'id' | 'channel' | 'label' | 'confirmedAt'> {
  /** 2, 3 …; 1 is the person who got the warning. */
  readonly step: number
  readonly status: Subscription['state']
  /** What the contact opens to confirm; null: nothing. */
  readonly url: string | null
}

interface ContactsTonight extends MemberTonight {
  /** Id of the contact, or of the subscription itself, or `key`; null: no person. */
  readonly seenBy: string | null
}

export interface Contacts {
  readonly ok: true
  readonly location: string
  /** Null: no raised night is over within 28 hours. */
  readonly tonight: ContactsTonight | null
  /** False where an escalation notifies only people who cannot answer. */
  readonly canBeAnswered: boolean
  readonly contacts: readonly ContactView[]
}

const check = checkOf(contactRequest)

export async function listContacts(deps: Alerts, request: ManageRequest): Promise<Contacts | AlertProblem> {
  const found = await living(deps, request)
  return 'ok' in found ? found : listed(deps, found)
}

type Adding = ManageRequest &
  Pick<SubscribeRequest, 'client' | 'isByKey' | 'tier' | 'networks' | 'isOperator'> & {
    readonly body: unknown
  }

/** A contact is a subscription that follows this one; it has to be confirmed as any other. */
export async function addContact(
  deps: Alerts,
  delivery: DeliverySettings,
  request: Adding
): Promise<Contacts | AlertProblem> {
  const found = await living(deps, request)
  if ('ok' in found) return found
  const contacts = await deps.subscriptions.contacts(found.id)
  const chosen = await choiceOf(deps, request, { found, contacts })
  if ('ok' in chosen) return chosen
  const inserted = await insertSubscription(deps, chosen)
  if ('ok' in inserted) return inserted
  const followed = await deps.subscriptions.change(found.id, ({ escalation }) => ({
    escalation: escalation ?? usual
  }))
  if (followed?.state === 'suspended') await evaluateSubscription(deps, followed)
  if (chosen.channel.confirmsAtOnce) await deliverDue(deps, delivery, inserted.subscription.id)
  return listed(deps, found)
}

interface Followed {
  readonly found: Subscription
  readonly contacts: readonly Subscription[]
}

async function choiceOf(
  deps: Alerts,
  request: Adding,
  followed: Followed
): Promise<CheckedRequest | AlertProblem> {
  const { found, contacts } = followed
  const asked = readContact(request.body)
  if ('ok' in asked) return asked
  const channel = followFault(followed) ?? admitChannel(deps, asked.channel, request.isOperator)
  if ('ok' in channel) return channel
  const place = deps.places.find(found.location)
  if (place === null) return problem('invalid_state', 'The place of this subscription is no longer known.')
  const fault =
    channelFault(deps, channel, followed) ?? (await ownFault(deps, { asked, channel, found, place }))
  if (fault !== null) return fault
  const { crop, stage, exposure, client, networks } = found
  const { destination = null, lang = null, label = null } = asked
  const step = Math.max(1, ...contacts.map((contact) => contact.step ?? 1)) + 1
  return {
    request: { ...request, idempotencyKey: null, language: found.language },
    body: {
      ok: true,
      where: found.location,
      channel: channel.id,
      threshold: found.threshold,
      destination,
      language: lang,
      planting: { crop, stage, exposure },
      label,
      tag: null,
      escalation: null,
      quietHours: null
    },
    place,
    channel,
    contact: { follows: found.id, step, client, networks }
  }
}

function channelFault(deps: Alerts, channel: Channel, { found, contacts }: Followed): AlertProblem | null {
  if (!channel.pushes)
    return memberProblem('not_allowed', '/channel', `"${channel.id}" must be fetched: it wakes no one.`)
  return unanswerable(deps, [...[found, ...contacts].map((one) => one.channel), channel.id])
}

/** Why no step could be answered; only active contacts count. Null also without an escalation. */
function answerFault(deps: Alerts, { found, contacts }: Followed): AlertProblem | null {
  if (found.escalation === null) return null
  const active = contacts.filter(({ state }) => state === 'active')
  return unanswerable(
    deps,
    [found, ...active].map((one) => one.channel)
  )
}

/** Refuses the receiver of the warning as its own contact. */
async function ownFault(
  deps: Alerts,
  {
    asked,
    channel,
    found,
    place
  }: Pick<CheckedRequest, 'channel' | 'place'> & {
    asked: Type.Static<typeof contactRequest>
    found: Subscription
  }
): Promise<AlertProblem | null> {
  const { destination = null } = asked
  const prepared = await prepareDestination(deps, channel, { destination, place, client: found.client })
  if (!prepared.ok) return prepared
  const key = prepared.destinationKey === null ? null : deps.keys.hash(prepared.destinationKey)
  const isOwn = key !== null && channel.id === found.channel && key === found.destinationKey
  const detail = 'The warning itself goes there: name another person.'
  return isOwn ? memberProblem('not_allowed', '/destination', detail) : null
}

const usual = {
  afterMinutes: usualEscalation.after_minutes,
  leadMinutes: usualEscalation.lead_minutes
}

function readContact(body: unknown): Type.Static<typeof contactRequest> | AlertProblem {
  const checked = check(body)
  if ('faults' in checked) {
    const [{ pointer, kind, allowed }] = checked.faults
    const known = Object.keys(contactRequest.properties).join(', ')
    const isName = kind === 'unknown_member' || kind === 'required'
    return memberProblem(kind, pointer, isName ? `A contact has: ${known}.` : `This must be ${allowed}.`)
  }
  const { label = null } = checked.value
  const detail = label === null ? null : labelDetail(label)
  return detail === null ? checked.value : memberProblem('not_allowed', '/label', detail)
}

function followFault({ found, contacts }: Followed): AlertProblem | null {
  if (found.follows !== null)
    return problem(
      'invalid_state',
      'This is a contact itself, so it has none: add it to the one that it follows.'
    )
  if (found.preview) return problem('invalid_state', 'A preview sends nothing, so it has no contacts.')
  if (contacts.length < maxContacts) return null
  return problem('invalid_state', `No more than ${maxContacts} contacts: end one of them first.`)
}

const checkMove = checkOf(contactMove)

/** Gives a contact the turn of another one; the contacts in between move by one. */
export async function moveContact(
  deps: Alerts,
  request: ManageRequest,
  { contactId, body }: { contactId: string; body: unknown }
): Promise<Contacts | AlertProblem> {
  const [found, contact] = await contactOf(deps, request, contactId)
  if ('ok' in contact) return contact
  const checked = checkMove(body)
  if ('faults' in checked) {
    const [{ pointer, kind, allowed }] = checked.faults
    return memberProblem(
      kind,
      pointer,
      pointer === '/step' ? `This must be ${allowed}.` : 'Give `step` alone.'
    )
  }
  const { step } = checked.value
  await deps.subscriptions.orderContacts(found.id, (contacts) => {
    const others = contacts.filter(({ id }) => id !== contactId)
    const own = contacts.filter(({ id }) => id === contactId)
    const isUp = step < (own[0]?.step ?? step)
    const before = others.filter((one) => (isUp ? one.step < step : one.step <= step))
    return [...before, ...own, ...others.slice(before.length)]
  })
  return listed(deps, found)
}

/** Refused for the last contact that could answer, while there is an escalation. */
export async function endContact(
  deps: Alerts,
  request: ManageRequest,
  contactId: string
): Promise<Contacts | AlertProblem> {
  const [found, contact] = await contactOf(deps, request, contactId)
  if ('ok' in contact) return contact
  const contacts = await deps.subscriptions.contacts(found.id)
  const left = contacts.filter(({ id }) => id !== contactId)
  const fault = answerFault(deps, { found, contacts: left })
  if (fault !== null && answerFault(deps, { found, contacts }) === null) return fault
  await end(deps, contact.id, deps.now())
  return listed(deps, found)
}

export async function confirmContact(
  deps: Alerts,
  request: ManageRequest,
  { contactId, body }: { contactId: string; body: unknown }
): Promise<Contacts | AlertProblem> {
  const [found, contact] = await contactOf(deps, request, contactId)
  if ('ok' in contact) return contact
  return (await enterCode(deps, contact, body)) ?? listed(deps, found)
}

async function contactOf(
  deps: Alerts,
  request: ManageRequest,
  contactId: string
): Promise<readonly [found: Subscription, contact: Subscription | AlertProblem]> {
  const found = await living(deps, request)
  if ('ok' in found) return [found as never, found]
  const contact = (await deps.subscriptions.contacts(found.id)).find(({ id }) => id === contactId)
  return [found, contact ?? problem('subscription_not_found', 'This subscription has no such contact.')]
}

async function listed(deps: Alerts, found: Subscription): Promise<Contacts> {
  const { id, seq, location } = found
  const contacts = await deps.subscriptions.contacts(id)
  const now = deps.now()
  const night = await deps.members.night(seq, now, now + tonightMs)
  const seenBy = night?.seenBy ?? null
  const isOthers = seenBy === 'key' || contacts.some((contact) => contact.id === seenBy)
  const tonight =
    night === null ? null : { ...tonightOf(night, now), seenBy: seenBy === null || isOthers ? seenBy : id }
  const canBeAnswered = answerFault(deps, { found, contacts }) === null
  return { ok: true, location, tonight, canBeAnswered, contacts: contacts.map((one) => view(deps, one)) }
}

function view({ channels, keys }: Alerts, contact: Subscription): ContactView {
  const { id, step, label, state, confirmedAt, destination } = contact
  const channel = channels.get(contact.channel)
  const isAwaited = state === 'pending_confirmation' && channel?.confirmation === 'conversation'
  const setup = { destination, signingKey: signingKey(keys, id), feedUrl: '', streamUrl: '' }
  const conversationToken = tokenFor(keys, 'conversation', id)
  const url = isAwaited ? channel.setup({ ...setup, conversationToken }).url : null
  return { id, step: step ?? 0, channel: contact.channel, label, status: state, confirmedAt, url }
}
