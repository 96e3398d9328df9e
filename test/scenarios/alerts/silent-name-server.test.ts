/** Clients name servers whose name server never answers: weather and the alerts of others go on. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { printFigures } from '../../drills/figures.ts'
import { patience } from '../../patience.ts'
import { type LoopbackServer, startLoopback } from '../../receivers/loopback.ts'
import { type NameServer, startNameServer } from '../../receivers/name-server.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'

const attacker = '93.184.216.1'
const perDay = 20
/** What a source and a receiver on the internet need for an answer [ms]. */
const roundTripMs = 250

let upstream: Upstream
let names: NameServer
let receiver: LoopbackServer
let app: TestApp
/** Hosts whose receiver has answered. */
const answered = new Set<string>()

beforeAll(async () => {
  upstream = await startUpstream()
  upstream.slow(() => pause(roundTripMs))
  names = await startNameServer(() => ['127.0.0.1'])
  receiver = await startLoopback(async ({ body, headers: { host } }) => {
    await pause(roundTripMs)
    const { data } = JSON.parse(body.toString()) as { data: { challenge?: string } }
    answered.add(host ?? '')
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

async function weather(client: string, lat: number): Promise<number> {
  const headers = { 'x-forwarded-for': client }
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
async function proved(client: string, host: string): Promise<void> {
  expect((await subscribe(client, host)).status).toBe(201)
  await expect.poll(() => answered.has(`${host}:${receiver.port}`), patience).toBe(true)
}

async function lookUps(): Promise<number> {
  const text = await (await fetch(`${app.origin}/metrics`)).text()
  return Number(/^ayaz_name_lookups_under_way (\d+)$/m.exec(text)?.[1] ?? Number.NaN)
}

interface Times {
  readonly place: readonly number[]
  readonly webhook: readonly number[]
}

async function timed(work: () => Promise<void>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}

/** Eight cold places and honest webhooks in turn [ms each]. */
async function serve(row: number, word: string): Promise<Times> {
  const place: number[] = []
  const webhook: number[] = []
  // A client may subscribe so often a day.
  const honest = `85.105.1.${row}`
  for (let index = 0; index < 8; index += 1) {
    place.push(await timed(async () => expect(await weather(honest, row + index / 10)).toBe(200)))
    webhook.push(await timed(() => proved(honest, `${word}${index}.example.test`)))
  }
  return { place, webhook }
}

/** One client after the other, each inside its quota, names hosts that hang; until it is ended. */
async function attack(network: number, isOver: () => boolean): Promise<void> {
  for (let client = 1; !isOver(); client += 1) {
    const attempts = Array.from({ length: 8 }, (_, index) =>
      subscribe(`93.184.${network}.${client}`, `hang.x${network}-${client}-${index}.attacker.test`)
    )
    for (const { status } of await Promise.all(attempts)) expect(status).toBe(201)
  }
}

/** How much slower than in quiet the fastest place and webhook are while names hang. */
async function slowdown(round: number): Promise<Record<keyof Times, number>> {
  const row = 10 * round
  const before = await serve(row, `before${round}`)
  let isOver = false
  const attacks = [1, 2].map((network) => attack(10 * round + network, () => isOver))
  await expect.poll(lookUps, patience).toBeGreaterThan(0)
  const meanwhile = await serve(row + 1, `meanwhile${round}`)
  isOver = true
  await Promise.all(attacks)
  const after = await serve(row + 2, `after${round}`)
  const ratio = (of: keyof Times): number =>
    Math.min(...meanwhile[of]) / Math.max(Math.min(...before[of]), Math.min(...after[of]))
  return { place: ratio('place'), webhook: ratio('webhook') }
}

it('cold places and honest webhooks are served in the usual time while names hang', async () => {
  // The first ones load code and open connections.
  await serve(36, 'first')
  let least: Record<keyof Times, number> = { place: Infinity, webhook: Infinity }
  // Other work on the machine delays some rounds, a blocked look-up delays every one for seconds.
  for (let round = 1; round <= 3 && Math.max(least.place, least.webhook) > 2; round += 1) {
    const { place, webhook } = await slowdown(round)
    least = { place: Math.min(least.place, place), webhook: Math.min(least.webhook, webhook) }
  }
  printFigures('dns', {
    names_hanging: new Set(names.asked.filter((one) => one.startsWith('hang.'))).size,
    cold_place_against_quiet: Number(least.place.toFixed(2)),
    webhook_against_quiet: Number(least.webhook.toFixed(2))
  })
  expect(least.place).toBeLessThanOrEqual(2)
  expect(least.webhook).toBeLessThanOrEqual(2)
  expect(upstream.violations).toEqual([])
})

it('a client over its limit has nothing looked up, however many requests come at once', async () => {
  const attempts = Array.from({ length: 60 }, (_, index) =>
    subscribe(attacker, `hang.y${index}.attacker.test`).then(({ status }) => status)
  )
  const statuses = await Promise.all(attempts)
  expect(statuses.filter((status) => status === 201)).toHaveLength(perDay)
  expect(statuses.filter((status) => status === 429)).toHaveLength(60 - perDay)
  const refused = await subscribe(attacker, 'hang.more.attacker.test')
  expect(await refused.json()).toMatchObject({ code: 'subscription_limit' })
  const hanging = new Set(names.asked.flatMap((one) => (one.startsWith('hang.y') ? [one.split(' ')[0]] : [])))
  expect(hanging.size).toBeLessThanOrEqual(perDay)
})
