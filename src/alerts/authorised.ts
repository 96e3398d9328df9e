import type { Alerts } from './alerts.ts'
import { type AlertProblem, problem } from './problems.ts'
import type { Subscription } from './subscription.ts'
import { idOfToken } from './tokens.ts'

export interface ManageRequest {
  readonly id: string
  readonly token: string | null
  /** The client of the API key as limits identify it; absent without one. */
  readonly keyClient?: string
}

/** A wrong token and an unknown id get the same answer in the same time, so guessing reveals nothing. */
export async function authorised(deps: Alerts, request: ManageRequest): Promise<Subscription | AlertProblem> {
  const { id, token, keyClient } = request
  if ((token === null || token === '') && keyClient === undefined) return tokenRequired()
  const subscription = await deps.subscriptions.byId(id)
  const isKeys = keyClient !== undefined && subscription?.client === deps.keys.hash(keyClient)
  const isOwner = isTokenHolder(deps, request) || isKeys
  return isOwner && subscription !== null ? subscription : notFound()
}

/** The token's holder reads the messages, as far as is known. */
export function isTokenHolder({ keys }: Pick<Alerts, 'keys'>, { id, token }: ManageRequest): boolean {
  return token !== null && idOfToken(keys, 'manage', token) === id
}

function tokenRequired(): AlertProblem {
  const detail = 'Send `Authorization: Bearer <manage token>`, or the `X-API-Key` that made the subscription.'
  return problem('token_required', detail)
}

export async function living(deps: Alerts, request: ManageRequest): Promise<Subscription | AlertProblem> {
  const found = await authorised(deps, request)
  return 'ok' in found ? found : stillLiving(found)
}

export function stillLiving(found: Subscription): Subscription | AlertProblem {
  if (found.endedAt === null) return found
  return problem('subscription_ended', 'This subscription has ended; make a new one.')
}

export function notFound(): AlertProblem {
  return problem(
    'subscription_not_found',
    'Either the id is wrong, or it is not of this manage token or API key.'
  )
}
