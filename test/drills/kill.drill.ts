/** kill −9 in the midst of 10,000 acknowledged subscriptions, on either database: all of them are there afterwards. */
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownPostgresEngine } from '../contracts/store/engines.ts'
import { type Served, serve } from '../crash/served.ts'
import { printFigures } from './figures.ts'
import { withFolder } from './served-folder.ts'

const writes = 10_000
const kills = 5
const clients = 16

const engine = ownPostgresEngine(true)
beforeAll(() => engine.start())
afterAll(() => engine.stop())

it.each(['SQLite', 'PostgreSQL'])(
  'kill −9 five times in 10,000 acknowledged subscriptions on %s loses none',
  async (name) => {
    const { url } = await engine.fresh()
    const acknowledged = new Map<string, string>()
    let slowestMs = 0
    await withFolder(async (environment) => {
      const database = name === 'SQLite' ? {} : { DATABASE_URL: url ?? '' }
      const settings = { ...environment, ...database, TRUST_PROXY: 'loopback' }
      for (let life = 1; life <= kills; life += 1) {
        const began = performance.now()
        const served = await serve(settings)
        slowestMs = Math.max(slowestMs, performance.now() - began)
        await writeAndKill(served, acknowledged, (writes / kills) * life)
      }
      const served = await serve(settings)
      const lost = await countLost(served, acknowledged)
      served.child.kill('SIGKILL')
      await once(served.child, 'exit')
      const figures = { acknowledged: acknowledged.size, lost, slowest_start_ms: Math.round(slowestMs) }
      printFigures(`kill on ${name}`, figures)
      expect(lost).toBe(0)
    })
  }
)

/** Several clients subscribe until `wanted` are acknowledged in all; then it is killed under their requests. */
async function writeAndKill(
  { child, origin }: Served,
  acknowledged: Map<string, string>,
  wanted: number
): Promise<void> {
  const ended = once(child, 'exit')
  const write = async (): Promise<void> => {
    for (;;) {
      const written = await subscribe(origin).catch(() => null)
      if (written === null) return
      acknowledged.set(written.id, written.manage.token)
      if (acknowledged.size >= wanted) child.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: clients }, write))
  await ended
}

interface Written {
  readonly id: string
  readonly manage: { readonly token: string }
}

let count = 0

/** An address and a network of its own for each: a client has a limit. */
async function subscribe(origin: string): Promise<Written> {
  count += 1
  const address = `${20 + (count % 150)}.${(count * 7) % 256}.${(count * 13) % 256}.${1 + (count % 250)}`
  const answer = await fetch(`${origin}/api/v1/alerts/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ location: 'malatya', channel: 'feed', threshold: 60 })
  })
  if (answer.status !== 201) throw new Error(`answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Written
}

async function countLost({ origin }: Served, acknowledged: ReadonlyMap<string, string>): Promise<number> {
  const rest = [...acknowledged]
  let lost = 0
  const check = async (): Promise<void> => {
    for (let one = rest.pop(); one !== undefined; one = rest.pop()) {
      const [id, token] = one
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${origin}/api/v1/alerts/subscriptions/${id}`, { headers })
      await answer.arrayBuffer()
      if (answer.status !== 200) lost += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, check))
  return lost
}
