import Type, { type Static } from 'typebox'
import { deliveriesOf } from '../../alerts/manage.ts'
import type { LoggedMessage } from '../../alerts/outbox-ports.ts'
import type { ZoneClock } from '../../weather/zone-clock.ts'
import { type Operation, problemAnswer } from '../operation.ts'
import { pageCursor, wholeNumberParameter, withDefault } from '../parameter.ts'
import { invalidParameters, readQuery, take } from '../query.ts'
import { instant, instantOrNull, integer, list, named, oneOf, oneOfOrNull, textOrNull } from '../schema.ts'
import { localInstant, localInstantOrNull } from '../weather/blocks.present.ts'
import { idParameter, manageProblems, manageRequest } from './manage-calls.ts'
import { type AlertOperationDeps, presentProblem } from './parts.ts'
import { clockOf } from './subscription.present.ts'

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
      return { kind: 'fresh', status: 200, body, maxAgeSeconds: null }
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
