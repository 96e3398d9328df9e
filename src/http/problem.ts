/** A problem document (RFC 9457), and how it is written. */
import { type FaultPlace, type ProblemCode, problemCatalogue, statusOf } from './problem-catalogue.ts'
import type { ParameterError } from './query.ts'

/** What may be wrong with a member of a body; clients rely on these codes. */
export const memberFaultCodes = [
  'required',
  'unknown_member',
  'invalid_type',
  'invalid_format',
  'out_of_range',
  'not_allowed',
  'too_many',
  'implausible',
  'location_not_found',
  'sensor_revoked',
  'unsupported_channel',
  'forbidden_channel',
  'destination_required',
  'destination_invalid',
  'destination_not_allowed'
] as const

export interface MemberError {
  readonly pointer: string
  readonly code: (typeof memberFaultCodes)[number]
  readonly detail: string
}

export interface Problem {
  readonly code: ProblemCode
  /** Where the fault is; default: the request line. */
  readonly about?: FaultPlace
  /** What to do, for this very request. */
  readonly detail: string
  /** The members of a problem that are not common to all; each code has its own (see problem-documents.ts). */
  readonly extensions?: {
    readonly errors?: readonly ParameterError[] | readonly MemberError[]
    readonly suggestions?: readonly { readonly slug: string; readonly name: string }[]
    readonly available_channels?: readonly string[]
    readonly available?: readonly string[]
    readonly needs?: readonly string[]
    readonly last_data_at?: string | null
    readonly 'violated-policies'?: readonly string[]
    readonly request_id?: string
  }
  readonly headers?: Readonly<Record<string, string>>
}

/** The type of a used-up quota is registered; every other type is a page of this site. */
const quotaType = 'https://iana.org/assignments/http-problem-types#quota-exceeded'

export function problemDocument(problem: Problem, siteUrl: string): Buffer {
  return Buffer.from(JSON.stringify(problemBody(problem, siteUrl)))
}

/** The members of the document. `siteUrl` never comes from a request. */
export function problemBody(problem: Problem, siteUrl: string): object {
  const { title } = problemCatalogue[problem.code]
  const status = problemStatus(problem)
  const type = problem.code === 'quota_exceeded' ? quotaType : `${siteUrl}/problems/${problem.code}`
  return { type, title, status, code: problem.code, detail: problem.detail, ...problem.extensions }
}

export function problemStatus(problem: Problem): number {
  return statusOf(problem.code, problem.about ?? 'request')
}

export const storageUnavailable: Problem = {
  code: 'storage_unavailable',
  detail: 'The database cannot be used at the moment. Nothing was stored; try again in 10 s.',
  headers: { 'Retry-After': '10' }
}

export function quotaExceeded(policy: string, detail: string, waitSeconds: number): Problem {
  return {
    code: 'quota_exceeded',
    detail,
    extensions: { 'violated-policies': [policy] },
    headers: { 'Retry-After': String(waitSeconds) }
  }
}

export function internalError(requestId: string): Problem {
  return {
    code: 'internal_error',
    detail: 'Something went wrong here. The operator finds it in the log under this request id.',
    extensions: { request_id: requestId }
  }
}
