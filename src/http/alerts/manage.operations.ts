import Type, { type TSchema } from 'typebox'
import type { ManageRequest } from '../../alerts/authorised.ts'
import {
  changeSubscription,
  endSubscription,
  type Managed,
  pauseSubscription,
  resumeSubscription,
  testSubscription,
  verifySubscription,
  viewSubscription
} from '../../alerts/manage.ts'
import { noteSeen, sendAgain } from '../../alerts/members/by-hand.ts'
import { codeRequest, confirmByCode } from '../../alerts/phone-code.ts'
import type { AlertProblem } from '../../alerts/problems.ts'
import { changeRequest } from '../../alerts/subscription-schema.ts'
import {
  notJson,
  type Operation,
  type OperationAnswer,
  type OperationRequest,
  problemAnswer
} from '../operation.ts'
import { textParameter } from '../parameter.ts'
import type { ProblemCode } from '../problem-catalogue.ts'
import { type AlertOperationDeps, presentProblem } from './parts.ts'
import { presentManaged } from './subscription.present.ts'
import { subscriptionBody } from './subscription.schema.ts'

/** A malformed id gets the answer of an unknown one. */
export const idParameter = textParameter({
  name: 'id',
  required: true,
  description: 'The `id` in the answer to the subscription.',
  schema: Type.String({ examples: ['sub_2fC0xkq3T9mVw1b7Zr4yQA'] }),
  allowed: 'the id of a subscription'
})

export const manageProblems: readonly ProblemCode[] = [
  'invalid_parameter',
  'token_required',
  'subscription_not_found'
]

/** The listener reads the body of any POST or DELETE, also where none is needed. */
export const bodyProblems: readonly ProblemCode[] = [
  'malformed_json',
  'unsupported_media_type',
  'body_too_large'
]

export function manageRequest({ params, bearerToken, apiKey, client }: OperationRequest): ManageRequest {
  const id = params['id'] ?? ''
  return { id, token: bearerToken, ...(apiKey !== null && { keyClient: client }) }
}

export interface ManageCall<Found> {
  readonly method: Operation['method']
  /** What follows the id: `/pause`, or nothing. */
  readonly suffix: string
  readonly id: string
  readonly summary: string
  readonly description: string
  /** Next to the subscription's id. */
  readonly pathParameters?: Operation['pathParameters']
  readonly body?: Operation['body']
  readonly problems: readonly ProblemCode[]
  readonly act: (
    deps: AlertOperationDeps,
    managed: ManageRequest,
    request: OperationRequest
  ) => Promise<Found | AlertProblem>
}

interface CallAnswer<Found> {
  readonly description: string
  readonly schema: TSchema
  readonly present: (deps: AlertOperationDeps, found: Found) => object
}

export function manageCalls<Found extends { readonly ok: true }>(
  deps: AlertOperationDeps,
  calls: readonly ManageCall<Found>[],
  { description, schema, present }: CallAnswer<Found>
): readonly Operation[] {
  const answer = async (call: ManageCall<Found>, request: OperationRequest): Promise<OperationAnswer> => {
    const refusal = call.body === undefined ? null : notJson(request)
    if (refusal !== null) return problemAnswer(refusal)
    const found = await call.act(deps, manageRequest(request), request)
    if (!found.ok) return problemAnswer(presentProblem(found, deps.alerts.places))
    if (call.method !== 'GET') deps.wake()
    return { kind: 'fresh', body: present(deps, found) }
  }
  return calls.map((call) => ({
    method: call.method,
    path: `/alerts/subscriptions/{id}${call.suffix}`,
    id: call.id,
    tag: 'Alerts',
    summary: call.summary,
    description: call.description,
    pathParameters: [idParameter, ...(call.pathParameters ?? [])],
    ...(call.body === undefined ? {} : { body: call.body }),
    answers: { 200: { description, schema } },
    problems: [...manageProblems, ...call.problems],
    security: 'either',
    handle: (request) => answer(call, request)
  }))
}

const calls: readonly ManageCall<Managed>[] = [
  {
    method: 'GET',
    suffix: '',
    id: 'getSubscription',
    summary: 'One subscription',
    description: 'Its state and settings, without any secret.',
    problems: [],
    act: ({ alerts }, managed) => viewSubscription(alerts, managed)
  },
  {
    method: 'PATCH',
    suffix: '',
    id: 'changeSubscription',
    summary: 'Change a subscription',
    description:
      'Threshold (a score, or a temperature with its members), crop, stage, exposure, language, label, tag, ' +
      'escalation or quiet hours; what is not named stays. It is judged again at once and may raise at once. ' +
      'Another place, channel or destination is a new subscription.',
    body: changeRequest,
    problems: ['validation_failed', 'threshold_out_of_range', 'subscription_ended'],
    act: ({ alerts }, managed, { body }) => changeSubscription(alerts, managed, body)
  },
  {
    method: 'DELETE',
    suffix: '',
    id: 'endSubscription',
    summary: 'End a subscription',
    description: 'Ending an ended subscription is not an error. For ten minutes `…/resume` takes it back.',
    problems: bodyProblems,
    act: ({ alerts }, managed) => endSubscription(alerts, managed)
  },
  {
    method: 'POST',
    suffix: '/test',
    id: 'testSubscription',
    summary: 'Send a test message',
    description:
      'A message marked TEST, sent now; a suspended subscription that receives it is active again. Five an hour.',
    problems: [...bodyProblems, 'invalid_state', 'subscription_ended'],
    act: ({ alerts, delivery }, managed) => testSubscription(alerts, delivery, managed)
  },
  {
    method: 'POST',
    suffix: '/pause',
    id: 'pauseSubscription',
    summary: 'Pause a subscription',
    description: 'Nothing is sent until it is resumed. What the manage token paused no key resumes.',
    problems: [...bodyProblems, 'invalid_state', 'subscription_ended'],
    act: ({ alerts }, managed) => pauseSubscription(alerts, managed)
  },
  {
    method: 'POST',
    suffix: '/resume',
    id: 'resumeSubscription',
    summary: 'Resume a subscription',
    description:
      'It is evaluated at once and may raise an alert at once. For ten minutes (`resumable_until`) it takes ' +
      'back an end by its owner; a subscription that was paused before is active.',
    problems: [...bodyProblems, 'invalid_state', 'subscription_ended'],
    act: ({ alerts }, managed) => resumeSubscription(alerts, managed)
  },
  {
    method: 'POST',
    suffix: '/seen',
    id: 'noteSeen',
    summary: 'Say that tonight’s warning was seen',
    description:
      'With the manage token: the last message that was sent for tonight, as it described the night. With the API ' +
      'key: its holder informed the person of the night as it is now, also where no message arrived. It is not sent ' +
      'again unless the night becomes clearly worse.',
    problems: [...bodyProblems, 'invalid_state', 'subscription_ended'],
    act: ({ alerts }, managed) => noteSeen(alerts, managed)
  },
  {
    method: 'POST',
    suffix: '/again',
    id: 'sendAgain',
    summary: 'Send tonight’s warning once more',
    description:
      'Now, or call once more, where no person has said that the warning was seen. Five an hour. The turns of an ' +
      '`escalation` stay.',
    problems: [...bodyProblems, 'invalid_state', 'subscription_ended'],
    act: ({ alerts }, managed) => sendAgain(alerts, managed)
  },
  {
    method: 'POST',
    suffix: '/verify',
    id: 'verifySubscription',
    summary: 'Ask the receiver for its proof again',
    description:
      'For webhooks and telephones that wait for their confirmation: the verification request, or another code, ' +
      'is sent now.',
    problems: [...bodyProblems, 'invalid_state', 'confirmation_expired', 'subscription_ended'],
    act: ({ alerts, delivery }, managed) => verifySubscription(alerts, delivery, managed)
  },
  {
    method: 'POST',
    suffix: '/confirm',
    id: 'confirmSubscription',
    summary: 'Enter the code that came by telephone',
    description:
      'For channels whose `confirmation` is `code`: the subscription is active from now on. A code is good for ' +
      'ten minutes and three tries; `…/verify` sends another one.',
    body: codeRequest,
    problems: ['validation_failed', 'confirmation_expired', 'subscription_ended'],
    act: ({ alerts }, managed, { body }) => confirmByCode(alerts, managed, body)
  }
]

export function manageOperations(deps: AlertOperationDeps): readonly Operation[] {
  return manageCalls(deps, calls, {
    description: 'The subscription as it is now.',
    schema: subscriptionBody,
    present: ({ alerts }, { subscription }) => presentManaged(alerts, subscription)
  })
}
