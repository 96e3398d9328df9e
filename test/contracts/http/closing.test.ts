/**
 * An app that closes: what is under way is answered, new requests are asked to come back, and closing twice is closing
 * once.
 */
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'
import { type CheckedClient, clientWith } from './client.ts'
import { type ClosedContract, readContract } from './closed-contract.ts'
import { callOf } from './every-operation.ts'

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

it('tells every operation’s caller with 503 not_ready to come back, and the balancer by /readyz', async () => {
  // The app waits for its map, which the providers hold back, five seconds each: so long it neither is open nor has it
  // closed.
  const release = upstream.hold()
  await open('open-meteo,met-norway,openweathermap', true)
  expect((await fetch(`${app.origin}/readyz`)).status).toBe(200)
  const closed = app.close()
  const [ready, health, ...answers] = await Promise.all([
    fetch(`${app.origin}/readyz`).then(async (answer) => [answer.status, await answer.json()]),
    fetch(`${app.origin}/healthz`).then(({ status }) => status),
    ...contract.operations.map((operation) => client.ask(...callOf(operation)))
  ]).finally(release)
  await closed
  expect([ready, health]).toEqual([[503, { status: 'not_ready' }], 200])
  const ids = contract.operations.map(({ id }) => id)
  for (const [at, { status, json, headers }] of answers.entries()) {
    expect([ids[at], status, json]).toMatchObject([ids[at], 503, { code: 'not_ready' }])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  await expect(fetch(`${app.origin}/healthz`)).rejects.toThrow()
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
