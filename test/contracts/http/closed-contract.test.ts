/** The judge itself: what the app answers passes, and the smallest change to it does not. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { type CheckedClient, openClient } from './client.ts'
import type { Json } from './close-schemas.ts'
import { closedContract } from './closed-contract.ts'
import { mutationsOf } from './mutations.ts'

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

const bodies = [
  ['/weather?location=malatya', 200],
  ['/weather/current?lat=41.11&lon=42.702', 200],
  ['/weather/frost-risk?location=malatya&crop=apricot&stage=full-bloom', 200],
  ['/weather/frost-risk?location=malatya&days=16', 200],
  ['/weather/hourly?location=malatya&slots=3', 200],
  ['/weather/night?location=malatya&crop=apricot&stage=full-bloom', 200],
  ['/weather/widget-data?location=malatya&lang=tr', 200],
  ['/locations?q=malat', 200],
  ['/locations/malatya', 200],
  ['/crops', 200],
  ['/limits', 200],
  ['/weather?lat=91&lon=x', 400],
  ['/weather?location=malatia', 404],
  ['/nothing', 404]
] as const

describe('the closed contract', () => {
  it.each(bodies)('accepts %s (%i) and refuses each of its mutations', async (path, status) => {
    const answer = await client.ask(path)
    expect(answer.status).toBe(status)
    const mutations = mutationsOf(answer.json as Json)
    expect(mutations.length).toBeGreaterThan(5)
    const request = { method: 'GET', target: `${client.contract.basePath}${path}` }
    const passed = mutations.filter(({ body }) => {
      const bytes = Buffer.from(JSON.stringify(body))
      const headers = { ...answer.headers, 'content-length': String(bytes.length) }
      return client.contract.faultsOf(request, { ...answer, headers, body: bytes }).length === 0
    })
    expect(passed.map(({ name }) => name)).toEqual([])
  })

  it.each([
    'ratelimit',
    'ratelimit-policy',
    'etag',
    'x-request-id',
    'access-control-allow-origin',
    'access-control-expose-headers',
    'cache-control',
    'content-type',
    'vary',
    'x-content-type-options',
    'referrer-policy',
    'permissions-policy'
  ])('refuses an answer without the header %s', async (name) => {
    const answer = await client.ask('/weather/current?location=malatya')
    const { [name]: removed, ...headers } = answer.headers
    expect(removed).toBeDefined()
    const request = { method: 'GET', target: '/api/v1/weather/current?location=malatya' }
    expect(() => client.contract.checkAnswer(request, { ...answer, headers })).toThrow(/Request|→ 200/)
  })

  it('refuses a status that an operation does not document', async () => {
    const answer = await client.ask('/weather/current?location=malatya')
    const request = { method: 'GET', target: '/api/v1/weather/current?location=malatya' }
    expect(client.contract.faultsOf(request, { ...answer, status: 206 })).toContain(
      'getCurrentWeather does not document status 206'
    )
  })

  it('refuses a −0', async () => {
    const answer = await client.ask('/weather/current?location=malatya')
    const request = { method: 'GET', target: '/api/v1/weather/current?location=malatya' }
    const text = answer.body.toString().replace(/"temperature":-?[\d.]+/, '"temperature":-0')
    const body = Buffer.from(text)
    const headers = { ...answer.headers, 'content-length': String(body.length) }
    expect(client.contract.faultsOf(request, { ...answer, headers, body })).toContain(
      'there is a −0 in the body'
    )
  })

  it('leaves open only the body that is an OpenAPI document, and answers of which `fields` leaves parts out', () => {
    const open = client.contract.openBodies().filter((name) => !/^(get|post)\w+OfPlaces 200$/.test(name))
    expect(open).toEqual(['getOpenApi 200'])
  })

  it('closes what the document itself leaves open', () => {
    const schema = { type: 'object', properties: { ok: { type: 'boolean' }, more: { type: 'string' } } }
    const document = {
      servers: [{ url: 'https://ayaz.example/api/v1' }],
      paths: {
        '/x': {
          get: { operationId: 'x', responses: { 200: { content: { 'application/json': { schema } } } } }
        }
      }
    }
    const [operation] = closedContract(document).operations
    const judge = operation?.answers.get(200)?.bodies.get('application/json')
    expect(judge?.({ ok: true, more: '' })).toEqual([])
    expect(judge?.({ ok: true })).not.toEqual([])
    expect(judge?.({ ok: true, more: '', extra: 1 })).not.toEqual([])
  })
})
