/** The interactive reference: swagger-ui, with all assets from this process, under the limit of the pages. */
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { compressAnswers } from './compressed-answers.ts'
import { type PageServing, pageQuota, refuse } from './pages.ts'

export interface ReferenceDeps {
  /** The OpenAPI document. */
  readonly document: object
  /**
   * Where the API is called; "Try it out" must reach it also where the page was opened under another name.
   */
  readonly baseUrl: string
  readonly serving: Pick<PageServing, 'limiter' | 'clients' | 'tier' | 'siteUrl' | 'clock' | 'count'>
}

/**
 * Narrower than swagger-ui's own policy, which also allows styles of other servers and upgrades all requests
 * to https, which a service in a private network does not have. Its icons are data URLs, and it writes style
 * attributes, which a policy can allow only as a whole.
 */
function policyFor(baseUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join('; ')
}

const headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'interest-cohort=()'
} as const

/** Registers it under /reference. */
export async function registerReference(server: FastifyInstance, deps: ReferenceDeps): Promise<void> {
  await server.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      if (route.method === 'GET') route.method = ['GET', 'HEAD']
    })
    limit(scope, deps.serving)
    compressAnswers(scope)
    await scope.register(fastifySwagger, {
      mode: 'static',
      specification: { document: deps.document as never }
    })
    await scope.register(fastifySwaggerUi, {
      routePrefix: '/reference',
      staticCSP: policyFor(deps.baseUrl),
      uiConfig: { docExpansion: 'list', deepLinking: false, tryItOutEnabled: true, validatorUrl: null },
      theme: { title: 'Ayaz: API reference' },
      logLevel: 'silent'
    })
  })
}

/** Every answer is counted where it ends, a refusal too. */
function limit(scope: FastifyInstance, serving: ReferenceDeps['serving']): void {
  scope.addHook('onRequest', async (request, reply) => {
    const problem = pageQuota(serving, serving.clients.of(request.raw), serving.clock())
    if (problem !== null) refuse({ ...serving, count: () => undefined }, request, reply, { problem })
    else reply.headers(headers)
  })
  scope.addHook('onResponse', async (_request, reply) => serving.count('page', reply.statusCode))
}
