/** A server of some routes alone, led to as the listener does. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRouter, type Router, runRoute } from '../src/http/router.ts'

export interface RoutesServer {
  readonly origin: string
  readonly close: () => Promise<void>
}

export async function serveRoutes(
  add: (router: Router) => void,
  clock: () => number = () => 0
): Promise<RoutesServer> {
  const router = createRouter()
  add(router)
  const server = createServer((request, response) => {
    const found = router.find(request.method ?? '', request.url ?? '')
    if (found === null || found.route === null) {
      response.writeHead(404).end()
      return
    }
    const trace = { requestId: 'request', startedAt: 0, verdict: null, nowAt: clock(), random: () => 0.5 }
    void runRoute(found.route, { request, response, ...trace, ...found, body: null }, clock)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    }
  }
}
