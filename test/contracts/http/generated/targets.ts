/** What the gaps of a path are filled with, and by which token or key the request is made. */
import fc, { type Arbitrary } from 'fast-check'
import { bearer } from '../../http-alerts/client.ts'
import type { PublishedOperation } from '../published-operations.ts'
import { hostileText, placeText, unknownPlaceText } from './parameter-values.ts'
import { operatorKey, plainKey, type Things } from './things.ts'

/** What fills the gaps of a path, and who asks for it. */
export interface Target {
  readonly gaps: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
}

/** In most cases the right subscription, message, sensor or place by the right holder; else each other way. */
export function targetFor({ id, path, guard }: PublishedOperation, things: Things): Arbitrary<Target> {
  if (path.startsWith('/alerts/subscriptions/{id}')) {
    const { lasting, passing } = things
    const written = path.includes('{message_id}') ? lasting.filter(({ messages }) => messages.length > 0) : []
    // Samples are taken from the ends more often than from between.
    const any = [...written, ...lasting, passing, ...lasting, ...written]
    const own = fc.constantFrom(...(id === 'endSubscription' ? [passing] : any))
    const known = lasting.flatMap(({ messages }) => messages)
    const messages = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...known) },
      { weight: 3, arbitrary: strayText }
    )
    const contact = fc.oneof(
      { weight: 8, arbitrary: fc.constant(things.contact) },
      { weight: 1, arbitrary: strayText }
    )
    return fc
      .tuple(own, fc.constantFrom(...lasting), messages, contact, holding)
      .map(([one, other, message, ofOne, held]) => ({
        gaps: { id: one.id, message_id: message, contact: ofOne },
        headers: { own: bearer(one), other: bearer(other), wrong: wrongBearer, none: {} }[held]
      }))
  }
  const key = guard === null ? fc.constant({}) : fc.constantFrom(...keyHeaders)
  return fc
    .tuple(
      fc.oneof({ weight: 8, arbitrary: placeText }, { weight: 1, arbitrary: strayText }),
      fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...things.sensors) },
        { weight: 1, arbitrary: strayText }
      ),
      fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...things.intakes) },
        { weight: 1, arbitrary: strayText }
      ),
      key
    )
    .map(([slug, sensor, intake, headers]) => ({ gaps: { slug, sensor, intake }, headers }))
}

/** What is nobody's name, or no name at all. */
const strayText = fc.oneof(fc.constantFrom('999999', 'msg_none'), unknownPlaceText, hostileText)

/** Whose token is sent: `other` is that of another subscription. */
const holding = fc.oneof(
  { weight: 8, arbitrary: fc.constant('own' as const) },
  { weight: 2, arbitrary: fc.constantFrom('other' as const, 'wrong' as const, 'none' as const) }
)
const wrongBearer = { authorization: 'Bearer a-token-that-opens-nothing' }

/** Behind a key are answers that no request without one sees, and behind the operator's some that no other key sees. */
const keyHeaders = [{}, ...[plainKey, operatorKey, operatorKey].map((key) => ({ 'x-api-key': key }))]
