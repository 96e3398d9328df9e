/** Too many connections, and clients that do not read, on real sockets of loopback. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClientKeys, parseTrustedProxies } from './client-key.ts'
import { type ClosedBy, type ConnectionLimits, limitConnections } from './connection-limits.ts'

const closed: ClosedBy[] = []
const quick: ConnectionLimits = {
  maxPerAddress: 4,
  maxInTotal: 100,
  unreadMs: 500,
  lookEveryMs: 20,
  closed: (reason) => closed.push(reason)
}
let server: Server
/** Answers to /held wait here. */
let held: (() => void)[]
const clients: Socket[] = []

async function open(limits: ConnectionLimits = quick, trusted = ''): Promise<void> {
  held = []
  server = createServer((request, response) => {
    if (request.url === '/held') held.push(() => response.end('held'))
    else if (request.url === '/large') response.end(Buffer.alloc(40_000_000))
    else response.end('ok')
  })
  limitConnections(server, createClientKeys(parseTrustedProxies(trusted)), limits)
  server.listen(0, '::')
  await once(server, 'listening')
}
afterEach(async () => {
  vi.useRealTimers()
  for (const client of clients.splice(0)) client.destroy()
  closed.length = 0
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

interface Client {
  readonly socket: Socket
  readonly received: () => string
  readonly isOpen: () => boolean
}

async function connectFrom(localAddress: string): Promise<Client> {
  const host = localAddress.includes(':') ? '::1' : '127.0.0.1'
  const socket = connect({ port: (server.address() as AddressInfo).port, host, localAddress })
  clients.push(socket)
  let text = ''
  let isOpen = true
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isOpen = false
  })
  await once(socket, 'connect')
  return { socket, received: () => text, isOpen: () => isOpen }
}

async function ask(client: Client, path = '/'): Promise<void> {
  client.socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
  if (path !== '/held') await expect.poll(client.received).toContain('ok')
  else await expect.poll(() => held.length).toBeGreaterThan(0)
}

describe('an address that opens more connections than it may', () => {
  it('loses the newest idle one that has had an answer, never a request under way', async () => {
    await open()
    const [first, newest, silent, busy] = [
      await connectFrom('127.0.0.1'),
      await connectFrom('127.0.0.1'),
      await connectFrom('127.0.0.1'),
      await connectFrom('127.0.0.1')
    ]
    await ask(first)
    await ask(newest)
    await ask(busy, '/held')
    const fifth = await connectFrom('127.0.0.1')
    await ask(fifth)
    await expect.poll(newest.isOpen).toBe(false)
    expect([first.isOpen(), silent.isOpen(), busy.isOpen(), fifth.isOpen()]).toEqual([true, true, true, true])
    expect(closed).toEqual(['per_address'])
    for (const release of held) release()
    await expect.poll(busy.received).toContain('held')
  })

  it('is refused the newcomer where every other one is busy, and another address is not touched', async () => {
    await open()
    const busy = await Promise.all(Array.from({ length: 4 }, () => connectFrom('127.0.0.1')))
    await Promise.all(busy.map((client) => ask(client, '/held')))
    await expect.poll(() => held.length).toBe(4)
    const others = await Promise.all(Array.from({ length: 4 }, () => connectFrom('127.0.0.2')))
    await Promise.all(others.map((client) => ask(client)))
    const newcomer = await connectFrom('127.0.0.1')
    await expect.poll(newcomer.isOpen).toBe(false)
    expect([...busy, ...others].map((client) => client.isOpen())).toEqual(Array(8).fill(true))
  })

  it('has its places back when its connections are closed', async () => {
    await open()
    for (let round = 0; round < 5; round++) {
      const clients = await Promise.all(Array.from({ length: 4 }, () => connectFrom('127.0.0.1')))
      await Promise.all(clients.map((client) => ask(client)))
      expect(clients.map((client) => client.isOpen())).toEqual(Array(4).fill(true))
      for (const { socket } of clients) socket.end()
      await expect.poll(() => clients.some((client) => client.isOpen())).toBe(false)
    }
  })

  it('may have any number as a trusted proxy', async () => {
    await open(quick, 'loopback')
    const proxied = await Promise.all(Array.from({ length: 20 }, () => connectFrom('127.0.0.1')))
    await Promise.all(proxied.map((client) => ask(client)))
    expect(proxied.map((client) => client.isOpen())).toEqual(Array(20).fill(true))
    expect(closed).toEqual([])
  })
})

describe('more connections than the server may hold', () => {
  it('take the place of those that have been idle for longest, whoever has them, and never of a request', async () => {
    await open({ ...quick, maxInTotal: 8 })
    const busy = await connectFrom('127.0.0.3')
    await ask(busy, '/held')
    const crowd: Client[] = []
    for (const address of ['127.0.1.1', '127.0.1.2', '127.0.1.3', '127.0.1.4'])
      for (let count = 0; count < 4; count++) crowd.push(await connectFrom(address))
    const newcomer = await connectFrom('127.0.0.9')
    await ask(newcomer)
    const openNow = () => crowd.map((client) => client.isOpen())
    await expect.poll(openNow).toEqual([...Array(10).fill(false), ...Array(6).fill(true)])
    expect([busy.isOpen(), newcomer.isOpen()]).toEqual([true, true])
    expect(closed).toEqual(Array(10).fill('total'))
    for (const release of held) release()
    await expect.poll(busy.received).toContain('held')
  })

  it('leave alone what was used since, and are refused where all others are busy', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await open({ ...quick, maxInTotal: 2 })
    const [first, second] = [await connectFrom('127.0.0.1'), await connectFrom('127.0.0.2')]
    vi.advanceTimersByTime(quick.lookEveryMs)
    await ask(first)
    vi.advanceTimersByTime(quick.lookEveryMs)
    const third = await connectFrom('127.0.0.3')
    vi.useRealTimers()
    await expect.poll(second.isOpen).toBe(false)
    expect([first.isOpen(), third.isOpen()]).toEqual([true, true])
    await ask(first, '/held')
    await ask(third, '/held')
    await expect.poll(() => held.length).toBe(2)
    const fourth = await connectFrom('127.0.0.4')
    await expect.poll(fourth.isOpen).toBe(false)
    expect([first.isOpen(), third.isOpen()]).toEqual([true, true])
    expect(closed).toEqual(['total', 'total'])
  })
})

describe('a client that reads nothing', () => {
  it('is let go; one that reads slowly has all of it, and an answer that is long in the making is waited for', async () => {
    // Server and clients share this thread: it may stall for seconds on a busy machine.
    await open({ ...quick, maxPerAddress: 100, unreadMs: 5000 })
    const [silent, slow, patient] = [
      await connectFrom('127.0.0.1'),
      await connectFrom('127.0.0.1'),
      await connectFrom('127.0.0.1')
    ]
    await ask(patient, '/held')
    silent.socket.pause()
    silent.socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n')
    slow.socket.write('GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    // A little at a time, for longer than a client that does not read may stay.
    const reading = setInterval(() => slow.socket.resume(), 20)
    slow.socket.on('data', () => slow.socket.pause())
    const openThere = (): Promise<number> =>
      new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
    await expect.poll(openThere, { timeout: 60_000 }).toBe(2)
    expect(closed).toEqual(['unread'])
    clearInterval(reading)
    slow.socket.removeAllListeners('data').resume()
    await expect.poll(slow.isOpen, { timeout: 60_000 }).toBe(false)
    expect(slow.socket.bytesRead).toBeGreaterThan(40_000_000)
    for (const release of held) release()
    await expect.poll(patient.received).toContain('held')
  })
})
