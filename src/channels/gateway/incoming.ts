/** What a gateway sends by itself: what became of a message, and answers of people. */
import type { IncomingEvent } from '../../alerts/message-ports.ts'
import { valueAt } from '../../common/json-pointer.ts'
import type { Gateway } from './schema.ts'
import { holds } from './template.ts'

type Incoming = NonNullable<Gateway['incoming']>

const maxEvents = 1000

/** Null: not of that form. */
export function incomingBody({ as }: Incoming, body: string): unknown {
  if (as === 'form') return Object.fromEntries(new URLSearchParams(body))
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** @param idOfAddress what `{{callback}}` had for the message; null: nothing */
export function readIncoming(
  incoming: Incoming,
  body: unknown,
  idOfAddress: string | null
): readonly IncomingEvent[] {
  const { each } = incoming
  const list = each === undefined ? [body] : valueAt(body, each)
  const items: readonly unknown[] = Array.isArray(list) ? list.slice(0, maxEvents) : [list]
  return items.flatMap((item) => eventOf(incoming, item, idOfAddress) ?? [])
}

function eventOf(incoming: Incoming, item: unknown, idOfAddress: string | null): IncomingEvent | null {
  if (typeof item !== 'object' || item === null) return null
  const { delivered, failed, answer } = incoming
  const part = { status: null, text: '', json: item }
  const at = (pointer: string | undefined) => (pointer === undefined ? null : textAt(item, pointer))
  const id = at(incoming.id) ?? idOfAddress
  if (delivered !== undefined && id !== null && holds(delivered, part)) return { kind: 'delivered', id }
  if (failed !== undefined && id !== null && holds(failed, part)) return { kind: 'failed', id }
  if (answer !== undefined && id !== null && holds(answer, part))
    return { kind: 'answered', id, number: null, text: '1' }
  const [number, text] = [at(incoming.from), at(incoming.text)]
  return number === null || text === null ? null : { kind: 'answered', id: null, number, text }
}

function textAt(item: unknown, pointer: string): string | null {
  const found = valueAt(item, pointer)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : null
}
