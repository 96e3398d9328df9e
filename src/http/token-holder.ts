import type { IncomingMessage } from 'node:http'
import type { Point } from '../weather/point.ts'
import type { OperationRequest } from './operation.ts'

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
