/** A subscriber's server: verifies every request with the published Standard Webhooks library before believing it. */
import { Webhook } from 'standardwebhooks'
import { type LoopbackAnswer, type LoopbackServer, type ReceivedRequest, startLoopback } from './loopback.ts'

export interface VerifiedWebhook {
  readonly id: string
  readonly timestampSeconds: number
  readonly body: Record<string, unknown>
}

export interface WebhookReceiver extends LoopbackServer {
  /** The requests whose signature the library accepted. */
  readonly verified: VerifiedWebhook[]
  /** What the library said of the requests it refused. */
  readonly refused: string[]
  /** Gives this answer to the next request that verifies, instead of 204 (or the returned challenge). */
  readonly answerNext: (answer: LoopbackAnswer | null) => void
}

/** Starts a receiver that knows `secret` (`whsec_…`) and returns the challenge of a verification. */
export async function startWebhookReceiver(secret: string): Promise<WebhookReceiver> {
  const verified: VerifiedWebhook[] = []
  const refused: string[] = []
  const answers: (LoopbackAnswer | null)[] = []
  const server = await startLoopback((request) => {
    const checked = verify(secret, request)
    if (typeof checked === 'string') {
      refused.push(checked)
      return { status: 401, body: 'bad signature' }
    }
    verified.push(checked)
    const next = answers.shift()
    return next === undefined ? usualAnswer(checked) : next
  })
  return { ...server, verified, refused, answerNext: (answer) => void answers.push(answer) }
}

function verify(secret: string, request: ReceivedRequest): VerifiedWebhook | string {
  const headers = {
    'webhook-id': String(request.headers['webhook-id'] ?? ''),
    'webhook-timestamp': String(request.headers['webhook-timestamp'] ?? ''),
    'webhook-signature': String(request.headers['webhook-signature'] ?? '')
  }
  try {
    const body = new Webhook(secret).verify(request.body, headers) as Record<string, unknown>
    return { id: headers['webhook-id'], timestampSeconds: Number(headers['webhook-timestamp']), body }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function usualAnswer(webhook: VerifiedWebhook): LoopbackAnswer {
  const data = webhook.body['data'] as { challenge?: unknown } | undefined
  if (webhook.body['type'] !== 'frost.subscription.verify') return { status: 204 }
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ challenge: data?.challenge })
  }
}
