/** What the published document says of headers, both ways. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { post } from '../http-alerts/client.ts'
import { type CheckedClient, openClient } from './client.ts'

let app: TestApp
let client: CheckedClient
beforeAll(async () => {
  app = await startApp({ environment: { SOURCES: 'demo', TIERS: 'free=100000/60' } })
  client = await openClient(app.origin)
})
afterAll(async () => {
  await client.close()
  await app.close()
})

const body = { location: 'malatya', channel: 'feed', threshold: 60 }

function headersOf(id: string, status: number): readonly string[] {
  const operation = client.contract.operations.find((one) => one.id === id)
  return operation?.answers.get(status)?.headers ?? []
}

describe('the document', () => {
  it('has the header that makes a repeated subscription harmless, as long as anybody wants it', async () => {
    const operation = client.contract.operations.find(({ id }) => id === 'subscribe')
    const header = operation?.parameters.find((one) => one['in'] === 'header')
    expect(header).toMatchObject({ name: 'Idempotency-Key', required: false, schema: { type: 'string' } })
    for (const key of [randomUUID(), randomUUID().repeat(200)]) {
      const first = await post(client, '/alerts/subscribe', body, { 'idempotency-key': key })
      const again = await post(client, '/alerts/subscribe', body, { 'idempotency-key': key })
      expect([first.status, again.body.toString()]).toEqual([201, first.body.toString()])
    }
  })

  it.each([
    ['subscribe', 201, 'Location'],
    ['subscribe', 409, 'Retry-After'],
    ['getSubscription', 401, 'WWW-Authenticate'],
    ['getForecast', 200, 'Last-Modified'],
    ['getForecast', 304, 'Link'],
    ['getLocation', 200, 'Link'],
    ...[400, 401, 404, 414, 417, 429, 500, 503].map(
      (status) => ['getForecast', status, 'RateLimit'] as const
    ),
    ...[400, 409, 415, 422].map((status) => ['subscribe', status, 'RateLimit-Policy'] as const),
    ['getLimits', 405, 'RateLimit']
  ] as const)('of %s %i lists %s', (id, status, name) => expect(headersOf(id, status)).toContain(name))

  it.each([
    ['getForecast', 431],
    ['getForecast', 408],
    ['getLimits', 200],
    ['getLimits', 400],
    ['getOpenApi', 304]
  ] as const)('of %s %i lists no RateLimit, for nobody counts it', (id, status) => {
    expect(headersOf(id, status)).toContain('X-Request-Id')
    expect(headersOf(id, status)).not.toContain('RateLimit')
  })
})

describe('a call on a subscription that has ended', () => {
  it.each([
    'changeSubscription',
    'testSubscription',
    'pauseSubscription',
    'resumeSubscription',
    'verifySubscription'
  ])('%s may be told so', (id) => {
    const operation = client.contract.operations.find((one) => one.id === id)
    const document = {
      type: 'https://ayaz.example/problems/subscription_ended',
      title: 'The subscription has ended',
      ...{ status: 410, code: 'subscription_ended', detail: 'x' }
    }
    expect(operation?.answers.get(410)?.bodies.get('application/problem+json')?.(document)).toEqual([])
  })
})

describe('the judge', () => {
  it.each(['location', 'link', 'www-authenticate', 'allow', 'retry-after'])(
    'refuses an answer with a header %s that its operation does not document',
    async (name) => {
      const answer = await client.ask('/channels')
      const request = { method: 'GET', target: `${client.contract.basePath}/channels` }
      const headers = { ...answer.headers, [name]: 'x' }
      expect(client.contract.faultsOf(request, { ...answer, headers })).toEqual([
        expect.stringMatching(/^getChannels does not document the header /)
      ])
    }
  )
})
