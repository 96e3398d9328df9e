/** One client names servers whose name server never answers: weather and the alerts of others go on. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { patience } from '../../patience.ts'
import { type LoopbackServer, startLoopback } from '../../receivers/loopback.ts'
import { type NameServer, startNameServer } from '../../receivers/name-server.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'

const honest = '85.105.1.1'
const attacker = '93.184.216.1'
const perDay = 20

let upstream: Upstream
let names: NameServer
let receiver: LoopbackServer
let app: TestApp

beforeAll(async () => {
  upstream = await startUpstream()
  names = await startNameServer(() => ['127.0.0.1'])
  receiver = await startLoopback(({ body }) => {
    const { data } = JSON.parse(body.toString()) as { data: { challenge?: string } }
    const headers = { 'content-type': 'application/json' }
    return { status: 200, headers, body: JSON.stringify({ challenge: data.challenge }) }
  })
  // Sources are found by name, as in service.
  const sources = Object.entries(upstream.environment).map(([name, value]) => [
    name,
    value.replace('127.0.0.1', 'localhost')
  ])
  app = await startApp({
    nameServers: [names.address],
    environment: {
      ...Object.fromEntries(sources),
      ...{ TIERS: 'free=100000/60', TRUST_PROXY: 'loopback' },
      ...{ WEBHOOK_ALLOW_HTTP: 'yes', WEBHOOK_ALLOW_CIDR: '127.0.0.0/8' }
    }
  })
})

afterAll(async () => {
  await app.close()
  await receiver.close()
  await names.close()
  await upstream.close()
})

async function weather(lat: number): Promise<number> {
  const headers = { 'x-forwarded-for': honest }
  return (await fetch(`${app.api}/weather/current?lat=${lat}&lon=33`, { headers })).status
}

async function subscribe(client: string, host: string): Promise<Response> {
  return fetch(`${app.api}/alerts/subscribe`, {
    method: 'POST',
    headers: { 'x-forwarded-for': client, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ location: 'malatya', threshold: 60, channel: 'webhook' },
      destination: { url: `http://${host}:${receiver.port}/hook` }
    })
  })
}

/** Subscribes and waits until the receiver has proved itself. */
async function proved(host: string): Promise<void> {
  const before = receiver.requests.length
  expect((await subscribe(honest, host)).status).toBe(201)
  await expect.poll(() => receiver.requests.length, patience).toBeGreaterThan(before)
}

async function lookUps(): Promise<number> {
  const text = await (await fetch(`${app.origin}/metrics`)).text()
  return Number(/^ayaz_name_lookups_under_way (\d+)$/m.exec(text)?.[1] ?? Number.NaN)
}

/** The median time of five [ms]. */
async function median(work: (index: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < 5; index += 1) {
    const since = performance.now()
    await work(index)
    times.push(performance.now() - since)
  }
  return times.toSorted((one, other) => one - other)[2] ?? Number.NaN
}

/** Cold places and honest webhooks, one after the other; how long each takes. */
async function serve(
  row: number,
  word: string
): Promise<{ readonly place: number; readonly webhook: number }> {
  return {
    place: await median(async (index) => expect(await weather(row + index / 10)).toBe(200)),
    webhook: await median((index) => proved(`${word}${index}.example.test`))
  }
}

it('cold places and honest webhooks are served while a client’s names hang', async () => {
  // The first ones load code and open connections.
  await serve(37, 'first')
  const quiet = await serve(38, 'quiet')
  const attempts = Array.from({ length: 60 }, (_, index) =>
    subscribe(attacker, `hang.y${index}.attacker.test`).then(({ status }) => status)
  )
  await expect.poll(lookUps, { interval: 20 }).toBeGreaterThan(0)
  const meanwhile = await serve(39, 'honest')
  const statuses = await Promise.all(attempts)
  expect(statuses.filter((status) => status === 201)).toHaveLength(perDay)
  expect(statuses.filter((status) => status === 429)).toHaveLength(60 - perDay)
  const refused = await subscribe(attacker, 'hang.more.attacker.test')
  expect(await refused.json()).toMatchObject({ code: 'subscription_limit' })
  // Whoever is over the limit has nothing looked up, however many requests come at once.
  const hanging = new Set(names.asked.flatMap((one) => (one.startsWith('hang.') ? [one.split(' ')[0]] : [])))
  expect(hanging.size).toBeLessThanOrEqual(perDay)
  expect(upstream.violations).toEqual([])
  const ratio = (of: 'place' | 'webhook') => (meanwhile[of] / quiet[of]).toFixed(2)
  console.log(`beside hanging names ÷ quiet: cold place ${ratio('place')}, webhook ${ratio('webhook')}`)
})
