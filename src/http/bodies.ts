/** How bodies are read. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation reads a body. */
    takesBody?: boolean
  }
}

/**
 * Reads JSON in UTF-8, and forms for pages. Every content type reaches a parser, so that a wrong one is our 415
 * and never an empty body. Many clients name a content type on requests without a body: where an operation takes
 * none, that is no fault.
 */
export function readBodiesAsJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  const isEncoded = ({ headers }: FastifyRequest): boolean =>
    !/^(?:identity)?$/i.test(headers['content-encoding']?.trim() ?? '')
  const encoded = (): Error => Object.assign(new Error('encoded body'), { code: 'AYAZ_ENCODED_BODY' })
  const unread = (code: string): Error => Object.assign(new Error('unread body'), { code, statusCode: 400 })
  const json = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i
  server.addContentTypeParser(json, { parseAs: 'buffer' }, (request, body, done) => {
    if (isEncoded(request)) return done(encoded())
    if (body.length === 0) {
      const isMissing = request.routeOptions.config.takesBody === true
      return isMissing ? done(unread('AYAZ_EMPTY_BODY')) : done(null, undefined)
    }
    try {
      const decoded = new TextDecoder('utf-8', { fatal: true }).decode(body as Buffer)
      done(null, JSON.parse(decoded))
    } catch {
      done(unread('AYAZ_MALFORMED_JSON'))
    }
  })
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) =>
      isEncoded(request) ? done(encoded()) : done(null, new URLSearchParams(String(body)))
  )
}
