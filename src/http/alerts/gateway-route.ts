/** `POST /gateways/{channel}/{secret}`: what a gateway of the operator's reports by itself. */
import { takeIncoming } from '../../alerts/seen.ts'
import { readsBytes } from '../bodies.ts'
import type { Routed, Router } from '../router.ts'
import { nothingThere, type OutsideDeps, outsideHeaders, quotaOf, refuse } from './outside-routes.ts'

interface GatewayDeps extends OutsideDeps {
  readonly wake: () => void
}

const mostBytes = 65_536
const operation = 'gateway'

export function registerGateways(router: Router, deps: GatewayDeps): void {
  router.add({
    methods: ['POST'],
    path: '/gateways/:channel/:secret',
    reads: readsBytes,
    bodyBytes: mostBytes,
    handle: (asked) => take(deps, asked)
  })
}

/** Only a wrong address counts towards the quota: a gateway reports on hundreds of messages at once. */
async function take(deps: GatewayDeps, asked: Routed): Promise<void> {
  const { request, response, params } = asked
  const channel = deps.alerts.channels.get(params['channel'] ?? '')
  const receiptId = new URL(request.url ?? '', deps.siteUrl).searchParams.get('message')
  const body = asked.body instanceof Buffer ? asked.body.toString() : ''
  const incoming = channel?.receive?.(params['secret'] ?? '', body, receiptId) ?? null
  if (channel === undefined || incoming === null) {
    const over = await quotaOf(deps, deps.clients.of(request))
    return refuse(deps, operation, asked, over ?? nothingThere)
  }
  await takeIncoming(deps.alerts, channel, incoming.events)
  deps.wake()
  const { status, type, body: answer } = incoming.reply
  response.writeHead(status, {
    ...outsideHeaders,
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(answer)
  })
  response.end(answer)
  deps.count(operation, status, asked)
}
