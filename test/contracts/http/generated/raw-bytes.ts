/** Requests as bytes: whole ones, and all the ways in which what arrives on a socket is not quite HTTP. */
import fc, { type Arbitrary } from 'fast-check'
import type { SentRequest } from '../closed-contract.ts'

export interface RawCase {
  /** For people. */
  readonly name: string
  readonly bytes: Buffer
  /** The requests in the bytes, in order, if the app reads them so; it may refuse any of them. */
  readonly requests: readonly SentRequest[]
  /** The app waits for more: it does not answer before the client gives up. */
  readonly isUnfinished: boolean
}

interface Parts {
  readonly method: string
  readonly target: string
  readonly version: string
  readonly headers: readonly string[]
  readonly body: string
}

const targets = [
  '/api/v1/weather?location=malatya',
  '/api/v1/weather/current?lat=38.355&lon=38.31',
  '/api/v1/weather/frost-risk?location=ardahan&days=3',
  '/api/v1/weather/hourly?location=mersin&slots=1',
  '/api/v1/weather/widget-data?location=rize',
  '/api/v1/locations?q=malat',
  '/api/v1/locations/malatya',
  '/api/v1/limits',
  '/api/v1/weather?lat=91&lon=0',
  '/api/v1/nowhere'
]

const whole: Arbitrary<Parts> = fc
  .tuple(fc.constantFrom(...targets), fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'TRACE'))
  .map(([target, method]) => ({
    method,
    target,
    version: 'HTTP/1.1',
    headers: ['Host: ayaz.example'],
    body: ''
  }))

/** Ends the connection after the bytes under test, so that the test need not wait. */
const farewell = 'GET /healthz HTTP/1.1\r\nHost: ayaz.example\r\nConnection: close\r\n\r\n'

function write({ method, target, version, headers, body }: Parts, lineEnd = '\r\n'): string {
  return [`${method} ${target} ${version}`, ...headers, '', body].join(lineEnd)
}

function rawCase(name: string, text: string, requests: readonly Parts[]): RawCase {
  const bytes = Buffer.from(text + farewell, 'latin1')
  return {
    name,
    bytes,
    // A target in absolute form asks for the same as its path.
    requests: requests.map(({ method, target }) => ({
      method,
      target: target.replace(/^http:\/\/[^/]+/, '')
    })),
    isUnfinished: false
  }
}

const sound: Arbitrary<RawCase> = fc
  .array(whole, { minLength: 1, maxLength: 4 })
  .map((parts) => rawCase('pipelined', parts.map((one) => write(one)).join(''), parts))

const oldLines: Arbitrary<RawCase> = whole.map((one) => rawCase('LF only', write(one, '\n'), [one]))

/** Headers that may be refused, or passed over, but never change an answer. */
const oddHeaders = [
  ['no Host', []],
  ['two Hosts', ['Host: a', 'Host: b']],
  ['obs-fold', ['Host: a', 'X-Folded: one', ' two']],
  ['no colon', ['Host: a', 'X-Nothing']],
  ['space before the colon', ['Host: a', 'X-Space : 1']],
  ['NUL', ['Host: a', 'X-Nul: a\u0000b']],
  ['bare CR', ['Host: a', 'X-Cr: a\rb']],
  ['empty name', ['Host: a', ': 1']],
  ['high bytes', ['Host: a', 'X-High: \u00ff\u00fe']],
  ['20 kB', ['Host: a', `X-Large: ${'x'.repeat(20_000)}`]],
  ['3,000 fields', ['Host: a', ...Array.from({ length: 3000 }, (_, index) => `X-${index}: 1`)]],
  ['a wrong expectation', ['Host: a', 'Expect: miracles']],
  // Node drops what came in the same packet after an upgrade request: clients may not send that before the
  // answer.
  ['an upgrade', ['Host: a', 'Connection: Upgrade, close', 'Upgrade: websocket']],
  [
    'h2c',
    ['Host: a', 'Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk']
  ],
  ['a range', ['Host: a', 'Range: bytes=0-1']],
  ['odd validators', ['Host: a', 'If-None-Match: ,,"",W/', 'If-Modified-Since: never']],
  ['two keys', ['Host: a', 'X-API-Key: one', 'X-API-Key: two']],
  [
    'an invented origin',
    ['Host: evil.example', 'X-Forwarded-For: 1.2.3.4, \u0001', 'X-Forwarded-Host: evil']
  ],
  ['a negative length', ['Host: a', 'Content-Length: -1']],
  ['two lengths', ['Host: a', 'Content-Length: 1', 'Content-Length: 2']],
  ['a length in words', ['Host: a', 'Content-Length: many']],
  ['a length beyond all numbers', ['Host: a', `Content-Length: ${'9'.repeat(30)}`]],
  ['an unknown coding', ['Host: a', 'Transfer-Encoding: rot13']]
] as const

const oddlyHeaded: Arbitrary<RawCase> = fc
  .tuple(whole, fc.constantFrom(...oddHeaders))
  .map(([one, [name, headers]]) => rawCase(name, write({ ...one, headers }), [one]))

const oddTargets = [
  '/api/v1/weather?lat=%',
  '/api/v1/weather?location=%zz',
  '/api/v1/locations/%ff',
  '/api/v1/locations/%',
  '/api/v1/%00',
  '/api/v1/weather?location=\u0000',
  '/api/v1/weather?location=mal atya',
  '/api/v1/weather?location=\u00c4\u00b0zmir',
  '/api/v1/weather?location=\u00ff',
  '/api/v1/weather#fragment',
  '/api/v1/../api/v1/limits',
  '//api/v1/limits',
  '/api/v1//weather',
  'http://ayaz.example/api/v1/limits',
  'http://evil.example/api/v1/nowhere',
  'ayaz.example:443',
  '*',
  '',
  'api/v1/limits',
  `/api/v1/weather?utm_x=${'x'.repeat(5000)}`,
  `/${'a/'.repeat(1000)}`,
  '/api/v1/locations/__proto__',
  '/api/v1/weather?__proto__[x]=1&constructor=2'
]

const oddlyAddressed: Arbitrary<RawCase> = fc
  .tuple(whole, fc.constantFrom(...oddTargets), fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'CONNECT', 'POST'))
  .map(([one, target, method]) => {
    const parts = { ...one, target, method }
    return rawCase(`${method} ${target.slice(0, 40)}`, write(parts), [parts])
  })

const oddVersions = ['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.2', 'http/1.1', 'HTTP/1.1 x', '', 'ICE/1.0']

const oddlyVersioned: Arbitrary<RawCase> = fc
  .tuple(whole, fc.constantFrom(...oddVersions))
  .map(([one, version]) => rawCase(`version "${version}"`, write({ ...one, version }), [one]))

const oddLines = [
  'GET',
  'GET /',
  ' GET / HTTP/1.1',
  'GET  /api/v1/nowhere  HTTP/1.1',
  'GET\t/api/v1/nowhere\tHTTP/1.1',
  `${'G'.repeat(70)} / HTTP/1.1`,
  'G@T / HTTP/1.1',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  'PRI * HTTP/2.0',
  '{"json": true}',
  'SSH-2.0-client'
]

const oddlyBegun: Arbitrary<RawCase> = fc
  .constantFrom(...oddLines)
  .map((line) => rawCase(`line "${line.slice(0, 12)}"`, `${line}\r\nHost: a\r\n\r\n`, []))

const oddBodies = [
  ['chunks without a size', 'Transfer-Encoding: chunked', 'zz\r\nabc\r\n0\r\n\r\n'],
  ['a chunk larger than all memory', 'Transfer-Encoding: chunked', 'ffffffffffffffffff\r\nabc\r\n'],
  ['a chunk of another length', 'Transfer-Encoding: chunked', '2\r\nabcdef\r\n0\r\n\r\n'],
  ['chunk extensions', 'Transfer-Encoding: chunked', `1;${'x'.repeat(9000)}\r\na\r\n0\r\n\r\n`],
  ['trailers', 'Transfer-Encoding: chunked', '1\r\na\r\n0\r\nX-Late: 1\r\n\r\n'],
  ['length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked', '0\r\n\r\n'],
  ['a body', 'Content-Length: 2\r\nContent-Type: application/json', '{}'],
  ['half a body of JSON', 'Content-Length: 1\r\nContent-Type: application/json', '{'],
  ['a body of no type', 'Content-Length: 2', '{}'],
  ['more than may be sent', 'Content-Length: 20000\r\nContent-Type: application/json', ' '.repeat(20_000)]
] as const

const oddlyFilled: Arbitrary<RawCase> = fc
  .tuple(fc.constantFrom(...targets), fc.constantFrom('GET', 'POST', 'DELETE'), fc.constantFrom(...oddBodies))
  .map(([target, method, [name, header, body]]) => {
    const parts = { method, target, version: 'HTTP/1.1', headers: ['Host: a', ...header.split('\r\n')], body }
    return rawCase(`${method} with ${name}`, write(parts), [parts])
  })

const noise: Arbitrary<RawCase> = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => ({
  name: 'noise',
  bytes: Buffer.concat([Buffer.from(bytes), Buffer.from(`\r\n\r\n${farewell}`)]),
  requests: [],
  isUnfinished: false
}))

const cut: Arbitrary<RawCase> = fc.tuple(whole, fc.nat({ max: 99 })).map(([one, percent]) => {
  const text = write(one)
  const bytes = Buffer.from(text.slice(0, Math.floor((text.length * percent) / 100)), 'latin1')
  return { name: `cut at ${percent} %`, bytes, requests: [], isUnfinished: true }
})

/** All of them, the whole ones twice as often. */
export const rawCases: Arbitrary<RawCase> = fc.oneof(
  sound,
  sound,
  oldLines,
  oddlyHeaded,
  oddlyHeaded,
  oddlyAddressed,
  oddlyVersioned,
  oddlyBegun,
  oddlyFilled,
  noise,
  cut
)
