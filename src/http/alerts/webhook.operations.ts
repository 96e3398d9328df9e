import Type from 'typebox'
import { redeliver, rotateSecret } from '../../alerts/signed-channel.ts'
import { type Operation, type OperationAnswer, problemAnswer } from '../operation.ts'
import { textParameter } from '../parameter.ts'
import { instant, named, oneOf, text, textOrNull } from '../schema.ts'
import { localInstant } from '../weather/blocks.present.ts'
import { bodyProblems, idParameter, manageProblems, manageRequest } from './manage-calls.ts'
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

const shared = { tag: 'Alerts', method: 'POST', parameters: [], security: 'either' } as const
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
      const clock = clockOf(alerts, subscription.location)
      const until = localInstant(clock, previousUntil)
      return fresh({ ...presentManaged(alerts, subscription), secret, previous_until: until })
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
      return fresh({ message_id: sent.messageId, status, reason: sent.refusal })
    }
  }
  return [rotate, again]
}

function fresh(body: object): OperationAnswer {
  return { kind: 'fresh', status: 200, body, maxAgeSeconds: null }
}
