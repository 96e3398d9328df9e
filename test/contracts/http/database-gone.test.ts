/**
 * A database that loses its tables beneath a running app: a fault of ours, shown as one, and only where the tables are
 * needed.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { patience } from '../../patience.ts'
import { quotasAreShared, testedEngine } from '../../tested-data.ts'
import { type AskOptions, type CheckedClient, openClient } from './client.ts'
import { dropTables } from './drop-tables.ts'
import { callOf } from './every-operation.ts'

/** What the database says of a table that is not there. */
const absence = testedEngine === 'sqlite' ? /no such table/ : /relation "\w+" does not exist/

let app: TestApp
let client: CheckedClient
beforeEach(async () => {
  app = await startApp({ environment: { SOURCES: 'demo', TIERS: 'free=100000/60' } })
  client = await openClient(app.origin)
  expect((await client.ask('/weather?location=malatya')).status).toBe(200)
  await dropTables(app.data)
})
afterEach(async () => {
  await client.close()
  await app.close()
})

async function expectFault(path: string, options: AskOptions): Promise<void> {
  const answer = await client.ask(path, options)
  expect([path, answer.status, answer.json]).toMatchObject([path, 500, { code: 'internal_error' }])
  const { request_id: reported } = answer.json as { readonly request_id: string }
  expect(reported).toBe(answer.headers['x-request-id'])
  const logged = app.log().filter((line) => line.includes('"event":"fault"') && line.includes(reported))
  expect(logged).toHaveLength(1)
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({
    level: 'error',
    err: { message: expect.stringMatching(absence), stack: expect.stringContaining('    at ') }
  })
  expect(answer.body.toString()).not.toMatch(/no such table|relation|SQLITE|\.ts:|at /)
}

it('is 500 internal_error of every operation to whoever shows a key, with the id of the fault in the log', async () => {
  for (const operation of client.contract.operations) {
    await expectFault(...callOf(operation, { 'x-api-key': 'a-key-that-cannot-be-looked-up' }))
  }
})

it('is 500 of the operations that need the tables, without a key too', async () => {
  const token = { authorization: 'Bearer abcdefghijklmnopqrstuvwxyz' }
  const json = { 'content-type': 'application/json' }
  const form = { location: 'malatya', channel: 'feed', threshold: 40 }
  await expectFault('/alerts/subscribe', { method: 'POST', headers: json, body: JSON.stringify(form) })
  await expectFault('/alerts/subscriptions/abcdefgh', { headers: token })
  await expectFault('/verification?location=malatya', {})
})

it('is a page in their language to people, with the id of the fault in the log', async () => {
  const own = await startApp({ environment: { SOURCES: 'demo' } })
  try {
    const body = JSON.stringify({ location: 'malatya', channel: 'feed', threshold: 40 })
    const headers = { 'content-type': 'application/json' }
    const subscribed = await fetch(`${own.api}/alerts/subscribe`, { method: 'POST', body, headers })
    const { manage } = (await subscribed.json()) as { readonly manage: { readonly unsubscribe_url: string } }
    await dropTables(own.data)
    const answer = await fetch(own.origin + new URL(manage.unsubscribe_url).pathname, {
      headers: { accept: 'text/html', 'accept-language': 'tr' }
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
    const id = answer.headers.get('x-request-id') ?? 'none'
    const text = await answer.text()
    expect(text).toContain(id)
    expect(text).toContain('lang="tr"')
    const events = own
      .log()
      .map((line) => JSON.parse(line) as { readonly event: string; readonly requestId?: string })
      .filter(({ requestId }) => requestId === id)
      .map(({ event }) => event)
    // Where quotas are shared, the request also says that they are not at present.
    expect(new Set(events)).toEqual(
      new Set(['fault', 'request', ...(quotasAreShared ? ['quotas_not_shared'] : [])])
    )
  } finally {
    await own.close()
  }
})

it('does not keep anyone from the weather that is in memory, nor from the places and the contract', async () => {
  for (const path of ['/weather?location=malatya', '/weather/hourly?location=malatya', '/locations/izmir'])
    expect([path, (await client.ask(path)).status]).toEqual([path, 200])
  expect((await fetch(`${app.origin}/readyz?for=http`)).status).toBe(200)
})

it('is in the log with its stack where a round fails of it, and where a page leaves a part out', async () => {
  expect((await fetch(`${app.origin}/en/place/malatya`)).status).toBe(200)
  const faults = (event: string): readonly unknown[] =>
    app
      .log()
      .filter((line) => line.includes(`"event":"${event}"`))
      .map((line) => (JSON.parse(line) as { readonly err?: unknown }).err)
  const fault = {
    message: expect.stringMatching(absence),
    stack: expect.stringMatching(/^ {4}at .*\/src\//m)
  }
  expect(faults('part_left_out')[0]).toMatchObject(fault)
  await expect.poll(() => faults('round_failed')[0], patience).toMatchObject(fault)
})
