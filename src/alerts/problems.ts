/** Why a request about alerts fails, as values for the HTTP layer to present. */

import { faultSentences, type SchemaFault } from '../common/schema-check.ts'

/** The problem codes of alerts; each has a page in the problem catalogue. */
export type AlertProblemCode =
  | 'validation_failed'
  | 'location_not_found'
  | 'threshold_out_of_range'
  | 'unsupported_channel'
  | 'destination_required'
  | 'destination_invalid'
  | 'destination_not_allowed'
  | 'channel_unavailable'
  | 'alerts_unavailable'
  | 'forbidden_channel'
  | 'idempotency_key_reused'
  | 'idempotency_in_progress'
  | 'subscription_limit'
  | 'quota_exceeded'
  | 'token_required'
  | 'subscription_not_found'
  | 'message_not_found'
  | 'subscription_ended'
  | 'confirmation_expired'
  | 'invalid_state'

export interface BodyFault {
  /** JSON pointer into the body: `/destination/url`. */
  readonly pointer: string
  readonly code: SchemaFault['kind'] | MemberProblemCode
  readonly detail: string
}

/** Problems that are about one member: its fault has the same code. */
type MemberProblemCode = Extract<
  AlertProblemCode,
  | 'location_not_found'
  | 'unsupported_channel'
  | 'forbidden_channel'
  | 'destination_required'
  | 'destination_invalid'
  | 'destination_not_allowed'
>

export interface AlertProblem {
  readonly ok: false
  readonly code: AlertProblemCode
  /** What to do about it, in English. */
  readonly detail: string
  readonly errors: readonly BodyFault[]
  /** `location_not_found`: similar slugs. */
  readonly suggestions?: readonly string[]
  /** `unsupported_channel`: the channels of this installation. */
  readonly available?: readonly string[]
  /** `destination_required`: the members that a body must contain. */
  readonly needs?: readonly string[]
  /** `subscription_limit`, `quota_exceeded`, `idempotency_in_progress`, `alerts_unavailable`. */
  readonly retryAfterSeconds?: number
}

/** A problem of the request as a whole. */
export function problem(
  code: AlertProblemCode,
  detail: string,
  more: Partial<Omit<AlertProblem, 'ok' | 'code' | 'detail'>> = {}
): AlertProblem {
  return { ok: false, code, detail, errors: [], ...more }
}

/** A body that is not valid because of one member. */
export function memberProblem(code: SchemaFault['kind'], pointer: string, detail: string): AlertProblem {
  return membersProblem('validation_failed', [{ pointer, code, detail }])
}

/** A problem of its own with one member of the body. */
export function bodyProblem(
  code: MemberProblemCode,
  pointer: string,
  detail: string,
  more: Partial<Omit<AlertProblem, 'ok' | 'code' | 'detail' | 'errors'>> = {}
): AlertProblem {
  return { ...membersProblem(code, [{ pointer, code, detail }]), ...more }
}

/** A problem of several members; its detail says all that is wrong. */
export function membersProblem(code: AlertProblemCode, errors: readonly BodyFault[]): AlertProblem {
  const detail = faultSentences(errors.map((one) => ({ name: one.pointer.slice(1), detail: one.detail })))
  return problem(code, detail, { errors })
}
