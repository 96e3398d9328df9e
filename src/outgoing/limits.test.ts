import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patience } from '../../test/patience.ts'
import { openOutgoing } from './outgoing.ts'
import type { OutgoingRequest } from './request.ts'

const text = 'a whole answer '.repeat(100)
const chunk = Buffer.alloc(256 * 1024)

let server: Server
let origin = ''
/** Resolves with the bytes written once the connection of the last request is gone. */
let gone: Promise<number> = Promise.resolve(0)

/** Writes for ever, as fast as it is read: the first 10 GB and more. */
function flood(response: ServerResponse): void {
  const more = (): void => {
    while (response.writable && response.write(chunk));
    response.once('drain', more)
  }
  more()
}

const plays: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/whole': (response) =>
    response.writeHead(200, { 'x-told': 'yes', 'set-cookie': ['a=1', 'b=2'] }).end(text),
  '/gzip': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text)),
  '/brotli': (response) =>
    response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(text)),
  '/bomb': (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000))),
  '/cut-gzip': (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text).subarray(0, 20)),
  '/strange': (response) => response.writeHead(200, { 'content-encoding': 'zstd' }).end('x'),
  '/flood': (response) => flood(response.writeHead(200)),
  '/silent': () => undefined,
  '/headers-only': (response) => response.writeHead(200).flushHeaders(),
  '/drip': (response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  },
  '/reset': (response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half', () => response.socket?.resetAndDestroy())
  },
  '/not-http': (response) => response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n'),
  '/redirect': (response) => response.writeHead(307, { location: '/flood' }).end()
}

beforeAll(async () => {
  server = createServer((request, response) => {
    response.on('error', () => undefined)
    const { socket } = request
    gone = new Promise((resolve) => socket.once('close', () => resolve(socket.bytesWritten)))
    plays[request.url ?? '']?.(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await outgoing.close()
  server.close()
  server.closeAllConnections()
})

const outgoing = openOutgoing({ reach: 'operator', allowHttp: true, allow: [] })

/**
 * Ends as the work does, or with 'too late'. This timer and the product's run in one event loop, so a stalled
 * machine delays both.
 */
function within(milliseconds: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, wait(milliseconds, 'too late', { ref: false })])
}

function send(path: string, more: Partial<OutgoingRequest> = {}) {
  return outgoing.send({ url: `${origin}${path}`, ...more })
}

describe('an answer', () => {
  it.each(['/whole', '/gzip', '/brotli'])('comes whole and decompressed from %s', async (path) => {
    const response = await send(path)
    expect(response.status).toBe(200)
    expect(new TextDecoder().decode(response.body)).toBe(text)
  })

  it('has its headers in lower case, repeated ones joined', async () => {
    expect((await send('/whole')).headers).toMatchObject({ 'x-told': 'yes', 'set-cookie': 'a=1, b=2' })
  })

  it('that redirects is given as it is', async () => {
    expect(await send('/redirect')).toMatchObject({ status: 307, headers: { location: '/flood' } })
  })
})

describe('a receiver', () => {
  it.each([['/silent'], ['/headers-only'], ['/drip']])(
    'that answers like %s costs the timeout and no more',
    async (path) => {
      const failure = within(1_300, send(path, { totalTimeoutMs: 300 }))
      await expect(failure).rejects.toMatchObject({ kind: 'timeout' })
      await gone
    }
  )

  it('that sends 10 GB costs the limit and what lies in the sockets, and is hung up on', async () => {
    await expect(send('/flood', { maxBytes: 1_000_000 })).rejects.toMatchObject({ kind: 'too_large' })
    expect(await gone).toBeLessThan(30_000_000)
  })

  it('that sends a small body which unpacks to 50 MB is refused', async () => {
    await expect(send('/bomb', { totalTimeoutMs: patience.timeout })).rejects.toMatchObject({
      kind: 'too_large'
    })
  })

  it.each([
    ['/reset', 'reset'],
    ['/cut-gzip', 'reset'],
    ['/strange', 'reset'],
    ['/not-http', 'reset']
  ])('that answers like %s ends in "%s"', async (path, kind) => {
    await expect(send(path)).rejects.toMatchObject({ kind })
  })

  it('that refuses the connection or has no name is unreachable', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    await expect(outgoing.send({ url: `http://127.0.0.1:${port}/` })).rejects.toMatchObject({
      kind: 'unreachable'
    })
    const nameless = openOutgoing({
      reach: 'operator',
      allowHttp: true,
      allow: [],
      lookup: () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))
    })
    await expect(nameless.send({ url: 'http://nobody.invalid/' })).rejects.toMatchObject({
      kind: 'unreachable'
    })
    await nameless.close()
  })

  it('whose name is not found in time costs the connect timeout', async () => {
    const slow = openOutgoing({
      reach: 'operator',
      allowHttp: true,
      allow: [],
      lookup: () => new Promise(() => undefined)
    })
    const failure = within(700, slow.send({ url: 'http://slow.example/', connectTimeoutMs: 200 }))
    await expect(failure).rejects.toMatchObject({ kind: 'timeout' })
    await slow.close()
  })
})

describe('a caller', () => {
  it('that gives up before or meanwhile ends the request', async () => {
    await expect(send('/whole', { signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: 'aborted' })
    const caller = new AbortController()
    const answer = send('/silent', { signal: caller.signal })
    caller.abort()
    await expect(answer).rejects.toMatchObject({ kind: 'aborted' })
  })

  it('finds neither path nor query in a failure', async () => {
    const failure = await send('/silent?key=secret', { totalTimeoutMs: 50 }).catch(String)
    expect(failure).toContain('127.0.0.1')
    expect(failure).not.toMatch(/silent|secret/)
  })
})
