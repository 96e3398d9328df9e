import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guardedConnector } from './connection.ts'
import type { LookUpAddresses } from './name-look-ups.ts'
import { readOpenings } from './openings.ts'
import { openOutgoing } from './outgoing.ts'

/** Answers of a hostile or careless name server. */
const zone: Readonly<Record<string, readonly string[]>> = {
  'example.com': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'private.example.com': ['10.0.0.1'],
  'loopback.example.com': ['127.0.0.1'],
  'localhost.localdomain': ['127.0.0.1'],
  'mixed.example.com': ['93.184.215.14', '127.0.0.1'],
  'metadata.example.com': ['169.254.169.254'],
  'six.example.com': ['::1'],
  'mapped.example.com': ['::ffff:127.0.0.1'],
  'nat64.example.com': ['64:ff9b::a00:1'],
  'local.example.com': ['fd00::7'],
  'zoned.example.com': ['fe80::1%eth0'],
  'nonsense.example.com': ['not an address'],
  'hook.example.com': ['127.0.0.1']
}

const lookup: LookUpAddresses = async (hostname) => {
  const addresses = zone[hostname.replace(/\.$/, '')]
  if (addresses === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

const names = `localhost LOCALHOST localhost. sub.localhost localhost.localdomain printer.local router.lan db.internal
metadata.google.internal nas.home.arpa intranet www.corp www.home thing.alt hidden.onion private.example.com
loopback.example.com loopback.example.com. mixed.example.com metadata.example.com six.example.com mapped.example.com
nat64.example.com local.example.com zoned.example.com nonsense.example.com`

const version4 = `127.0.0.1 127.1 127.0.1 127.255.255.254 2130706433 0x7f000001 0x7f.1 0X7F.0.0.1 017700000001 0177.0.0.1 127.0.0.1.
１２７.0.0.1 127。0。0。1 %31%32%37.0.0.1 0 0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 012.0.0.1 172.16.0.1 172.31.255.255
192.168.0.1 3232235521 0xc0a80001 169.254.169.254 2852039166 0xa9fea9fe 100.64.0.1 100.127.255.255 192.0.0.1 192.0.2.1
192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255`

const version6 = `[::] [::1] [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::127.0.0.1] [::7f00:1] [::ffff:127.0.0.1]
[::ffff:7f00:1] [::FFFF:10.0.0.1] [::ffff:169.254.169.254] [::ffff:8.8.8.8] [::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1]
[64:ff9b::a00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2002:c0a8:1::1] [2001::1] [2001:0:53aa:64c:0:7a57:80ff:fffe] [2001:db8::1]
[2001:2::1] [2001:10::1] [2001:20::1] [3fff::1] [fe80::1] [febf::1] [fec0::1] [fc00::1] [fd00::1] [ff02::1] [100::1] [5f00::1]
[4000::1] [2a00:1450:4001:800:0:5efe:7f00:1] [2a00:1450:4001:800:200:5efe:a00:1]`

const odd = [
  'https://user@example.com/',
  'https://user:word@example.com/',
  'https://:word@example.com/',
  'https://example.com:22/',
  'https://example.com:25/',
  'https://example.com:6379/',
  'https://8.8.8.8:11211/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'data:text/plain,hello',
  'javascript:alert(1)',
  'unix:/var/run/docker.sock',
  '//example.com/',
  'example.com',
  'https://',
  ''
]

const hosts = [names, version4, version6].flatMap((list) => list.split(/\s+/))
const refused = [...hosts.flatMap((host) => [`http://${host}/`, `https://${host}/`]), ...odd]

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
