/**
 * A subscriber's server that keeps what it was sent as JSON, and returns the challenge of a verification when it is
 * willing.
 */
import { type LoopbackAnswer, type LoopbackServer, startLoopback } from './loopback.ts'

export interface JsonEvent {
  /** The message's id, the same on every repeat. */
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface JsonReceiver extends LoopbackServer {
  readonly events: JsonEvent[]
  /** What it answers from now on; null = 2xx, with the challenge where one was sent. */
  answer: (() => LoopbackAnswer | null | Promise<LoopbackAnswer | null>) | null
}

/** Starts one; signatures are checked where the receiver of webhooks with the published library is used. */
export async function startJsonReceiver(): Promise<JsonReceiver> {
  const events: JsonEvent[] = []
  const server = await startLoopback(({ body, headers }) => {
    const { type, data } = JSON.parse(body.toString()) as Omit<JsonEvent, 'id'>
    events.push({ id: String(headers['webhook-id'] ?? ''), type, data })
    if (receiver.answer !== null) return receiver.answer()
    if (data['challenge'] === undefined) return { status: 204 }
    const json = { 'content-type': 'application/json' }
    return { status: 200, headers: json, body: JSON.stringify({ challenge: data['challenge'] }) }
  })
  const receiver: JsonReceiver = { ...server, events, answer: null }
  return receiver
}

/** The settings with which an app may send to it. */
export function lettingThrough({ port }: LoopbackServer): Readonly<Record<string, string>> {
  return { WEBHOOK_ALLOW_HTTP: 'yes', WEBHOOK_ALLOW_CIDR: `127.0.0.1:${port}` }
}
