/** The lists and imports of a key at a running service, within its quota. */
import { retryAfterSeconds } from '../../common/http-date.ts'
import { minuteMs, secondMs } from '../../common/time.ts'
import type { OutgoingRequest, OutgoingResponse, SendRequest } from '../../outgoing/request.ts'

export interface ServiceDeps {
  /** `https://…/api/v1`, without a slash at the end. */
  readonly baseUrl: string
  readonly key: string
  readonly send: SendRequest
  readonly wait: (milliseconds: number) => Promise<void>
}

/** The service's own words; null: no answer. */
export interface Problem {
  readonly detail: string | null
}

export interface Imported {
  readonly stored: number
  readonly changed: number
  readonly unchanged: number
  readonly refused: number
  readonly new_points: number
  readonly results: readonly {
    readonly line: number
    readonly external_id: string
    readonly result: string
    readonly errors: readonly { readonly detail: string }[]
  }[]
}

export interface Tonight {
  readonly standing: string
  readonly notified_at: string | null
  readonly seen_at: string | null
  readonly unanswered: boolean
}

export interface MemberRow {
  readonly external_id: string | null
  readonly label: string | null
  readonly location: string | null
  readonly tag: string | null
  readonly status: string
  readonly tonight: Tonight | null
}

export interface Service {
  readonly import: (
    lines: readonly string[],
    isCsv: boolean,
    isDryRun: boolean
  ) => Promise<Imported | Problem>
  readonly list: (query: URLSearchParams) => Promise<{ readonly rows: readonly MemberRow[] } | Problem>
}

const path = '/alerts/subscriptions'
const mostAttempts = 6
const longestWaitMs = 61 * secondMs

export function membersService(deps: ServiceDeps): Service {
  return {
    import: async (lines, isCsv, isDryRun) => {
      const type = isCsv ? 'text/csv' : 'application/x-ndjson'
      return ask<Imported>(deps, {
        url: `${deps.baseUrl}${path}/import?dry_run=${isDryRun}`,
        method: 'POST',
        headers: { 'Content-Type': type },
        body: lines.join('\n'),
        totalTimeoutMs: 2 * minuteMs
      })
    },
    async list(query) {
      const rows: MemberRow[] = []
      for (;;) {
        const page = await ask<{
          readonly subscriptions: readonly MemberRow[]
          readonly next_cursor: string | null
        }>(deps, { url: `${deps.baseUrl}${path}?${query}`, totalTimeoutMs: 30_000 })
        if ('detail' in page) return page
        rows.push(...page.subscriptions)
        if (page.next_cursor === null) return { rows }
        query.set('cursor', page.next_cursor)
      }
    }
  }
}

/** A used-up quota and a service that restarts are waited for; a limit of the key is not. */
async function ask<Body extends object>(
  deps: ServiceDeps,
  request: OutgoingRequest
): Promise<Body | Problem> {
  const headers = { ...request.headers, 'X-API-Key': deps.key }
  for (let attempt = 1; ; attempt += 1) {
    const response = await deps.send({ ...request, headers }).catch(() => null)
    const body = response === null ? null : jsonOf(response)
    if (response?.status === 200 && body !== null) return body as Body
    const { code, detail = null } = Object(body) as { readonly code?: string; readonly detail?: string }
    const isPassing = response === null || response.status >= 500 || code === 'quota_exceeded'
    if (!isPassing || attempt >= mostAttempts) return { detail }
    const asked = retryAfterSeconds(response?.headers['retry-after'], Date.now()) ?? 0
    await deps.wait(Math.min(longestWaitMs, asked > 0 ? asked * secondMs : 500 * 2 ** attempt))
  }
}

function jsonOf({ body }: OutgoingResponse): object | null {
  try {
    return JSON.parse(Buffer.from(body).toString()) as object
  } catch {
    return null
  }
}
