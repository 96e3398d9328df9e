import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hosts, refused, zone } from '../../test/forbidden-destinations.ts'
import { guardedConnector } from './connection.ts'
import type { LookUpAddresses } from './name-look-ups.ts'
import { readOpenings } from './openings.ts'
import { openOutgoing } from './outgoing.ts'

const lookup: LookUpAddresses = async (hostname) => {
  const addresses = zone[hostname.replace(/\.$/, '')]
  if (addresses === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

const outgoing = openOutgoing({ reach: 'public', allowHttp: true, allow: [], lookup })
afterAll(() => outgoing.close())

it('has at least 100 forms of hosts to refuse', () => {
  expect(new Set(hosts).size).toBeGreaterThanOrEqual(100)
})

describe('a destination that a subscriber gives', () => {
  it.each(refused)('is refused: %s', async (url) => {
    expect(await outgoing.check(url)).toMatchObject({ name: 'OutgoingError', kind: 'forbidden' })
    await expect(outgoing.send({ url })).rejects.toMatchObject({ name: 'OutgoingError', kind: 'forbidden' })
  })

  it.each([
    'https://example.com/hook?x=1',
    'https://EXAMPLE.com.:8443/',
    'https://8.8.8.8/',
    'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
    'http://example.com/',
    'http://example.com:8080/'
  ])('is accepted: %s', async (url) => {
    expect(await outgoing.check(url)).toBeNull()
  })

  it('needs https unless the operator allows http', async () => {
    const strict = openOutgoing({ reach: 'public', allowHttp: false, allow: [], lookup })
    expect(await strict.check('http://example.com/')).toMatchObject({ kind: 'forbidden' })
    expect(await strict.check('https://example.com/')).toBeNull()
  })

  it('is unreachable, not forbidden, when it has no address', async () => {
    expect(await outgoing.check('https://nobody.example.com/')).toMatchObject({ kind: 'unreachable' })
  })
})

describe('with a server on loopback', () => {
  let server: Server
  let port = 0
  let received = 0
  beforeAll(async () => {
    server = createServer((request, response) => {
      received += 1
      if (request.url === '/elsewhere')
        response.writeHead(302, { location: `http://127.0.0.1:${port}/secret` })
      response.end('here')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })

  /** Sends with these openings; returns how many requests arrived, and the status or the kind of failure. */
  async function attempt(url: string, allow: readonly string[], look: LookUpAddresses = lookup) {
    const opened = openOutgoing({ reach: 'public', allowHttp: true, allow, lookup: look })
    const before = received
    const reported = await opened.send({ url }).then(
      (response) => response.status,
      (error: { kind: string }) => error.kind
    )
    await opened.close()
    return { reported, received: received - before }
  }

  it.each([
    ['the pair', '127.0.0.1:PORT', 'http://127.0.0.1:PORT/'],
    ['the pair by its name', 'hook.example.com:PORT', 'http://hook.example.com:PORT/'],
    ['the address', '127.0.0.1', 'http://127.0.0.1:PORT/'],
    ['the range', '127.0.0.0/8', 'http://hook.example.com:PORT/']
  ])('reaches it when the operator opened %s', async (_, allow, url) => {
    const filled = (text: string): string => text.replace('PORT', String(port))
    expect(await attempt(filled(url), [filled(allow)])).toEqual({ reported: 200, received: 1 })
  })

  it.each([
    ['another port', '127.0.0.1:1', 'http://127.0.0.1:PORT/'],
    ['another name', 'other.example.com:PORT', 'http://hook.example.com:PORT/'],
    ['the name while the address is given', 'hook.example.com:PORT', 'http://127.0.0.1:PORT/'],
    ['another range', '10.0.0.0/8', 'http://hook.example.com:PORT/']
  ])('does not reach it when the operator opened %s', async (_, allow, url) => {
    const filled = (text: string): string => text.replace('PORT', String(port))
    expect(await attempt(filled(url), [filled(allow)])).toEqual({ reported: 'forbidden', received: 0 })
  })

  it('does not follow a redirect', async () => {
    expect(await attempt(`http://127.0.0.1:${port}/elsewhere`, [`127.0.0.1:${port}`])).toEqual({
      reported: 302,
      received: 1
    })
  })

  it('is not misled by a name that is public when checked and private when connected to', async () => {
    let asked = 0
    const rebinding: LookUpAddresses = async () => {
      asked += 1
      return [{ address: asked === 1 ? '93.184.215.14' : '127.0.0.1', family: 4 }]
    }
    const opened = openOutgoing({ reach: 'public', allowHttp: true, allow: [], lookup: rebinding })
    const before = received
    expect(await opened.check('http://rebinding.example.com:8080/')).toBeNull()
    await expect(opened.send({ url: 'http://rebinding.example.com:8080/' })).rejects.toMatchObject({
      kind: 'forbidden'
    })
    expect(asked).toBe(2)
    expect(received).toBe(before)
    await opened.close()
  })

  it('looks a name up once for a connection, so that what is judged is what is connected to', async () => {
    let asked = 0
    const once: LookUpAddresses = async () => {
      asked += 1
      return [{ address: asked === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
    }
    expect(await attempt(`http://hook.example.com:${port}/`, ['127.0.0.1'], once)).toEqual({
      reported: 200,
      received: 1
    })
    expect(asked).toBe(1)
  })

  it('judges an address literal at the socket too, where no name is looked up', () => {
    const rules = { reach: 'public', allowHttp: true, openings: readOpenings([]) } as const
    const connect = guardedConnector(rules, lookup, 1_000)
    const seen: unknown[] = []
    connect({ hostname: '127.0.0.1', protocol: 'http:', port: String(port) }, (...reported) =>
      seen.push(reported)
    )
    expect(seen).toEqual([[expect.objectContaining({ kind: 'forbidden' }), null]])
  })
})

it.each([
  'nonsense',
  'host',
  'host:0',
  'host:99999',
  'http://host:80',
  '10.0.0.0/99',
  'a b:80',
  '',
  '10.0/8',
  '192.168.1'
])('refuses to open "%s"', (entry) => {
  expect(() => readOpenings([entry])).toThrow(RangeError)
})
