/**
 * An app that closes: what has reached it is answered, nothing else reaches it, and closing twice is closing once.
 */
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'
import { type CheckedClient, clientWith } from './client.ts'
import { type ClosedContract, readContract } from './closed-contract.ts'

/** What it gives back sends the last byte, and gives the lines of the answer's head when the connection has ended. */
async function sendAllButTheEnd(origin: string, request: string): Promise<() => Promise<readonly string[]>> {
  const { hostname, port } = new URL(origin)
  const socket = createConnection({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  socket.write(request.slice(0, -1))
  return async () => {
    socket.write(request.slice(-1))
    const text = Buffer.concat(await Array.fromAsync(socket as AsyncIterable<Buffer>)).toString()
    return text.split('\r\n\r\n', 1)[0]?.split('\r\n') ?? []
  }
}

let contract: ClosedContract
let upstream: Upstream
let app: TestApp
let client: CheckedClient
beforeAll(async () => {
  const other = await startApp({ environment: { SOURCES: 'demo' } })
  contract = await readContract(other.api)
  await other.close()
})
beforeEach(async () => {
  upstream = await startUpstream()
})
afterEach(async () => {
  await client.close()
  await app.close()
  await upstream.close()
})

async function open(sources: string, map: boolean): Promise<void> {
  app = await startApp({ environment: { ...upstream.environment, SOURCES: sources }, map })
  client = clientWith(contract, app.origin)
}

it('answers what has begun to reach it, and nothing that comes later, although its rounds have not ended', async () => {
  // The app waits for its map, which the providers hold back, five seconds each: so long it has not closed.
  const release = upstream.hold()
  await open('open-meteo,met-norway,openweathermap', true)
  const requests = [
    'GET /api/v1/locations?q=malatya HTTP/1.1\r\nHost: a\r\n\r\n',
    // Answered without a forecast, which the providers hold back.
    'POST /api/v1/alerts/subscribe HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
  ]
  const sending = await Promise.all(requests.map((request) => sendAllButTheEnd(app.origin, request)))
  // Both have come by now.
  expect((await fetch(`${app.origin}/readyz`)).status).toBe(200)
  let hasClosed = false
  const closed = app.close().then(() => {
    hasClosed = true
  })
  const heads = await Promise.all(sending.map((sendTheEnd) => sendTheEnd()))
  expect(heads.map(([status]) => status)).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 422 Unprocessable Entity'])
  await expect(fetch(`${app.origin}/healthz`)).rejects.toThrow()
  expect(hasClosed).toBe(false)
  release()
  await closed
})

it('answers what is under way before it ends, however often it is told to end', async () => {
  await open('open-meteo', false)
  await expect.poll(() => app.log().some((line) => line.includes('"demo_ended"'))).toBe(true)
  const release = upstream.hold()
  const asked = client.ask('/weather?lat=10&lon=20')
  await expect.poll(() => upstream.requests.some(({ query }) => query.get('latitude') === '10')).toBe(true)
  const closing = [app.app.close(), app.app.close()]
  // Closed to new requests, or about to be.
  const readiness = (): Promise<unknown> => fetch(`${app.origin}/readyz`).then(({ status }) => status, String)
  await expect
    .poll(readiness)
    .toSatisfy((reported) => reported === 503 || String(reported).includes('fetch failed'))
  release()
  expect((await asked).status).toBe(200)
  await Promise.all(closing)
  await app.app.close()
  // A second closing of what is closed would tell of it.
  expect(app.log().filter((line) => line.includes('not_ended_in_order'))).toEqual([])
})
