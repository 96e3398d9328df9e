/** A proxy on loopback: it asks for a password where one is set, and leads every tunnel where the test wants it. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

export interface TestProxy {
  readonly url: string
  /** What it was asked for, such as `api.open-meteo.com:443`. */
  readonly asked: string[]
  readonly close: () => Promise<void>
}

/** @param leadsTo the port of loopback behind `host:port`; null: it refuses with 403 */
export async function startProxy(
  leadsTo: (asked: string) => number | null,
  password?: string
): Promise<TestProxy> {
  const asked: string[] = []
  const server = createServer((_, response) => void response.writeHead(501).end())
  const expected =
    password === undefined ? undefined : `Basic ${Buffer.from(`ayaz:${password}`).toString('base64')}`
  const sockets = new Set<{ destroy: () => unknown }>()
  server.on('connect', ({ url = '', headers }, socket) => {
    socket.on('error', () => undefined)
    if (headers['proxy-authorization'] !== expected)
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    asked.push(url)
    const port = leadsTo(url)
    if (port === null) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const other = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(other).pipe(socket)
    })
    other.on('error', () => socket.destroy())
    for (const one of [socket, other]) sockets.add(one)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const user = password === undefined ? '' : `ayaz:${password}@`
  return {
    url: `http://${user}127.0.0.1:${port}`,
    asked,
    close: async () => {
      for (const one of sockets) one.destroy()
      server.close()
      await once(server, 'close')
    }
  }
}
