/** How bodies are read. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { announcesBody } from './request-problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation reads a body. */
    takesBody?: boolean
    /** The operation reads rows instead of JSON. */
    takesRows?: boolean
    /** Stations write their address with a slash at its end, and follow no redirect. */
    takesSlash?: boolean
  }
}

/** A body of rows, as it was sent. */
export class RowsBody {
  readonly form: 'csv' | 'ndjson'
  readonly text: string
  constructor(form: RowsBody['form'], text: string) {
    this.form = form
    this.text = text
  }
}

/**
 * Reads JSON in UTF-8, and forms for pages. Every content type reaches a parser, so that a wrong one is our 415
 * and never an empty body. Many clients name a content type on requests without a body: where an operation takes
 * none, that is no fault.
 */
export function readBodiesAsJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  // Node has read the end of a request that announces no body (`optimizeEmptyRequests`); a parser would wait for it.
  server.addHook('preParsing', async ({ headers }, _reply, payload) =>
    headers['content-type'] === undefined || announcesBody(headers) ? payload : Readable.from([])
  )
  const json = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i
  server.addContentTypeParser(json, { parseAs: 'buffer' }, (request, body, done) => {
    if (isEncoded(request)) return done(encoded())
    if (body.length === 0) {
      const isMissing = request.routeOptions.config.takesBody === true
      return isMissing ? done(unread('AYAZ_EMPTY_BODY')) : done(null, undefined)
    }
    try {
      done(null, JSON.parse(utf8Of(body as Buffer)))
    } catch (error) {
      done(unread('AYAZ_MALFORMED_JSON', malformation(error)))
    }
  })
  readRowBodies(server)
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) =>
      isEncoded(request) ? done(encoded()) : done(null, new URLSearchParams(String(body)))
  )
}

function readRowBodies(server: FastifyInstance): void {
  const rows = /^(?:text\/csv|application\/x-ndjson)\s*(?:;|$)/i
  server.addContentTypeParser(rows, { parseAs: 'buffer' }, (request, body, done) => {
    if (isEncoded(request)) return done(encoded())
    if (request.routeOptions.config.takesRows !== true) return done(unread('FST_ERR_CTP_INVALID_MEDIA_TYPE'))
    const form = request.headers['content-type']?.toLowerCase().startsWith('text/csv') ? 'csv' : 'ndjson'
    try {
      done(null, new RowsBody(form, utf8Of(body as Buffer)))
    } catch (error) {
      done(unread('AYAZ_MALFORMED_JSON', malformation(error)))
    }
  })
}

function isEncoded({ headers }: FastifyRequest): boolean {
  return !/^(?:identity)?$/i.test(headers['content-encoding']?.trim() ?? '')
}

function encoded(): Error {
  return Object.assign(new Error('encoded body'), { code: 'AYAZ_ENCODED_BODY' })
}

function unread(code: string, message = 'unread body'): Error {
  return Object.assign(new Error(message), { code, statusCode: 400 })
}

function utf8Of(body: Buffer): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(body)
}

/**
 * What is wrong with a body that cannot be read, for whoever sent it. V8 says what it expected and at which line and
 * column, or quotes a few letters.
 */
function malformation(error: unknown): string {
  if (!(error instanceof SyntaxError)) return 'The body is not UTF-8.'
  const said = error.message
    .replace(/ (?:in|after) JSON at position \d+/, '')
    .replace(' is not valid JSON', '')
    .replace(/\s+/g, ' ')
  const printable = said.replace(/[^\p{L}\p{N}\p{P}\p{S}\p{Zs}]/gu, '�')
  return `The body is not JSON: ${printable.slice(0, 1).toLowerCase()}${printable.slice(1)}.`
}
