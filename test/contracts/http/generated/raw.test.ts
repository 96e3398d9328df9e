/** Bytes on a raw socket, valid HTTP and broken: every answer is one that the document has, and the app stays up. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../app.ts'
import { type ClosedContract, readContract } from '../closed-contract.ts'
import { refusalFaults, sendRaw } from './raw-run.ts'
import { exchangeBytes, takeApart } from './raw-socket.ts'

const seed = Number(process.env['SEED'] ?? 20_260_411)
let app: TestApp
let contract: ClosedContract
beforeAll(async () => {
  console.log(`raw requests: SEED=${seed}`)
  app = await startApp({ environment: { SOURCES: 'demo', TIERS: 'free=1000000/60' } })
  contract = await readContract(app.api)
})
afterAll(() => app.close())

describe('bytes on a raw socket', () => {
  it('get 2,000 times an answer that is documented, or a closed connection', async () => {
    const faults = await sendRaw(app.origin, contract, { count: 2000, seed })
    expect(faults).toEqual([])
    expect(app.log().filter((line) => line.includes('"event":"fault"'))).toEqual([])
    expect((await fetch(`${app.origin}/readyz`)).status).toBe(200)
  })

  it('do not end the app when a client resets the connection it wanted to be tunnelled', async () => {
    for (let index = 0; index < 50; index++) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const socket = connect(Number(new URL(app.origin).port), '127.0.0.1')
      socket.on('error', () => undefined)
      socket.on('close', () => resolve())
      socket.write('CONNECT ayaz.example:443 HTTP/1.1\r\nHost: ayaz.example:443\r\n\r\n', () => {
        socket.resetAndDestroy()
      })
      await promise
    }
    expect((await fetch(`${app.origin}/readyz`)).status).toBe(200)
  })

  it('that never become a request are told so with 408', async () => {
    const bytes = Buffer.from('GET /api/v1/weather HTTP/1.1\r\nHost: ayaz.example\r\n')
    const [answer] = takeApart(await exchangeBytes(app.origin, bytes, false), ['GET'])
    expect(answer?.status).toBe(408)
    expect(answer && refusalFaults(contract, answer)).toEqual([])
  })

  it.each([
    ['GET /api/v1/limits HTTP/1.1\r\n\r\n', 400, 'bad_request'],
    ['GET /api/v1/limits\r\n\r\n', 400, 'bad_request'],
    [
      `GET /api/v1/limits HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'header_fields_too_large'
    ],
    [`GET /api/v1/limits?${'x'.repeat(5000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 414, 'uri_too_long'],
    ['GET /api/v1/limits HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\n\r\n', 417, 'expectation_failed'],
    ['CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 405, 'method_not_allowed'],
    ['GET /api/v1/locations/%ff HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'bad_request'],
    ['BREW /api/v1/weather HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'bad_request']
  ])('%.40j is answered with %i %s', async (text, status, code) => {
    const farewell = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const received = await exchangeBytes(app.origin, Buffer.from(text + farewell), false)
    const [answer] = takeApart(received, ['GET'])
    expect(answer?.status).toBe(status)
    expect(JSON.parse(answer?.body.toString() ?? '{}')).toMatchObject({ code, status })
  })
})
