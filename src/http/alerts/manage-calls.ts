import Type, { type TSchema } from 'typebox'
import type { ManageRequest } from '../../alerts/authorised.ts'
import type { AlertProblem } from '../../alerts/problems.ts'
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
  /** After the id: `/pause`, or nothing. */
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
    return { kind: 'fresh', status: 200, body: present(deps, found), maxAgeSeconds: null }
  }
  return calls.map((call) => ({
    method: call.method,
    path: `/alerts/subscriptions/{id}${call.suffix}`,
    id: call.id,
    tag: 'Alerts',
    summary: call.summary,
    description: call.description,
    parameters: [],
    pathParameters: [idParameter, ...(call.pathParameters ?? [])],
    ...(call.body === undefined ? {} : { body: call.body }),
    answers: { 200: { description, schema } },
    problems: [...manageProblems, ...call.problems],
    security: 'either',
    handle: (request) => answer(call, request)
  }))
}
