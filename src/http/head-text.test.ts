import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { headerLines, setHead } from './head-text.ts'

describe('headerLines', () => {
  it('writes a line for each header, and refuses a value with the end of one', () => {
    expect(headerLines(['ETag', 'W/"a"', 'Vary', 'Accept-Encoding'])).toBe(
      'ETag: W/"a"\r\nVary: Accept-Encoding\r\n'
    )
    expect(() => headerLines(['Link', '</a>\r\nSet-Cookie: a'])).toThrow(TypeError)
  })
})

describe('setHead', () => {
  it('leaves the head to writeHead where Node would keep it elsewhere', () => {
    const response = { shouldKeepAlive: true, headersSent: false } as ServerResponse
    expect(setHead(response, 'ETag: W/"a"\r\n')).toBe(false)
  })

  it('leaves it to writeHead where the connection ends with the answer', async () => {
    const response = await receive({ Connection: 'close' })
    expect(setHead(response, 'ETag: W/"a"\r\n')).toBe(false)
    expect(response.headersSent).toBe(false)
  })

  it('leaves a head that is there', async () => {
    const response = await receive({ Connection: 'keep-alive' })
    expect(setHead(response, 'ETag: W/"a"\r\n')).toBe(true)
    expect(response.headersSent).toBe(true)
    expect(setHead(response, 'ETag: W/"b"\r\n')).toBe(false)
  })
})

/** The response that Node makes for a request, before anything of it is written. */
async function receive(headers: Readonly<Record<string, string>>): Promise<ServerResponse> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const asked = request({ host: '127.0.0.1', port, headers, agent: false })
    .on('error', () => undefined)
    .end()
  const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  onTestFinished(() => {
    asked.destroy()
    response.destroy()
    server.close()
  })
  return response
}
