/** Assistants at /mcp: the official client does its tasks, and nothing is answered that the API would not. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore } from '../../../src/store/open.ts'
import { startApp, type TestApp } from '../../app.ts'
import { type CheckedClient, openClient } from '../http/client.ts'
import { addKeys, operatorKey, plainKey } from '../http/generated/things.ts'
import { type Assistant, openAssistant } from './assistant.ts'
import { checkCalls, drawnCalls } from './generated-calls.ts'
import { type DrawnMessage, drawnMessage, faultsOf } from './generated-messages.ts'

/** Of 600 messages a minute: the clock moves before a test that sends hundreds. */
let now = Date.parse('2026-04-11T17:30:00Z')
const clock = () => now
let app: TestApp
let client: CheckedClient
let assistant: Assistant
beforeAll(async () => {
  app = await startApp({ environment: { SOURCES: 'demo', TIERS: 'free=60000/60' }, clock })
  client = await openClient(app.origin)
  assistant = await openAssistant(app.origin)
})
afterAll(async () => {
  await assistant.close()
  await client.close()
  await app.close()
})

it('the official client finds a place, and asks for tonight, the week and the record there', async () => {
  const { tools } = await assistant.client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'find_place',
    'tonight',
    'forecast',
    'verification',
    'subscribe'
  ])
  for (const { description, inputSchema } of tools) {
    expect(description?.length).toBeGreaterThan(40)
    for (const [name, schema] of Object.entries(inputSchema.properties ?? {}))
      expect([name, Object(schema).description]).toEqual([name, expect.any(String)])
  }
  const found = await assistant.call('find_place', { q: 'Malatya', limit: 3 })
  const [place] = found.body['locations'] as readonly { readonly slug: string }[]
  const at = { location: place?.slug }
  const tonight = await assistant.call('tonight', { ...at, crop: 'kayısı', stage: 'full-bloom', lang: 'tr' })
  expect(tonight).toMatchObject({
    isError: false,
    body: { date: '2026-04-12', location: { slug: 'malatya' } }
  })
  expect(tonight.sentence).toMatch(
    /^DEMO: this weather is made up, decide nothing by it\. Source: .+\. Age: (?:\d+ h )?\d+ min, confirmed by it at 2026-04-11T\d\d:\d\d:00\+03:00 \(fresh\)\.$/
  )
  const week = await assistant.call('forecast', { ...at, days: 7 })
  expect(week.body['daily']).toHaveLength(7)
  const record = await assistant.call('verification', at)
  expect(record.sentence).toContain('Source: the record of this installation')
})

it('an alert is made only once the person has said so, and its receiver confirms it besides', async () => {
  const alert = {
    location: 'malatya',
    channel: 'webhook',
    threshold: 60,
    destination: { url: 'https://a.example/x' }
  }
  for (const confirm of [undefined, false, 'yes', null]) {
    const refused = await assistant.call('subscribe', { ...alert, confirm })
    expect(refused).toMatchObject({ isError: true, body: { code: 'validation_failed' } })
    expect(refused.sentence).toContain('Nothing was subscribed')
  }
  const feed = await assistant.call('subscribe', {
    location: 'malatya',
    channel: 'feed',
    threshold: 60,
    confirm: true
  })
  expect(feed).toMatchObject({ isError: false, body: { channel: 'feed', status: 'active' } })
  const wrong = await assistant.call('subscribe', {
    location: 'malatya',
    channel: 'feed',
    treshold: 60,
    confirm: true
  })
  expect(wrong).toMatchObject({ isError: true, body: { code: 'validation_failed' } })
  expect(wrong.sentence).toContain('threshold')
  const { client: official } = assistant
  await expect(official.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toThrow(/no_such_tool/)
})

it('who holds a manage token sees that alert and its night at the very point, and may end it', async () => {
  const field = {
    lat: 38.401,
    lon: 38.222,
    crop: 'apricot',
    stage: 'full-bloom',
    channel: 'feed',
    threshold: 60
  }
  const made = await assistant.call('subscribe', { ...field, label: 'Lower orchard', confirm: true })
  const { id, manage } = made.body as { id: string; manage: { token: string } }
  const own = await openAssistant(app.origin, { authorization: `Bearer ${manage.token}` })
  const other = await openAssistant(app.origin, { authorization: 'Bearer no-such-token' })
  try {
    const { tools } = await own.client.listTools()
    expect(tools.map(({ name }) => name).slice(5)).toEqual(['my_alert', 'stop_alert'])
    const { body, sentence } = await own.call('my_alert', {})
    const { crop, stage, exposure, lat, lon, ...alert } = body['subscription'] as Readonly<
      Record<string, unknown>
    >
    expect(alert).toMatchObject({ id, label: 'Lower orchard', status: 'active' })
    expect(sentence).toBe('Source: the alerts of this installation. Age: as they are now.')
    expect(JSON.stringify(body)).not.toContain('calendar')
    const tonight = await own.call('tonight', { crop, stage, exposure, lat, lon })
    expect(tonight.body).toMatchObject({ location: { lat, lon }, profile: { crop, stage } })
    for (const given of [{}, { confirm: 'yes' }, { confirm: true, why: 'x' }, { confirm: true, id: 7 }])
      expect(await own.call('stop_alert', given)).toMatchObject({
        isError: true,
        body: { code: 'validation_failed' }
      })
    for (const name of ['my_alert', 'stop_alert'])
      expect(await other.call(name, { confirm: true }).then(({ body: { code } }) => code)).toMatch(
        name === 'my_alert' ? 'invalid_parameter' : 'subscription_not_found'
      )
    expect(await other.call('my_alert', {})).toMatchObject({ body: { code: 'subscription_not_found' } })
    expect(await other.call('stop_alert', { id, confirm: true })).toMatchObject({ isError: true })
    expect((await own.call('my_alert', {})).body).toMatchObject({ subscription: { status: 'active' } })
    const ended = await own.call('stop_alert', { confirm: true })
    expect(ended.body).toMatchObject({
      subscription: { status: 'unsubscribed', resumable_until: expect.stringContaining('2026-04-11T20:40') }
    })
  } finally {
    await own.close()
    await other.close()
  }
})

it('who has an API key sees and ends the alerts that it made, and no others', async () => {
  await addKeys(app.data, clock())
  const [own, other] = [
    await openAssistant(app.origin, { 'x-api-key': plainKey }),
    await openAssistant(app.origin, { 'x-api-key': operatorKey })
  ]
  try {
    const { tools } = await own.client.listTools()
    expect(tools.map(({ name }) => name).slice(5)).toEqual(['my_alerts', 'stop_alert'])
    const made = await own.call('subscribe', {
      location: 'sivas',
      channel: 'feed',
      threshold: 60,
      confirm: true
    })
    const { id } = made.body as { id: string }
    const list = await own.call('my_alerts', { location: 'sivas', limit: 5 })
    expect(list.body).toMatchObject({
      subscriptions: [{ id, location: 'sivas' }]
    })
    expect((await other.call('my_alerts', {})).body).toMatchObject({ subscriptions: [] })
    expect(await own.call('my_alerts', { state: 'aktive' })).toMatchObject({
      body: { code: 'invalid_parameter' }
    })
    expect(await other.call('stop_alert', { id, confirm: true })).toMatchObject({
      body: { code: 'subscription_not_found' }
    })
    expect((await own.call('stop_alert', { id, confirm: true })).body).toMatchObject({
      subscription: { id, status: 'unsubscribed' }
    })
  } finally {
    await own.close()
    await other.close()
  }
})

it('generated calls are answered as the API answers the same question', async () => {
  const checked = await checkCalls({ assistant, client }, drawnCalls(250, 5))
  expect(checked.wrong).toEqual([])
  expect(Math.min(checked.answers, checked.problems)).toBeGreaterThan(40)
})

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
}
const send = (headers: Readonly<Record<string, string>>, body: unknown = initialize) =>
  fetch(`${app.origin}/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers
    },
    body: typeof body === 'string' ? body : JSON.stringify(body)
  })

it.each([
  ['https://ayaz.example', 200],
  ['https://evil.example', 403],
  ['https://ayaz.example.evil.example', 403],
  ['http://ayaz.example', 403],
  ['null', 403]
])('Origin %s is answered with %i', async (origin, status) => {
  expect((await send({ origin })).status).toBe(status)
})

it('another name for this address, as a page of another site may have it, opens nothing', async () => {
  const { host } = new URL(app.origin)
  expect((await send({ origin: `http://${host}` })).status).toBe(403)
})

it.each([
  [[initialize], 400, 'bad_request'],
  ['{"jsonrpc":', 400, 'malformed_json'],
  ['', 400, null]
])('the body %j is refused with %i', async (body, status, code) => {
  const answer = await send({}, body)
  expect(answer.status).toBe(status)
  if (code !== null) expect(await answer.json()).toMatchObject({ code })
})

it('generated messages are answered by the protocol, and a notification does nothing', async () => {
  now += 120_000
  const before = await subscriptionCounts()
  const isAnswered = async (drawn: DrawnMessage) => {
    const { headers, message } = drawn
    const body = JSON.stringify(message)
    const answer = await fetch(`${app.origin}/mcp`, { method: 'POST', headers, body })
    expect(await faultsOf(drawn, answer), body).toEqual([])
  }
  await fc.assert(fc.asyncProperty(drawnMessage, isAnswered), { numRuns: 500 })
  expect(await subscriptionCounts()).toEqual(before)
})

it('questions at the same time are each answered with their own', async () => {
  now += 120_000
  const slugs = ['malatya', 'sivas', 'izmir', 'kars']
  const found = await Promise.all(
    Array.from({ length: 40 }, async (_, id) => {
      const params = { name: 'find_place', arguments: { q: slugs[id % slugs.length], limit: 1 } }
      const answer = await send({}, { jsonrpc: '2.0', id, method: 'tools/call', params })
      const { id: answered, result } = JSON.parse(
        (await answer.text()).replace(/^event: message\ndata: /, '')
      )
      return [answered, result.structuredContent.locations[0].slug]
    })
  )
  expect(found).toEqual(found.map((_, id) => [id, slugs[id % slugs.length]]))
})

/** By state and channel. */
async function subscriptionCounts(): Promise<unknown> {
  const store = await openStore({ ...app.data, now: clock() })
  const counts = await store.subscriptions.countByState()
  await store.close()
  return counts
}

it('no stream is opened, and other methods and types are refused', async () => {
  const get = await fetch(`${app.origin}/mcp`, { headers: { accept: 'text/event-stream' } })
  expect([get.status, get.headers.get('allow')]).toEqual([405, expect.stringContaining('POST')])
  expect((await send({ 'content-type': 'text/plain' })).status).toBe(415)
  const form = await send({ 'content-type': 'application/x-www-form-urlencoded' }, 'a=b')
  expect(form.status).toBe(415)
  const large = await send({}, { ...initialize, more: 'x'.repeat(200_000) })
  expect(large.status).toBe(413)
})

it('a call is one counted request, and the list of tools none', async () => {
  const small = await startApp({ environment: { SOURCES: 'demo', TIERS: 'free=3/60' }, clock })
  const asking = await openAssistant(small.origin)
  try {
    await asking.client.listTools()
    const calls = []
    for (let index = 0; index < 4; index++) calls.push(await asking.call('forecast', { location: 'malatya' }))
    expect(calls.map(({ isError }) => isError)).toEqual([false, false, false, true])
    expect(calls[3]).toMatchObject({ body: { code: 'quota_exceeded' } })
    expect(calls[3]?.sentence).toMatch(/^The quota of 3 requests in 60 s is used up/)
    const direct = await fetch(`${small.api}/crops`)
    expect(direct.status).toBe(429)
    const wrongKey = await openAssistant(small.origin, { 'x-api-key': 'none-such' })
    expect((await wrongKey.call('find_place', { q: 'a' })).isError).toBe(true)
    await wrongKey.close()
  } finally {
    await asking.close()
    await small.close()
  }
})
