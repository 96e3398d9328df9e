/** One outbox, two processes: what they send to one receiver that counts. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { evaluatePlaces } from '../../../src/alerts/evaluate.ts'
import { built } from '../../built.ts'
import { engines, type FreshDatabase } from '../../contracts/store/engines.ts'
import { stored } from '../../contracts/store/opened.ts'
import { machineEnvironment } from '../../machine-environment.ts'
import { type AlertsHarness, createAlertsHarness } from './alerts-harness.ts'
import type { ChildWork } from './deliver-in-child.ts'

interface Received {
  readonly worker: string
  readonly subscription: string
  readonly messageId: string
  readonly attempt: number
}

const childFile = await built('deliver-in-child')
const crowd = 300

describe.each(engines())('two processes on $name', (engine) => {
  let database: FreshDatabase
  let app: AlertsHarness
  let receiver: Server
  let received: Received[]
  /** Whose first message is answered only when each of them has sent one. */
  let together: readonly string[]
  let allHere: PromiseWithResolvers<void>
  let children: ChildProcess[]

  beforeAll(() => engine.start())
  afterAll(() => engine.stop())

  beforeEach(async () => {
    received = []
    together = []
    allHere = Promise.withResolvers()
    children = []
    receiver = createServer((request, response) => {
      void text(request).then(async (body) => {
        received.push(JSON.parse(body) as Received)
        const here = new Set(received.map(({ worker }) => worker))
        if (together.every((worker) => here.has(worker))) allHere.resolve()
        await allHere.promise
        response.writeHead(204).end()
      })
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    database = await engine.migrated()
    app = await createAlertsHarness(database)
    app.goTo('2026-04-09 12:00')
    for (let one = 0; one < crowd; one += 1) await stored(app.store)
    await app.run({ '2026-04-11': { score: 70 } }, { silently: true })
    await evaluatePlaces(app.alerts, ['malatya'])
  })

  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL')
    receiver.close()
    await app.close()
  })

  /** Starts a worker that has opened the store and waits to be told to deliver. */
  async function start(work: Pick<ChildWork, 'worker' | 'clock' | 'silent'>): Promise<ChildProcess> {
    const { port } = receiver.address() as AddressInfo
    const whole: ChildWork = { ...database, ...work, receiver: `http://127.0.0.1:${port}` }
    const child = fork(childFile, [JSON.stringify(whole)], { env: machineEnvironment() })
    children.push(child)
    await once(child, 'message')
    return child
  }

  async function deliver(...workers: readonly ChildProcess[]): Promise<void> {
    const ends = workers.map((child) => once(child, 'exit'))
    for (const child of workers) child.send('go')
    expect(await Promise.all(ends)).toEqual(workers.map(() => [0, null]))
  }

  it('share the work, and send each message once', async () => {
    const clock = '2026-04-09 12:01'
    const one = await start({ worker: 'one', clock, silent: false })
    const other = await start({ worker: 'other', clock, silent: false })
    together = ['one', 'other']
    await deliver(one, other)
    expect(received).toHaveLength(crowd)
    expect(new Set(received.map(({ subscription }) => subscription)).size).toBe(crowd)
    expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(crowd)
    expect(new Set(received.map(({ worker }) => worker))).toEqual(new Set(['one', 'other']))
    expect(await app.store.outbox.waiting()).toEqual({ count: 0, oldestDueAt: null })
  })

  it('leave alone what a dead one holds until its lease has run out, and then repeat it under its id', async () => {
    const dying = await start({ worker: 'dying', clock: '2026-04-09 12:01', silent: true })
    dying.send('go')
    await vi.waitFor(() => expect(received.length).toBeGreaterThan(0), { timeout: 60_000, interval: 10 })
    dying.kill('SIGKILL')
    await once(dying, 'exit')
    const before = [...received]
    const leased = await heldBy('dying')
    // Two minutes is the lease: it still runs at 12:02.
    await deliver(await start({ worker: 'one', clock: '2026-04-09 12:02', silent: false }))
    expect(received).toHaveLength(before.length + crowd - leased.length)
    expect(sentTwice(received)).toEqual([])
    expect((await app.store.outbox.waiting()).count).toBe(leased.length)
    await deliver(await start({ worker: 'other', clock: '2026-04-09 12:03', silent: false }))
    expect(sentTwice(received).toSorted()).toEqual(before.map(({ messageId }) => messageId).toSorted())
    expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(crowd)
    expect(new Set(received.map(({ subscription }) => subscription)).size).toBe(crowd)
  })

  async function heldBy(worker: string): Promise<readonly number[]> {
    const rows = await app.store.database.queries
      .selectFrom('messages')
      .select('seq')
      .where('leased_by', '=', worker)
      .execute()
    return rows.map(({ seq }) => seq)
  }
})

function sentTwice(received: readonly Received[]): readonly string[] {
  const times = Map.groupBy(received, ({ messageId }) => messageId)
  return [...times].flatMap(([messageId, sent]) => (sent.length > 1 ? [messageId] : []))
}
