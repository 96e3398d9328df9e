/** Whatever host a request names, the answer is the same, byte by byte: no link, redirect or header leads there. */
import findMyWay from 'find-my-way'
import { request } from 'undici'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { addresses, type OpenApi, pages, postings } from './unnamed-requests.ts'

const elsewhere = 'elsewhere.example'
const named = {
  ...{ host: elsewhere, 'x-forwarded-host': elsewhere, 'x-forwarded-server': elsewhere, 'x-host': elsewhere },
  ...{ forwarded: `for=203.0.113.9;host=${elsewhere};proto=http`, 'x-forwarded-proto': 'http' },
  ...{ 'x-forwarded-port': '81', 'x-forwarded-prefix': '/x' },
  ...{ 'x-original-url': `//${elsewhere}/`, 'x-rewrite-url': `//${elsewhere}/` }
}
const routes = new Map<string, Set<string>>()
/** Nothing is there, and what is refused before it is routed. */
const others = ['/nothing', '/en/nothing', '//x', '/api/v1/nothing', `/api/v1/${'x'.repeat(9_000)}`]
let app: TestApp
let clients = 0
beforeAll(async () => {
  const added = vi.spyOn(findMyWay.prototype as ReturnType<typeof findMyWay>, 'on')
  const now = Date.UTC(2026, 3, 11, 19)
  const environment = { SOURCES: 'demo', TIERS: 'free=100000/60', TRUST_PROXY: 'loopback' }
  app = await startApp({ environment, clock: () => now })
  for (const [method, path] of added.mock.calls)
    routes.set(path, new Set([...(routes.get(path) ?? []), ...[method].flat()]))
  added.mockRestore()
})
afterAll(() => app.close())

/** Not by `fetch`, which names the host itself. */
async function answered(path: string, headers: Readonly<Record<string, string>>, body?: object | string) {
  const type = typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json'
  const client = `203.0.${Math.floor(++clients / 250)}.${clients % 250}`
  const answer = await request(app.origin + path, {
    headers: { 'content-type': type, 'x-forwarded-for': client, ...headers },
    ...(body !== undefined && {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body)
    })
  })
  const counted = ['date', 'x-request-id', 'server-timing', 'ratelimit', 'traceparent']
  return {
    status: answer.statusCode,
    headers: Object.entries(answer.headers).filter(([name]) => !counted.includes(name)),
    body: Buffer.from(await answer.body.arrayBuffer()).toString('latin1')
  }
}

it('every operation, page and picture', async () => {
  const document = (await (await fetch(`${app.api}/openapi.json`)).json()) as OpenApi
  const all = [...addresses(document), ...pages(routes), ...others]
  expect(all.length).toBeGreaterThan(400)
  const differing: string[] = []
  for (const path of all) {
    const [one, other] = [await answered(path, {}), await answered(path, named)]
    if (JSON.stringify(one) !== JSON.stringify(other))
      differing.push(`${path} ${one.status} ${other.status} ${other.body.slice(0, 200)}`)
  }
  expect(differing).toEqual([])
})

it('metrics alone are refused to it', async () => {
  const statusOf = async (headers = {}) => (await request(`${app.origin}/metrics`, { headers })).statusCode
  expect([await statusOf(), await statusOf({ host: elsewhere })]).toEqual([200, 403])
})

it('every request with a body', async () => {
  const leading: string[] = []
  for (const [path, requests] of Object.entries(postings)) {
    for (const { headers = {}, body } of requests()) {
      const answer = await answered(path, { ...headers, ...named }, body)
      if (JSON.stringify(answer).includes(elsewhere)) leading.push(`${path} ${answer.body.slice(0, 300)}`)
    }
  }
  expect(leading).toEqual([])
})
