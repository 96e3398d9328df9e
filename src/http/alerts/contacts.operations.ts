import Type, { type Static } from 'typebox'
import {
  addContact,
  type Contacts,
  confirmContact,
  endContact,
  listContacts,
  moveContact
} from '../../alerts/contacts.ts'
import { codeRequest } from '../../alerts/phone-code.ts'
import { contactMove, contactRequest } from '../../alerts/subscription-schema.ts'
import { networksOf } from '../client-networks.ts'
import type { Operation } from '../operation.ts'
import { textParameter } from '../parameter.ts'
import { flag, instantOrNull, integer, list, named, oneOf, text, textOrNull, urlOrNull } from '../schema.ts'
import { localInstantOrNull } from '../weather/blocks.present.ts'
import { bodyProblems, type ManageCall, manageCalls } from './manage.operations.ts'
import type { AlertOperationDeps } from './parts.ts'
import { clockOf } from './subscription.present.ts'
import { statuses } from './subscription.schema.ts'
import { presentTonight, tonightMembers } from './tonight.present.ts'

const contactParameter = textParameter({
  name: 'contact',
  required: true,
  description: 'The `id` of a contact.',
  schema: Type.String({ examples: ['sub_9hC0xkq3T9mVw1b7Zr4yQA'] }),
  allowed: 'the id of a contact'
})

const tonight = named('ContactsTonight', {
  ...tonightMembers,
  seen_by: textOrNull(
    'The `id` of the contact who has seen it, or of the subscription itself; `key`: the holder of the API key ' +
      'informed the person; null where none has.'
  )
})

const contactsBody = named('ContactsAnswer', {
  tonight: Type.Unsafe<Static<typeof tonight> | null>({
    oneOf: [tonight, { type: 'null' }],
    description: 'The first raised night that is over within 28 hours; null where there is none.'
  }),
  can_be_answered: flag(
    'False where there is an `escalation` and none of those who are notified can answer: the channels take no ' +
      'answers, or the contacts that could are not active.'
  ),
  contacts: list(
    named('Contact', {
      id: text('Of the contact, a subscription that follows this one.'),
      step: integer('Its turn: 2, 3 …; 1 is who got the warning, once more.'),
      channel: text('As in `/channels`.'),
      label: textOrNull('Your own name for it; null without one.'),
      status: oneOf(statuses, 'Only an active one is notified; the turn of any other passes on at once.'),
      confirmed_at: instantOrNull('When its destination proved itself; null before it did.'),
      confirm_url: urlOrNull('What the contact opens to confirm (a chat); null where there is nothing.')
    }),
    'In the order in which they are notified.'
  )
})

const calls: readonly ManageCall<Contacts>[] = [
  {
    method: 'GET',
    suffix: '/contacts',
    id: 'listContacts',
    summary: 'Contacts of a subscription',
    description: 'Who is notified, one after the other, about tonight’s unanswered warning.',
    problems: ['subscription_ended'],
    act: ({ alerts }, managed) => listContacts(alerts, managed)
  },
  {
    method: 'POST',
    suffix: '/contacts',
    id: 'addContact',
    summary: 'Add a contact',
    description:
      'The last in turn; it has to confirm as any subscriber does, and stops its messages by itself. Without an ' +
      '`escalation` the subscription gets the usual one.',
    body: contactRequest,
    problems: [
      'forbidden_channel',
      'validation_failed',
      'unsupported_channel',
      'destination_required',
      'destination_invalid',
      'destination_not_allowed',
      'subscription_limit',
      'channel_unavailable',
      'invalid_state',
      'subscription_ended'
    ],
    act: ({ alerts, delivery }, managed, { client, apiKey, body }) => {
      const ofKey = apiKey !== null && { tier: apiKey.tier }
      const by = { isByKey: apiKey !== null, ...ofKey, isOperator: apiKey?.isOperator ?? false }
      const asked = { ...managed, ...by, client, networks: networksOf(client), body }
      return addContact(alerts, delivery, asked)
    }
  },
  {
    method: 'POST',
    suffix: '/contacts/{contact}/confirm',
    id: 'confirmContact',
    summary: 'Enter the code of a contact',
    description: 'For channels whose `confirmation` is `code`: the six digits that the contact was sent.',
    body: codeRequest,
    problems: ['validation_failed', 'confirmation_expired', 'subscription_ended'],
    pathParameters: [contactParameter],
    act: ({ alerts }, managed, { params, body }) =>
      confirmContact(alerts, managed, { contactId: params['contact'] ?? '', body })
  },
  {
    method: 'PATCH',
    suffix: '/contacts/{contact}',
    id: 'moveContact',
    summary: 'Move a contact',
    description: 'Gives it another turn. What it was notified of tonight stays its own.',
    body: contactMove,
    problems: ['validation_failed', 'subscription_ended'],
    pathParameters: [contactParameter],
    act: ({ alerts }, managed, { params, body }) =>
      moveContact(alerts, managed, { contactId: params['contact'] ?? '', body })
  },
  {
    method: 'DELETE',
    suffix: '/contacts/{contact}',
    id: 'endContact',
    summary: 'End a contact',
    description:
      'It gets nothing more. The last one that could answer is not ended while there is an `escalation`.',
    problems: [...bodyProblems, 'subscription_ended'],
    pathParameters: [contactParameter],
    act: ({ alerts }, managed, { params }) => endContact(alerts, managed, params['contact'] ?? '')
  }
]

export function contactOperations(deps: AlertOperationDeps): readonly Operation[] {
  return manageCalls(deps, calls, {
    description: 'The contacts as they are now, in their order.',
    schema: contactsBody,
    present: ({ alerts }, { contacts, location, tonight: night, canBeAnswered }) => {
      const clock = clockOf(alerts, location)
      return {
        tonight: night === null ? null : { ...presentTonight(clock, night), seen_by: night.seenBy },
        can_be_answered: canBeAnswered,
        contacts: contacts.map(({ confirmedAt, url, ...contact }) => ({
          ...contact,
          confirmed_at: localInstantOrNull(clock, confirmedAt),
          confirm_url: url
        }))
      }
    }
  })
}
