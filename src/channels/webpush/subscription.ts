/**
 * A browser's PushSubscription, as given by its toJSON()
 * (https://www.w3.org/TR/push-api/#pushsubscription-interface).
 */
import { createPublicKey } from 'node:crypto'
import Type from 'typebox'
import type { DestinationProblem } from '../../alerts/ports.ts'
import { invalid, isProblem, readMembers, required, unknownMember } from '../destination.ts'

export interface BrowserSubscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** As it is published. */
export const subscriptionSchema = Type.Object(
  {
    endpoint: Type.String({ format: 'uri', description: 'Of the browser’s push service.' }),
    keys: Type.Object(
      {
        p256dh: Type.String({ description: 'Uncompressed P-256 point in base64url.' }),
        auth: Type.String({ description: '16 bytes in base64url.' })
      },
      { title: 'WebPushKeys' }
    ),
    expirationTime: Type.Optional(
      Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'As the browser gives it.' })
    )
  },
  {
    additionalProperties: false,
    title: 'WebPushDestination',
    description: 'A PushSubscription, as its `toJSON()` gives it.'
  }
)

const longestEndpoint = 2_000

/** Reads what the site's page sends; a key that cannot encrypt is refused here, not at the first frost. */
export function readSubscription(given: unknown): BrowserSubscription | DestinationProblem {
  const members = readMembers(given, "the browser's push subscription: endpoint and keys")
  if (isProblem(members)) return members
  const { endpoint, keys } = members
  if (endpoint === undefined)
    return required('/destination/endpoint', 'Name the endpoint of the subscription.')
  if (typeof endpoint !== 'string' || endpoint.length > longestEndpoint || URL.parse(endpoint) === null) {
    return invalid('/destination/endpoint', 'The endpoint is not a URL.')
  }
  if (typeof keys !== 'object' || keys === null) {
    return required('/destination/keys', 'Name the keys p256dh and auth of the subscription.')
  }
  const p256dh: unknown = Reflect.get(keys, 'p256dh')
  const auth: unknown = Reflect.get(keys, 'auth')
  if (typeof p256dh !== 'string' || !isPoint(p256dh)) {
    return invalid('/destination/keys/p256dh', 'This is not an uncompressed P-256 point in base64url.')
  }
  if (typeof auth !== 'string' || bytesOf(auth)?.length !== 16) {
    return invalid('/destination/keys/auth', 'This is not 16 bytes in base64url.')
  }
  return (
    unknownMember(members, ['endpoint', 'keys', 'expirationTime']) ?? { endpoint, keys: { p256dh, auth } }
  )
}

/** Whether reading gave a subscription. */
export function isSubscription(read: BrowserSubscription | DestinationProblem): read is BrowserSubscription {
  return 'endpoint' in read
}

function bytesOf(text: string): Buffer | null {
  return /^[A-Za-z0-9_-]{1,200}={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : null
}

function isPoint(text: string): boolean {
  const point = bytesOf(text)
  if (point?.length !== 65 || point[0] !== 4) return false
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  try {
    // Refuses a point that is not on the curve.
    createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
    return true
  } catch {
    return false
  }
}
