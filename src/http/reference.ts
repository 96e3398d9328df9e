/** The interactive reference: swagger-ui, whose assets all come from this process. */
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/**
 * Narrower than swagger-ui's own, which also lets in other servers' styles and asks browsers to take everything by https: a service
 * in somebody's own network has none. Its icons are data, and it writes style attributes, which a policy can only let in as a whole.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join('; ')

const headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'interest-cohort=()'
} as const

/** Registers it under /reference. `document` is the OpenAPI document. */
export async function registerReference(server: FastifyInstance, document: object): Promise<void> {
  await server.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      if (route.method === 'GET') route.method = ['GET', 'HEAD']
    })
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers(headers)
    })
    await scope.register(fastifySwagger, {
      mode: 'static',
      specification: { document: document as never }
    })
    await scope.register(fastifySwaggerUi, {
      routePrefix: '/reference',
      staticCSP: policy,
      uiConfig: { docExpansion: 'list', deepLinking: false, tryItOutEnabled: true, validatorUrl: null },
      theme: { title: 'Ayaz: API reference' },
      logLevel: 'silent'
    })
  })
}
