/** One operation of the API: its contract and its handler. The table of them is the only list of routes. */

import type { IncomingMessage } from 'node:http'
import type { TSchema } from 'typebox'
import type { Point } from '../weather/point.ts'
import type { Problem } from './problem.ts'
import type { ProblemCode } from './problem-catalogue.ts'
import type { Parameter } from './query.ts'
import type { CachedResponse, KnownQuestion } from './response-cache.ts'

export interface TokenOwners {
  /** The point of a field whose token this is; null where it is not. */
  readonly ownField: (token: string, point: Point) => Promise<Point | null>
  /** The id of the subscription that a token manages; null where it manages none. */
  readonly managedBy: (token: string) => Promise<string | null>
}

export function tokenHolder(
  { ownField, managedBy }: TokenOwners,
  { headers }: Pick<IncomingMessage, 'headers'>
): Pick<OperationRequest, 'bearerToken' | 'seen' | 'managed'> {
  const bearer = /^Bearer ([^\s]{1,200})$/i.exec(headers.authorization ?? '')
  const token = bearer?.[1] ?? null
  return {
    bearerToken: token,
    seen: async (point) => (token === null ? null : await ownField(token, point)) ?? point,
    managed: async () => (token === null ? null : managedBy(token))
  }
}

export interface OperationRequest {
  /** The raw query string, without `?`. */
  readonly query: string
  readonly params: Readonly<Record<string, string>>
  /** The parsed JSON body; null where the operation has none. */
  readonly body: unknown
  readonly client: string
  readonly apiKey: ApiKeyHolder | null
  readonly bearerToken: string | null
  /** The point as this request may see it: its own field where its token proves that, else as anyone sees it. */
  readonly seen: (point: Point) => Promise<Point>
  /** The id of the subscription that the bearer token manages; null without one. */
  readonly managed: () => Promise<string | null>
  readonly idempotencyKey: string | null
  /** Counts this many further requests of the client, all or none; the problem where its quota has not as many left. */
  readonly countMore: (requests: number) => Promise<Problem | null>
  /** [ms since epoch] */
  readonly nowAt: number
}

export interface ApiKeyHolder {
  readonly id: string
  readonly tier: string
  /** May use what is reserved for the operator. */
  readonly isOperator: boolean
  /** Its members are active without their own proof. */
  readonly vouches?: true
}

export type OperationAnswer =
  | { readonly kind: 'kept'; readonly question: KnownQuestion; readonly answer: CachedResponse }
  | {
      readonly kind: 'fresh'
      /** Absent: 200. */
      readonly status?: number
      readonly body: object
      readonly headers?: Readonly<Record<string, string>>
      /** How long any cache may store it [s]; null or absent: `private, no-store`. */
      readonly maxAgeSeconds?: number | null
    }
  | {
      /** Another form than JSON, never cached. */
      readonly kind: 'text'
      readonly body: string
      /** `text/csv; charset=utf-8`. */
      readonly contentType: string
      readonly headers?: Readonly<Record<string, string>>
    }
  | {
      /** Many parts, sent one after the other as they are made; never cached. */
      readonly kind: 'pieces'
      readonly pieces: AsyncIterable<string>
      readonly contentType: string
      readonly headers?: Readonly<Record<string, string>>
    }
  | { readonly kind: 'problem'; readonly problem: Problem }

export type AnswerHeader = 'Location' | 'Link' | 'Last-Modified'

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly id: string
  readonly tag: 'Weather' | 'Places' | 'Alerts' | 'Record' | 'Service'
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly Parameter[]
  readonly pathParameters?: readonly Parameter[]
  readonly headerParameters?: readonly Parameter[]
  readonly body?: TSchema
  readonly rows?: Readonly<Record<string, TSchema>>
  /** The largest body [bytes]; default: that of all requests. */
  readonly bodyBytes?: number
  /** Schemas of the answers by status. */
  readonly answers: Readonly<
    Record<
      number,
      {
        readonly description: string
        readonly schema: TSchema
        /** Other forms of the same answer, by media type. */
        readonly otherForms?: Readonly<Record<string, TSchema>>
        /** Headers other than those of every answer, sent always or where they have a value. */
        readonly headers?: readonly AnswerHeader[]
      }
    >
  >
  readonly problems: readonly ProblemCode[]
  /** Not counted against the API's quota: `/openapi.json` and `/limits`. */
  readonly uncounted?: boolean
  /** Counted against the quota of the pages instead: `/openapi.json`. */
  readonly countsAsPage?: boolean
  /** Answers depend on the client: they must not be cached, and have no validator. */
  readonly isPrivate?: boolean
  /** `either`: a key, or the token of a subscription. */
  readonly security?: 'manage_token' | 'api_key' | 'either'
  readonly handle: (request: OperationRequest) => Promise<OperationAnswer>
}

export function problemAnswer(problem: Problem): OperationAnswer {
  return { kind: 'problem', problem }
}

export const commonProblems: readonly ProblemCode[] = [
  'bad_request',
  'invalid_api_key',
  'method_not_allowed',
  'request_timeout',
  'uri_too_long',
  'expectation_failed',
  'quota_exceeded',
  'header_fields_too_large',
  'internal_error',
  'storage_unavailable'
]

/** The problem of a body that is not JSON, else null; the listener also reads forms, for pages. */
export function notJson({ body }: Pick<OperationRequest, 'body'>): Problem | null {
  return body instanceof URLSearchParams
    ? { code: 'unsupported_media_type', detail: 'Send "Content-Type: application/json".' }
    : null
}
