/** The interface between site and listener, which handles limits, caching and headers. */

import type { Problem } from './problem.ts'

export interface PageRequest {
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The `Accept-Language` header, or ''. */
  readonly acceptLanguage: string
  /** The decoded form of a POST, else null; a file in it has a character for each byte. */
  readonly form: URLSearchParams | null
  readonly origin: string
  /** The limiter's key of the client: never shown, never logged. */
  readonly client: string
  /** [ms since epoch]. */
  readonly nowAt: number
}

export interface PageAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  /** How long any cache may store it [s]; null: `no-store`. */
  readonly maxAgeSeconds: number | null
  /** True only for the widget: any site may frame it. */
  readonly frameable?: boolean
  /** The whole policy but `frame-ancestors`, which the listener adds from `frameable`. */
  readonly contentSecurityPolicy: string
}

/** A refusal to a program: the listener writes it as a problem document that is not cached. */
export interface PageProblem {
  readonly problem: Problem
  readonly headers?: Readonly<Record<string, string>>
}

export interface Page {
  readonly method: 'GET' | 'POST'
  /** Path with named parts: `/tr/yer/:slug`. */
  readonly path: string
  /** It does not count towards the quota of pages. */
  readonly isUncounted?: true
  /** The page takes tens of milliseconds to make: a request that the cache cannot answer counts twice. */
  readonly isCostly?: true
  readonly takesFile?: true
  readonly render: (request: PageRequest) => Promise<PageAnswer | PageProblem>
}
