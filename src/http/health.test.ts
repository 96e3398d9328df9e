import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { registerHealth } from './health.ts'

it('answers HEAD as it answers GET', async () => {
  const server = fastify({ exposeHeadRoutes: false })
  registerHealth(server, { metrics: { text: async () => 'up 1' }, token: null, isReady: () => false })
  for (const [url, status] of Object.entries({ '/healthz': 200, '/readyz': 503, '/metrics': 200 })) {
    for (const method of ['GET', 'HEAD'] as const) {
      expect((await server.inject({ method, url })).statusCode, `${method} ${url}`).toBe(status)
    }
  }
  await server.close()
})
