import Type, { type Static } from 'typebox'
import { deliveriesOf } from '../../alerts/manage.ts'
import type { LoggedMessage } from '../../alerts/outbox-ports.ts'
import { redeliver, rotateSecret } from '../../alerts/signed-channel.ts'
import type { ZoneClock } from '../../weather/zone-clock.ts'
import { type Operation, problemAnswer } from '../operation.ts'
import { pageCursor, textParameter, wholeNumberParameter, withDefault } from '../parameter.ts'
import { invalidParameters, readQuery, take } from '../query.ts'
import {
  instant,
  instantOrNull,
  integer,
  list,
  named,
  oneOf,
  oneOfOrNull,
  text,
  textOrNull
} from '../schema.ts'
import { localInstant, localInstantOrNull } from '../weather/blocks.present.ts'
import { bodyProblems, idParameter, manageProblems, manageRequest } from './manage.operations.ts'
import { type AlertOperationDeps, presentProblem } from './parts.ts'
import { clockOf, presentManaged } from './subscription.present.ts'
import { subscriptionBody } from './subscription.schema.ts'

const rotatedBody = named('RotatedSecretAnswer', {
  ...subscriptionBody.properties,
  secret: text('`whsec_…`; given only here.'),
  previous_until: instant('Until when the previous secret signs as well.')
})

const redeliveredBody = named('RedeliveryAnswer', {
  message_id: text('The same as then.'),
  status: oneOf(['delivered', 'refused'], 'Of this one attempt; it is not tried again by itself.'),
  reason: textOrNull('Why it was refused; null where it was delivered.')
})

const messageParameter = textParameter({
  name: 'message_id',
  required: true,
  description: 'Of the list of deliveries.',
  schema: Type.String({ examples: ['msg_3gR8mZ1vW0pXk7Qd'] }),
  allowed: 'the message_id of a delivery'
})

const shared = { tag: 'Alerts', method: 'POST', security: 'either' } as const
const problems = [
  ...manageProblems,
  ...bodyProblems,
  'invalid_state',
  'subscription_ended',
  'quota_exceeded'
] as const

export function webhookOperations({ alerts, delivery }: AlertOperationDeps): readonly Operation[] {
  const rotate: Operation = {
    ...shared,
    path: '/alerts/subscriptions/{id}/rotate-secret',
    id: 'rotateSecret',
    summary: 'A new secret for a webhook',
    description:
      'For 24 hours both secrets sign: `webhook-signature` has two signatures, separated by a space, the new one first. Five a day.',
    pathParameters: [idParameter],
    answers: { 200: { description: 'The new secret.', schema: rotatedBody } },
    problems,
    handle: async (request) => {
      const rotated = await rotateSecret(alerts, manageRequest(request))
      if (!rotated.ok) return problemAnswer(presentProblem(rotated, alerts.places))
      const { subscription, secret, previousUntil } = rotated
      const until = localInstant(clockOf(alerts, subscription.location), previousUntil)
      const body = { ...presentManaged(alerts, subscription), secret, previous_until: until }
      return { kind: 'fresh', body }
    }
  }
  const again: Operation = {
    ...shared,
    path: '/alerts/subscriptions/{id}/deliveries/{message_id}/redeliver',
    id: 'redeliver',
    summary: 'Send a webhook’s message again',
    description:
      'One attempt, now, with the same `webhook-id` and the same nights. For messages of the last 30 days; 20 an hour.',
    pathParameters: [idParameter, messageParameter],
    answers: { 200: { description: 'Whether the receiver accepted it.', schema: redeliveredBody } },
    problems: [...problems, 'message_not_found'],
    handle: async (request) => {
      const messageId = request.params['message_id'] ?? ''
      const sent = await redeliver(alerts, delivery, { ...manageRequest(request), messageId })
      if (!sent.ok) return problemAnswer(presentProblem(sent, alerts.places))
      const status = sent.refusal === null ? 'delivered' : 'refused'
      return { kind: 'fresh', body: { message_id: sent.messageId, status, reason: sent.refusal } }
    }
  }
  return [rotate, again]
}

const kinds = [
  'raised',
  'updated',
  'cleared',
  'dusk',
  'escalated',
  'blind',
  'sighted',
  'still_watching',
  'test',
  'verify',
  'confirm'
] as const
const states = ['queued', 'sending', 'delivered', 'dropped', 'rejected', 'expired'] as const

const deliveryRow = named('Delivery', {
  message_id: textOrNull(
    'The same for every repeat, as the receiver sees it; null before the first attempt.'
  ),
  kind: oneOfOrNull(kinds, 'Why it was sent; null before the first attempt decides it.'),
  status: oneOf(
    states,
    '`delivered`: accepted by the channel, not read by a person. `dropped`: overtaken before it was sent. ' +
      '`expired`: its night was over.'
  ),
  created_at: instant('When it was queued.'),
  attempts: integer('How often it was tried.'),
  last_attempt_at: instantOrNull('When it was last tried; null before the first attempt.'),
  next_attempt_at: instantOrNull('When it will be tried again; null once it has ended.'),
  ended_at: instantOrNull('When it was delivered or given up; null until then.'),
  reason: textOrNull('Why it was not delivered, or not yet; null where nothing failed.'),
  receipt: oneOfOrNull(
    ['delivered', 'failed'],
    'What a gateway reported of the telephone by itself; null where it reported nothing.'
  ),
  nights: list(
    named('DeliveredNight', {
      date: Type.String({ description: 'The morning that ends the night.', format: 'date' }),
      standing: oneOf(['raised', 'cleared', 'seen'], 'What the message says of it.')
    }),
    'The nights that the message is about; empty for one about none.'
  )
})

const deliveriesBody = named('DeliveriesAnswer', {
  deliveries: list(deliveryRow, 'Newest first.'),
  next_cursor: textOrNull('For the next page; null on the last.')
})

const limitParameter = withDefault(
  wholeNumberParameter({ name: 'limit', description: 'How many.', minimum: 1, maximum: 50 }),
  20
)

const cursorParameter = pageCursor('^[0-9a-z]{1,10}$')

export function deliveriesOperation({ alerts }: AlertOperationDeps): Operation {
  const parameters = [limitParameter, cursorParameter]
  return {
    method: 'GET',
    path: '/alerts/subscriptions/{id}/deliveries',
    id: 'getDeliveries',
    tag: 'Alerts',
    summary: 'What was sent',
    description: 'The messages of a subscription, newest first.',
    parameters,
    pathParameters: [idParameter],
    answers: { 200: { description: 'One page of the log.', schema: deliveriesBody } },
    problems: manageProblems,
    security: 'either',
    async handle(request) {
      const query = readQuery(request.query, parameters)
      const { errors } = query
      const limit = take(query, limitParameter)
      const cursor = take(query, cursorParameter) ?? null
      if (errors.length > 0) return problemAnswer(invalidParameters(errors))
      const page = await deliveriesOf(alerts, manageRequest(request), { limit, cursor })
      if (!page.ok) return problemAnswer(presentProblem(page, alerts.places))
      const subscription = await alerts.subscriptions.byId(request.params['id'] ?? '')
      const clock = clockOf(alerts, subscription?.location ?? '')
      const body = {
        deliveries: page.deliveries.map((logged) => presentDelivery(logged, clock)),
        next_cursor: page.next
      }
      return { kind: 'fresh', body }
    }
  }
}

function presentDelivery(logged: LoggedMessage, clock: ZoneClock): Static<typeof deliveryRow> {
  return {
    message_id: logged.messageId,
    kind: logged.kind,
    status: logged.state === 'sent' ? 'delivered' : logged.state,
    created_at: localInstant(clock, logged.createdAt),
    attempts: logged.attempts,
    last_attempt_at: localInstantOrNull(clock, logged.lastAttemptAt),
    next_attempt_at: localInstantOrNull(clock, logged.endedAt === null ? logged.nextAttemptAt : null),
    ended_at: localInstantOrNull(clock, logged.endedAt),
    reason: logged.reason,
    receipt: logged.receipt,
    nights: (logged.fixed?.nights ?? []).map(({ date, standing }) => ({ date, standing }))
  }
}
