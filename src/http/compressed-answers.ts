/**
 * Compresses answers of routes of third-party plugins for clients that accept it: each once, because they
 * never change.
 */
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip } from './response-writer.ts'

const compress = promisify(gzip)
const worthwhile = /^(?:text\/|application\/(?:json|javascript|x-yaml|yaml)|image\/svg)/

/** More than exist: one file can have several URLs. */
const mostStored = 64

/**
 * Applies to every later route of the scope. Its answers must be the same for all clients and never change.
 */
export function compressAnswers(scope: FastifyInstance): void {
  const compressed = new Map<string, Promise<Buffer>>()
  scope.addHook('onSend', async (request, reply, payload) => {
    reply.header('Vary', 'Accept-Encoding')
    if (!isCompressible(request, reply)) return payload
    const key = isStream(payload) ? fileOf(request, reply) : String(payload)
    const isHead = request.method === 'HEAD'
    const known = compressed.get(key)
    if (known === undefined && (isHead || compressed.size >= mostStored)) return payload
    const making = known ?? bytesOf(payload).then((bytes) => compress(bytes))
    if (known === undefined) compressed.set(key, making)
    else discard(payload)
    const bytes = await making.catch((error: unknown) => {
      // A file that could not be read is read again for the next request.
      if (compressed.get(key) === making) compressed.delete(key)
      throw error
    })
    reply.header('Content-Encoding', 'gzip').header('Content-Length', bytes.length)
    return isHead ? null : bytes
  })
}

function isCompressible(request: FastifyRequest, reply: FastifyReply): boolean {
  const type = String(reply.getHeader('content-type') ?? '')
  return reply.statusCode === 200 && worthwhile.test(type) && acceptsGzip(request.raw)
}

function fileOf({ params }: FastifyRequest, reply: FastifyReply): string {
  return `${(params as Readonly<Record<string, string>>)['*']} ${String(reply.getHeader('etag'))}`
}

function bytesOf(payload: unknown): Promise<Buffer> {
  return isStream(payload) ? buffer(payload) : Promise.resolve(Buffer.from(payload as string | Uint8Array))
}

/** A stream that is not read would keep its file open. */
function discard(payload: unknown): void {
  if (isStream(payload)) payload.destroy()
}

function isStream(payload: unknown): payload is Readable {
  return typeof payload === 'object' && payload !== null && 'pipe' in payload
}
