/** The service itself, killed with −9 while it watches: how long a place goes unwatched. */
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../app.ts'
import { openClient } from '../contracts/http/client.ts'
import { post } from '../contracts/http-alerts/client.ts'
import { type FreshDatabase, postgresEngine, sqliteEngine } from '../contracts/store/engines.ts'
import { type Clock, clockAt } from '../scenarios/weather/harness.ts'
import { environmentOf } from '../tested-data.ts'
import { startUpstream, type Upstream } from '../upstream/upstream.ts'
import { type Served, serve } from './served.ts'

/** As docs/alerts.md promises: what the dead process held is free after this time. */
const leaseMs = 30_000
/** When places were last judged [s since epoch], 0 = never by this process. */
async function lastEvaluation(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^ayaz_last_evaluation_timestamp_seconds (\S+)$/m.exec(text)?.[1] ?? Number.NaN)
}

describe.each([postgresEngine(), sqliteEngine()])('a watching process killed with −9, on $name', (engine) => {
  let upstream: Upstream
  let environment: Readonly<Record<string, string>>
  let database: FreshDatabase
  let first: Served | null
  let clock: Clock
  let second: TestApp | null

  beforeAll(() => engine.start())
  afterAll(() => engine.stop())
  beforeEach(async () => {
    database = await engine.fresh()
    upstream = await startUpstream()
    environment = {
      ...upstream.environment,
      ...environmentOf(database),
      ENSEMBLE: 'no',
      LOG_LEVEL: 'error'
    }
    first = second = null
    first = await serve(environment)
    const client = await openClient(first.origin)
    const body = { location: 'malatya', channel: 'feed', threshold: 50 }
    expect((await post(client, '/alerts/subscribe', body)).status).toBe(201)
    await client.close()
    clock = clockAt(Date.now())
  })
  afterEach(async () => {
    first?.child.kill('SIGKILL')
    await second?.close()
    await upstream.close()
  })

  const open = () => startApp({ environment, data: database, clock: clock.read, pause: clock.pause })
  /** Kills it; what it held ends at the latest so long after the instant that is answered. */
  const kill = async (): Promise<number> => {
    if (first === null) throw new Error('nothing is served')
    const ended = once(first.child, 'exit')
    first.child.kill('SIGKILL')
    await ended
    return Date.now()
  }

  // With SQLite one process serves: there the next one opens after the end.
  it.skipIf(engine.name === 'SQLite')(
    'another one beside it goes on when the lease has run out, not before',
    async () => {
      const standby = await open()
      second = standby
      // Only this app sleeps by this clock: its round has asked for the lease whenever it rests.
      const asked = () => clock.rests('lease alerts')
      await asked()
      expect(await lastEvaluation(standby.origin)).toBe(0)
      clock.move(leaseMs / 2)
      const killedAt = await kill()
      await asked()
      expect(await lastEvaluation(standby.origin)).toBe(0)
      clock.move(killedAt + leaseMs - clock.read())
      await asked()
      clock.move(leaseMs / 3)
      await expect.poll(() => lastEvaluation(standby.origin)).toBeGreaterThan(0)
    }
  )

  it('the next one goes on at most a lease later', async () => {
    const killedAt = await kill()
    clock.move(killedAt + leaseMs - clock.read())
    const next = await open()
    second = next
    await expect.poll(() => lastEvaluation(next.origin)).toBeGreaterThan(0)
  })
})
