/** What the tests of the alerts' calls share: how they ask, and what an answer holds. */
import type { CheckedAnswer, CheckedClient } from '../http/client.ts'

/** The answer to `subscribe`, as far as the tests look at it. */
export interface Subscribed {
  readonly id: string
  readonly status: string
  readonly preview: boolean
  readonly preview_url: string | null
  readonly channel_url: string | null
  readonly channel_secret: string | null
  readonly confirmation: { readonly required: boolean; readonly method: string; readonly url: string | null }
  readonly manage: { readonly token: string; readonly url: string; readonly unsubscribe_url: string }
  readonly links: { readonly calendar_url: string }
  readonly evaluation: {
    readonly current_score: number | null
    readonly would_fire_now: boolean | null
    readonly worst_date: string | null
  }
}

/** A problem document, as far as the tests look at it. */
export interface ProblemBody {
  readonly code: string
  readonly status: number
  readonly errors?: readonly { readonly pointer: string }[]
  readonly available?: readonly string[]
  readonly needs?: readonly string[]
  readonly suggestions?: readonly { readonly slug: string; readonly name: string }[]
}

/** Sends JSON. */
export function post(
  client: CheckedClient,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {}
): Promise<CheckedAnswer> {
  return client.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body)
  })
}

/** The header of a manage call. */
export function bearer({ manage }: Pick<Subscribed, 'manage'>): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${manage.token}` }
}

/** A manage call on a subscription. */
export function manage(
  client: CheckedClient,
  subscribed: Pick<Subscribed, 'id' | 'manage'>,
  call: { readonly method?: string; readonly suffix?: string; readonly body?: unknown }
): Promise<CheckedAnswer> {
  const { method = 'GET', suffix = '', body } = call
  const json = body === undefined ? {} : { 'content-type': 'application/json' }
  return client.ask(`/alerts/subscriptions/${subscribed.id}${suffix}`, {
    method,
    headers: { ...bearer(subscribed), ...json },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
}
