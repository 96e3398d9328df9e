/**
 * What the owner of a subscription may do with it: one operation for each call, by its manage token or the
 * API key that made it.
 */
import Type from 'typebox'
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
import { codeRequest, confirmByCode } from '../../alerts/phone-code.ts'
import type { AlertProblem } from '../../alerts/problems.ts'
import { changeRequest } from '../../alerts/subscription-schema.ts'
import { notJson } from '../body-type.ts'
import { type Operation, type OperationAnswer, type OperationRequest, problemAnswer } from '../operation.ts'
import { textParameter } from '../parameter.ts'
import type { ProblemCode } from '../problem-catalogue.ts'
import { presentProblem } from './alert-problem.ts'
import type { AlertOperationDeps } from './parts.ts'
import { subscriptionRow } from './subscription.present.ts'
import { subscriptionBody } from './subscription.schema.ts'

/** The id in the path; a malformed one gets the same answer as an unknown one. */
export const idParameter = textParameter({
  name: 'id',
  required: true,
  description: 'The `id` in the answer to the subscription.',
  schema: Type.String({ examples: ['sub_2fC0xkq3T9mVw1b7Zr4yQA'] }),
  allowed: 'the id of a subscription'
})

/** Problems of every call by token or key. */
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

/** The id, and the token or key of a request. */
export function manageRequest({ params, bearerToken, apiKey, client }: OperationRequest): ManageRequest {
  const id = params['id'] ?? ''
  return { id, token: bearerToken, ...(apiKey !== null && { keyClient: client }) }
}

interface ManageCall {
  readonly method: Operation['method']
  /** After the id: `/pause`, or nothing. */
  readonly suffix: string
  readonly id: string
  readonly summary: string
  readonly description: string
  readonly body?: Operation['body']
  readonly problems: readonly ProblemCode[]
  readonly act: (
    deps: AlertOperationDeps,
    request: ManageRequest,
    body: unknown
  ) => Promise<Managed | AlertProblem>
}

const calls: readonly ManageCall[] = [
  {
    method: 'GET',
    suffix: '',
    id: 'getSubscription',
    summary: 'One subscription',
    description: 'Its state and settings, without any secret.',
    problems: [],
    act: ({ alerts }, request) => viewSubscription(alerts, request)
  },
  {
    method: 'PATCH',
    suffix: '',
    id: 'changeSubscription',
    summary: 'Change a subscription',
    description:
      'Threshold (a score, or a temperature with its members), crop, stage, exposure, language, label, tag or escalation; what is not named stays. It is judged anew at once and may raise at once. Another place, channel or destination is a new subscription.',
    body: changeRequest,
    problems: ['validation_failed', 'threshold_out_of_range', 'subscription_ended'],
    act: ({ alerts }, request, body) => changeSubscription(alerts, request, body)
  },
  {
    method: 'DELETE',
    suffix: '',
    id: 'endSubscription',
    summary: 'End a subscription',
    description: 'Ending an ended subscription is not an error. For ten minutes `…/resume` takes it back.',
    problems: bodyProblems,
    act: ({ alerts }, request) => endSubscription(alerts, request)
  },
  {
    method: 'POST',
    suffix: '/test',
    id: 'testSubscription',
    summary: 'Send a test message',
    description:
      'A message marked TEST, sent now; a suspended subscription that receives it is active again. Five an hour.',
    problems: [...bodyProblems, 'invalid_state', 'subscription_ended'],
    act: ({ alerts, delivery }, request) => testSubscription(alerts, delivery, request)
  },
  {
    method: 'POST',
    suffix: '/pause',
    id: 'pauseSubscription',
    summary: 'Pause a subscription',
    description: 'Nothing is sent until it is resumed.',
    problems: [...bodyProblems, 'invalid_state', 'subscription_ended'],
    act: ({ alerts }, request) => pauseSubscription(alerts, request)
  },
  {
    method: 'POST',
    suffix: '/resume',
    id: 'resumeSubscription',
    summary: 'Resume a subscription',
    description:
      'It is evaluated at once and may raise an alert at once. For ten minutes (`resumable_until`) it takes back an end by its owner; a subscription that was paused before is active.',
    problems: [...bodyProblems, 'invalid_state', 'subscription_ended'],
    act: ({ alerts }, request) => resumeSubscription(alerts, request)
  },
  {
    method: 'POST',
    suffix: '/verify',
    id: 'verifySubscription',
    summary: 'Ask the receiver for its proof again',
    description:
      'For webhooks and telephones that wait for their confirmation: the verification request, or another code, is sent now.',
    problems: [...bodyProblems, 'invalid_state', 'confirmation_expired', 'subscription_ended'],
    act: ({ alerts, delivery }, request) => verifySubscription(alerts, delivery, request)
  },
  {
    method: 'POST',
    suffix: '/confirm',
    id: 'confirmSubscription',
    summary: 'Enter the code that came by telephone',
    description:
      'For channels whose `confirmation` is `code`: the subscription is active from now on. A code is good for ten minutes and three tries; `…/verify` sends another one.',
    body: codeRequest,
    problems: ['validation_failed', 'confirmation_expired', 'subscription_ended'],
    act: ({ alerts }, request, body) => confirmByCode(alerts, request, body)
  }
]

export function manageOperations(deps: AlertOperationDeps): readonly Operation[] {
  return calls.map((call) => ({
    method: call.method,
    path: `/alerts/subscriptions/{id}${call.suffix}`,
    id: call.id,
    tag: 'Alerts',
    summary: call.summary,
    description: call.description,
    parameters: [],
    pathParameters: [idParameter],
    ...(call.body === undefined ? {} : { body: call.body }),
    answers: { 200: { description: 'The subscription as it is now.', schema: subscriptionBody } },
    problems: [...manageProblems, ...call.problems],
    security: 'either',
    handle: (request) => handle(deps, call, request)
  }))
}

async function handle(
  deps: AlertOperationDeps,
  call: ManageCall,
  request: OperationRequest
): Promise<OperationAnswer> {
  const refusal = call.body === undefined ? null : notJson(request)
  if (refusal !== null) return problemAnswer(refusal)
  const managed = await call.act(deps, manageRequest(request), request.body)
  if (!managed.ok) return problemAnswer(presentProblem(managed, deps.alerts.places))
  if (call.method !== 'GET') deps.wake()
  const body = { subscription: subscriptionRow(deps.alerts, managed.subscription) }
  return { kind: 'fresh', status: 200, body, maxAgeSeconds: null }
}
