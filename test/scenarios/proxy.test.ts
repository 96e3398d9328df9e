/** A network that lets nothing out but through its proxy: everything goes there, and the guard holds there too. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openOutgoing } from '../../src/outgoing/outgoing.ts'
import type { Proxies } from '../../src/outgoing/proxies.ts'
import { startApp } from '../app.ts'
import { freePort } from '../free-port.ts'
import { startBotApiServer } from '../receivers/bot-api-server.ts'
import { lettingThrough, startJsonReceiver } from '../receivers/json-receiver.ts'
import { startNameServer } from '../receivers/name-server.ts'
import { startProxy, type TestProxy } from '../receivers/proxy.ts'
import { startUpstream, type Upstream } from '../upstream/upstream.ts'

const ends: (() => Promise<unknown>)[] = []
let upstream: Upstream
let ports: Map<string, number>
let proxy: TestProxy
beforeEach(async () => {
  upstream = await startUpstream()
  ports = new Map([['api.open-meteo.example:80', Number(new URL(upstream.urls['open-meteo']).port)]])
  proxy = await startProxy((asked) => ports.get(asked) ?? null, 'p@ss')
  ends.push(upstream.close, proxy.close)
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const proxied = (more: Partial<Proxies> = {}): Proxies => ({
  httpProxy: proxy.url.replace('p@ss', 'p%40ss'),
  httpsProxy: null,
  noProxy: null,
  ...more
})

function outgoing(options: Partial<Parameters<typeof openOutgoing>[0]>) {
  const opened = openOutgoing({
    reach: 'operator',
    allowHttp: true,
    allow: [],
    proxies: proxied(),
    ...options
  })
  ends.push(opened.close)
  return (url: string) =>
    opened.send({ url }).then(
      ({ status }) => status,
      ({ message }) => message
    )
}

it('sources, airports, webhooks and Telegram are asked through it', async () => {
  const names = await startNameServer((name) => (name === 'hooks.example' ? ['8.8.8.8'] : null))
  const bot = await startBotApiServer()
  const receiver = await startJsonReceiver()
  ends.push(names.close, bot.close, receiver.close)
  ports.set('bot.example:80', bot.port)
  ports.set('8.8.8.8:80', receiver.port)
  const app = await startApp({
    nameServers: [names.address],
    environment: {
      ...{
        SOURCES: 'open-meteo',
        OPEN_METEO_URL: 'http://api.open-meteo.example',
        OPEN_METEO_MODELS: 'none'
      },
      ...{ http_proxy: proxied().httpProxy ?? '', METAR: 'on', METAR_URL: 'http://metar.example' },
      ...{
        TELEGRAM_BOT_TOKEN: bot.token,
        TELEGRAM_BOT_NAME: 'ayaz_bot',
        TELEGRAM_API_ROOT: 'http://bot.example'
      },
      ...lettingThrough(receiver)
    }
  })
  ends.push(app.close)
  const answer = await fetch(`${app.api}/weather/frost-risk?location=malatya`)
  expect(await answer.json()).toMatchObject({ meta: { synthetic: false } })
  const body = {
    location: 'malatya',
    channel: 'webhook',
    threshold: 60,
    destination: { url: 'http://hooks.example/' }
  }
  const headers = { 'Content-Type': 'application/json' }
  const subscribed = await fetch(`${app.api}/alerts/subscribe`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body)
  })
  expect(subscribed.status).toBe(201)
  await expect.poll(() => receiver.events.length).toBeGreaterThan(0)
  await expect
    .poll(() => new Set(proxy.asked))
    .toEqual(new Set(['api.open-meteo.example:80', 'bot.example:80', '8.8.8.8:80']))
  expect(upstream.violations).toEqual([])
})

it('a subscriber reaches nothing through it that is not open without it', async () => {
  const send = outgoing({ reach: 'public', lookup: async () => [{ address: '10.0.0.1', family: 4 }] })
  for (const url of [
    'http://10.0.0.1/',
    'http://inside.example/',
    'http://169.254.169.254/',
    'http://localhost/'
  ])
    expect([url, await send(url)]).toEqual([
      url,
      expect.stringMatching(/not on the public internet|not accepted/)
    ])
  expect(proxy.asked).toEqual([])
  // It is asked for the address that was checked, so a second look-up cannot lead elsewhere.
  const open = outgoing({ reach: 'public', lookup: async () => [{ address: '2606:4700::1', family: 6 }] })
  ports.set('[2606:4700::1]:80', ports.get('api.open-meteo.example:80') ?? 0)
  expect(await open('http://outside.example/')).toBe(400)
  expect(proxy.asked).toEqual(['[2606:4700::1]:80'])
})

it('hosts of NO_PROXY are asked without it', async () => {
  const url = upstream.urls['open-meteo']
  for (const noProxy of ['example.org,127.0.0.1', '127.0.0.0/8', '10.0.0.0/8, 127.0.0.1/32 ::1/128'])
    expect([noProxy, await outgoing({ proxies: proxied({ noProxy }) })(url)]).toEqual([noProxy, 400])
  expect(proxy.asked).toEqual([])
  for (const noProxy of [null, '10.0.0.0/8', '127.0.0.0/99', '127.0.0.0/'])
    expect(await outgoing({ proxies: proxied({ noProxy }) })(url)).toMatch(/answered 403/)
  expect(proxy.asked).toEqual(Array.from({ length: 4 }, () => new URL(url).host))
})

it('https goes through HTTPS_PROXY, and where that is not set through HTTP_PROXY', async () => {
  expect(await outgoing({})('https://api.example/')).toMatch(
    /^the proxy \S+ answered 403 for api\.example:443$/
  )
  const dead = `http://127.0.0.1:${await freePort()}`
  expect(await outgoing({ proxies: proxied({ httpsProxy: dead }) })('https://api.example/')).toMatch(
    /^the proxy 127\.0\.0\.1:\d+: cannot be reached \(ECONNREFUSED\)$/
  )
  expect(proxy.asked).toEqual(['api.example:443'])
})

it('a proxy that wants another password says so', async () => {
  const wrong = { httpProxy: proxied().httpProxy?.replace('p%40ss', 'other') ?? '' }
  expect(await outgoing({ proxies: proxied(wrong) })('http://api.example/')).toMatch(/answered 407/)
})
