/** `POST /gateways/{channel}/{secret}`: what a gateway of the operator's reports by itself. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { takeIncoming } from '../../alerts/receipts.ts'
import { traceOf } from '../trace.ts'
import { nothingThere, type OutsideDeps, outsideHeaders, quotaOf, refuse } from './outside-routes.ts'

export interface GatewayDeps extends OutsideDeps {
  /** Something may be due. */
  readonly wake: () => void
}

const mostBytes = 65_536
const operation = 'gateway'

export async function registerGateways(server: FastifyInstance, deps: GatewayDeps): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body)
    )
    scope.route({
      method: 'POST',
      url: '/gateways/:channel/:secret',
      bodyLimit: mostBytes,
      handler: (request, reply) => take(deps, request, reply)
    })
  })
}

/** Only a wrong address counts towards the quota: a gateway reports on hundreds of messages at once. */
async function take(deps: GatewayDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { channel: id = '', secret = '' } = request.params as Readonly<Record<string, string | undefined>>
  const channel = deps.alerts.channels.get(id)
  const { message } = request.query as { readonly message?: unknown }
  const receiptId = typeof message === 'string' ? message : null
  const body = typeof request.body === 'string' ? request.body : ''
  const incoming = channel?.receive?.(secret, body, receiptId) ?? null
  if (channel === undefined || incoming === null) {
    const over = await quotaOf(deps, deps.clients.of(request.raw))
    return refuse(deps, operation, { request, reply }, over ?? nothingThere)
  }
  await takeIncoming(deps.alerts, channel, incoming.events)
  deps.wake()
  const { status, type, body: answer } = incoming.reply
  reply.hijack()
  reply.raw.writeHead(status, {
    ...outsideHeaders,
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(answer)
  })
  reply.raw.end(answer)
  deps.count(operation, status, traceOf(request.raw))
}
