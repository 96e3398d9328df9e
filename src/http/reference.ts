/** The interactive reference: swagger-ui, whose assets all come from this process. */
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

export async function registerReference(server: FastifyInstance, document: object): Promise<void> {
  await server.register(fastifySwagger, {
    mode: 'static',
    specification: { document: document as never }
  })
  await server.register(fastifySwaggerUi, {
    routePrefix: '/reference',
    staticCSP: true,
    uiConfig: { docExpansion: 'list', deepLinking: false, tryItOutEnabled: true, validatorUrl: null },
    theme: { title: 'Ayaz: API reference' },
    logLevel: 'silent'
  })
}
