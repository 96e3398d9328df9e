import { faultSentences, type SchemaFault } from '../common/schema-check.ts'

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

/** About one member: its fault has the same code. */
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
  /** What to do, in English. */
  readonly detail: string
  readonly errors: readonly BodyFault[]
  /** `location_not_found`: slugs. */
  readonly suggestions?: readonly string[]
  /** `unsupported_channel`: channels of this installation. */
  readonly available?: readonly string[]
  /** `destination_required`: members of the body. */
  readonly needs?: readonly string[]
  /** `subscription_limit`, `quota_exceeded`, `idempotency_in_progress`, `alerts_unavailable`. */
  readonly retryAfterSeconds?: number
}

export function problem(
  code: AlertProblemCode,
  detail: string,
  more: Partial<Omit<AlertProblem, 'ok' | 'code' | 'detail'>> = {}
): AlertProblem {
  return { ok: false, code, detail, errors: [], ...more }
}

export function memberProblem(code: SchemaFault['kind'], pointer: string, detail: string): AlertProblem {
  return membersProblem('validation_failed', [{ pointer, code, detail }])
}

export function bodyProblem(
  code: MemberProblemCode,
  pointer: string,
  detail: string,
  more: Partial<Omit<AlertProblem, 'ok' | 'code' | 'detail' | 'errors'>> = {}
): AlertProblem {
  return { ...membersProblem(code, [{ pointer, code, detail }]), ...more }
}

/** A problem whose detail names all faults. */
export function membersProblem(code: AlertProblemCode, errors: readonly BodyFault[]): AlertProblem {
  const detail = faultSentences(errors.map((one) => ({ name: one.pointer.slice(1), detail: one.detail })))
  return problem(code, detail, { errors })
}
