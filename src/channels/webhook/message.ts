/** The body and the headers of a webhook, as the Standard Webhooks specification 1.0 asks. */
import { createHmac } from 'node:crypto'
import type { AlertMessage } from '../../alerts/message-ports.ts'
import { secondMs } from '../../common/time.ts'
import { messageEnvelope } from '../message-data.ts'

/** The secret as it is given to the subscriber: `whsec_` and the key in base64. */
export function webhookSecret(signingKey: Uint8Array): string {
  return `whsec_${Buffer.from(signingKey).toString('base64')}`
}

/** The body; the same bytes for every repeat of the same message. */
export function webhookBody(message: AlertMessage, messageId: string): string {
  return JSON.stringify(messageEnvelope(message, messageId))
}

export interface SigningInput {
  readonly messageId: string
  /** The current one first; a second one signs too for a day after a rotation. */
  readonly secrets: readonly string[]
  /** The instant of this attempt [ms since epoch]; the signature covers it against replays. */
  readonly now: number
  readonly body: string
}

/**
 * The headers of one attempt. Signed as the specification says; the tests verify them with the published
 * library.
 */
export function webhookHeaders(input: SigningInput): Record<string, string> {
  const { messageId, secrets, now, body } = input
  const timestamp = String(Math.floor(now / secondMs))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'user-agent': 'Ayaz-Webhook/1',
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' ')
  }
}
