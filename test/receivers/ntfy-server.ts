/**
 * A server shaped like ntfy: publishing as JSON to its root, as https://docs.ntfy.sh/publish/#publish-as-json says, and
 * its health, with the refusals it documents (400 without a topic, 401/403 without the right token, 413, 429).
 */
import { type LoopbackAnswer, type LoopbackServer, type ReceivedRequest, startLoopback } from './loopback.ts'

export interface NtfyMessage {
  readonly topic: string
  readonly title?: string
  readonly message?: string
  readonly priority?: number
  readonly tags?: readonly string[]
  readonly click?: string
  readonly actions?: readonly Record<string, unknown>[]
}

export interface NtfyServer extends LoopbackServer {
  readonly published: NtfyMessage[]
  readonly answerNext: (answer: LoopbackAnswer | null) => void
}

const TOPIC = /^[-_A-Za-z0-9]{1,64}$/
const ACTIONS = ['view', 'broadcast', 'http', 'copy']

/** Starts the server; with a `token` it refuses requests without it. */
export async function startNtfyServer(options: { readonly token?: string } = {}): Promise<NtfyServer> {
  const published: NtfyMessage[] = []
  const answers: (LoopbackAnswer | null)[] = []
  const server = await startLoopback((request) => {
    const next = answers.shift()
    if (next !== undefined) return next
    const { authorization } = request.headers
    // A token that it does not know is refused whatever is asked; without one everybody may ask for the health.
    if (request.path === '/v1/health') {
      const isKnown = authorization === undefined || authorization === `Bearer ${options.token}`
      return isKnown ? json(200, { healthy: true }) : problem(401, 40101, 'unauthorized')
    }
    if (options.token !== undefined && authorization !== `Bearer ${options.token}`) {
      return problem(403, 40301, 'forbidden')
    }
    const message = readMessage(request)
    if (typeof message === 'string') return problem(400, 40009, message)
    published.push(message)
    return json(200, { id: `m${published.length}`, event: 'message', ...message })
  })
  return { ...server, published, answerNext: (answer) => void answers.push(answer) }
}

function readMessage(request: ReceivedRequest): NtfyMessage | string {
  if (request.method !== 'POST' && request.method !== 'PUT') return 'method not allowed'
  if (request.path !== '/') return 'invalid request: JSON goes to the root of the server'
  if (request.body.length > 16_384) return 'request too large'
  let message: NtfyMessage
  try {
    message = JSON.parse(request.body.toString('utf8'))
  } catch {
    return 'invalid request: request body must be message JSON'
  }
  if (!TOPIC.test(message.topic ?? '')) return 'invalid request: topic invalid'
  const priority = message.priority ?? 3
  if (!Number.isInteger(priority) || priority < 1 || priority > 5) return 'invalid request: priority invalid'
  if ((message.actions ?? []).some((action) => !ACTIONS.includes(String(action['action'])))) {
    return 'invalid request: actions invalid'
  }
  if ((message.actions ?? []).length > 3) return 'invalid request: too many actions'
  return message
}

function problem(status: number, code: number, error: string): LoopbackAnswer {
  return json(status, { code, http: status, error, link: 'https://ntfy.sh/docs/publish/' })
}

function json(status: number, body: unknown): LoopbackAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
