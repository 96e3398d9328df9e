/**
 * `npm run drill -- one-client`: what one client within its limits costs, in each way, and how long all others wait
 * meanwhile. ONE_CLIENT=turns,requests makes it shorter; of fewer than five turns the waits are not judged.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Pool } from 'undici'
import { expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { receiverSettings, startReceiver } from '../contracts/http/generated/things.ts'
import { serve } from '../crash/served.ts'
import { startUpstream } from '../upstream/upstream.ts'
import { type Asked, clientWays, type Way } from './client-ways.ts'
import { printFigures } from './figures.ts'
import { cpuMicroseconds } from './process-usage.ts'
import { withFolder } from './served-folder.ts'

const [turns = 5, most = 120] = (process.env['ONE_CLIENT'] ?? '').split(',').filter(Boolean).map(Number)
const maxPercent = 25
const maxLaterMs = 50
/** Others ask for what is in memory, each from another address. */
const othersEveryMs = 40
const quietMs = 2500
const warmUp = 15

interface Course {
  readonly p99Ms: number
  /** Of the process, beside what others and rest cost [ms for each request of the client]. */
  readonly cpuMs: number
  readonly statuses: Readonly<Record<number, number>>
}

it('one client within its limits costs little, and nobody else waits for it', () =>
  withFolder(async ({ SOURCES: _demo, TIERS: _wide, ...settings }, dataDir) => {
    const keys = await manyKeys(dataDir)
    const [receiver, upstream] = [await startReceiver(), await startUpstream(Date.now)]
    const { child, origin } = await serve({
      ...settings,
      ...upstream.environment,
      ...receiverSettings(receiver),
      SOURCES: 'open-meteo',
      POINTS_PER_DAY: '500',
      SUBSCRIPTIONS_PER_DAY: '20',
      TIERS: 'free=60/60',
      TRUST_PROXY: 'loopback'
    })
    const pool = new Pool(origin, { connections: 16 })
    let clients = 0
    const send = async ({ method, path, headers, body }: Asked, client: string): Promise<number> => {
      const asked = { method, path, headers: { ...headers, 'x-forwarded-for': client }, body: body ?? null }
      const answer = await pool.request(asked)
      await answer.body.dump()
      return answer.statusCode
    }
    const newClient = (): string => `203.0.${Math.floor(++clients / 250)}.${clients % 250}`
    await send({ method: 'GET', path: others[2] ?? '' }, newClient())
    const ways = await clientWays(receiver.origin)
    let number = 0
    const tooMuch: string[] = []
    // Until code is compiled it is slow.
    for (const way of Object.values(ways))
      for (let count = 0; count < warmUp; count++) await send(way.request(number++), newClient())
    await settled()
    const restMsASecond = (await measured(child.pid, send, newClient, null)).cpuMs
    for (const [name, way] of Object.entries(ways)) {
      const courses: (Course & { readonly laterMs: number })[] = []
      for (let turn = 0; turn < turns; turn++) {
        const before = await measured(child.pid, send, newClient, null)
        const client = newClient()
        const requests = Math.min(most, way.perMinute)
        const key: Readonly<Record<string, string>> = way.hasKey ? { 'x-api-key': keys.pop() ?? '' } : {}
        const asks = Array.from({ length: requests }, () => withHeaders(way.request(number++), key))
        const during = await measured(child.pid, send, newClient, { asks, client, restMsASecond })
        courses.push({ ...during, laterMs: during.p99Ms - before.p99Ms })
      }
      const cpuMs = median(courses.map((one) => one.cpuMs))
      const laterMs = median(courses.map((one) => one.laterMs))
      const percent = percentOf(way, cpuMs)
      const statuses = Object.entries(courses[0]?.statuses ?? {}).map(
        ([status, count]) => `${count} × ${status}`
      )
      printFigures('one-client', {
        way: name,
        requests_a_minute: way.perMinute,
        cpu_ms_a_request: Number(cpuMs.toFixed(1)),
        percent_of_a_core: Number(percent.toFixed(1)),
        others_p99_later_ms: Math.round(laterMs),
        answers: statuses.join(', ')
      })
      if (percent > maxPercent || (turns >= 5 && laterMs > maxLaterMs))
        tooMuch.push(`${name}: ${percent.toFixed(1)} %, ${Math.round(laterMs)} ms later`)
    }
    await pool.close()
    child.kill('SIGINT')
    await once(child, 'exit')
    await Promise.all([receiver.close(), upstream.close()])
    expect(tooMuch).toEqual([])
  }))

const percentOf = ({ perMinute }: Way, cpuMs: number): number => (cpuMs * perMinute) / 600
const others = ['/healthz', '/api/v1/weather/current?location=ankara', '/en/place/ankara']

/** Others ask all the time; beside them the client, if there is one, four at a time, or else rest of some seconds. */
async function measured(
  pid: number | undefined,
  send: (asked: Asked, client: string) => Promise<number>,
  newClient: () => string,
  burst: { readonly asks: readonly Asked[]; readonly client: string; readonly restMsASecond: number } | null
): Promise<Course> {
  const waits: number[] = []
  const statuses: Record<number, number> = {}
  let asked = 0
  const probe = setInterval(async () => {
    const at = performance.now()
    await send({ method: 'GET', path: others[asked++ % others.length] ?? '' }, newClient())
    waits.push(performance.now() - at)
  }, othersEveryMs)
  const [began, before] = [performance.now(), cpuMicroseconds(pid)]
  if (burst === null) await new Promise((resolve) => setTimeout(resolve, quietMs))
  else {
    const left = [...burst.asks]
    const work = async (): Promise<void> => {
      for (let one = left.pop(); one !== undefined; one = left.pop()) {
        const status = await send(one, burst.client)
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    }
    await Promise.all([work(), work(), work(), work()])
  }
  const ended = waits.length
  // What a request leaves to be done afterwards is its cost as well.
  if (burst !== null) await settled()
  const seconds = (performance.now() - began) / 1000
  const cpuMs = (cpuMicroseconds(pid) - before) / 1000
  clearInterval(probe)
  const meanwhile = waits.slice(0, burst === null ? waits.length : ended)
  const p99Ms = meanwhile.toSorted((a, b) => a - b)[Math.floor(meanwhile.length * 0.99)] ?? 0
  if (burst === null) return { p99Ms, cpuMs: cpuMs / seconds, statuses }
  return { p99Ms, cpuMs: Math.max(0, cpuMs - burst.restMsASecond * seconds) / burst.asks.length, statuses }
}

const withHeaders = (asked: Asked, headers: NonNullable<Asked['headers']>): Asked => ({
  ...asked,
  headers: { ...asked.headers, ...headers }
})

/** Keys of the free tier, a new one for each turn. */
async function manyKeys(dataDir: string): Promise<string[]> {
  const store = await openStore({ url: null, dataDir, now: Date.now() })
  const keys = Array.from({ length: 2 * turns }, (_, index) => `a-key-of-the-free-tier-${index}`)
  for (const key of keys) {
    const hash = createHash('sha256').update(key).digest('hex')
    const holder = { id: key, tier: 'free', label: '', operator: false, createdAt: Date.now() }
    await store.apiKeys.add({ ...holder, hash })
  }
  await store.close()
  return keys
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, quietMs))

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
