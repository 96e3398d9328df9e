/** Thousands of connections from one address: everyone else is served, and so are its own requests under way. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Agent, request } from 'undici'
import { afterEach, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'

const crowd = 2000
let app: TestApp
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

/** Each with one answer, so that it is a kept-alive connection like any other. */
async function openFrom(localAddress: string, count: number): Promise<void> {
  const port = Number(new URL(app.origin).port)
  const one = async (): Promise<void> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('data', () => undefined)
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
    await Promise.race([once(socket, 'data'), once(socket, 'close')])
  }
  for (let left = count; left > 0; left -= 100) await Promise.all(Array.from({ length: 100 }, one))
}

async function ask(localAddress: string): Promise<readonly number[]> {
  const agent = new Agent({ localAddress })
  const paths = ['/healthz', '/api/v1/weather?location=malatya', '/en']
  const answers = await Promise.all(paths.map((path) => request(app.origin + path, { dispatcher: agent })))
  for (const { body } of answers) await body.dump()
  await agent.close()
  return answers.map(({ statusCode }) => statusCode)
}

const stillOpen = (): number => sockets.filter((socket) => !socket.destroyed).length

it('are closed down to what one address may have, and another address and a new request of its own are answered', async () => {
  app = await startApp({ environment: { SOURCES: 'demo' } })
  await openFrom('127.0.0.1', crowd)
  await expect.poll(stillOpen).toBeLessThanOrEqual(256)
  expect(stillOpen()).toBeGreaterThan(200)
  expect(await ask('127.0.0.2')).toEqual([200, 200, 200])
  expect(await ask('127.0.0.1')).toEqual([200, 200, 200])
})

it('are as many as the operator says, and of a trusted proxy any number', async () => {
  app = await startApp({ environment: { SOURCES: 'demo', CONNECTIONS_PER_ADDRESS: '20' } })
  await openFrom('127.0.0.1', 100)
  await expect.poll(stillOpen).toBeLessThanOrEqual(20)
  await app.close()
  sockets.length = 0
  app = await startApp({
    environment: { SOURCES: 'demo', CONNECTIONS_PER_ADDRESS: '20', TRUST_PROXY: 'loopback' }
  })
  await openFrom('127.0.0.1', 100)
  expect(stillOpen()).toBe(100)
})
