import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { registerReference } from './reference.ts'

const document = { openapi: '3.1.0', info: { title: 'Ayaz', version: '1' }, paths: {} }

it('loads nothing from elsewhere, sits in nobody’s frame, and answers HEAD like GET', async () => {
  const server = fastify({ exposeHeadRoutes: false })
  await registerReference(server, document)
  for (const url of ['/reference', '/reference/', '/reference/json', '/reference/static/swagger-ui.css']) {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await server.inject({ method, url })
      expect([method, url, statusCode]).toEqual([method, url, 200])
      expect(headers['content-security-policy']).not.toMatch(/https?:|upgrade-insecure|swagger/)
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('no-referrer')
    }
  }
  await server.close()
})
