import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { built } from '../built.ts'
import { ownPostgresEngine, sqliteEngine } from '../contracts/store/engines.ts'
import { machineEnvironment } from '../machine-environment.ts'
import { type JournalLine, livedThrough, readJournal } from './journal.ts'
import type { KillPoint, Life } from './workload.ts'

/** Six at each point; `npm run drill -- kill` has more. */
const lives = 24
const points: readonly KillPoint[] = ['after_commit', 'before_send', 'after_send', 'in_evaluation']
const workload = await built('workload')

/** Lives one life; 'killed' where it ended itself at its point. */
async function live(life: Life): Promise<'killed' | 'lived'> {
  const child = spawn(process.execPath, [workload, JSON.stringify(life)], {
    env: machineEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe']
  })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const [status, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (signal === 'SIGKILL') return 'killed'
  if (status !== 0) throw new Error(`life ${life.number} ended with ${status}: ${complaints}`)
  return 'lived'
}

function only<What extends JournalLine['what']>(lines: readonly JournalLine[], what: What) {
  return lines.filter((line): line is Extract<JournalLine, { what: What }> => line.what === what)
}

describe.each([sqliteEngine(), ownPostgresEngine(true)])('kill −9 on $name', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'ayaz-crash-'))

  beforeAll(() => engine.start())
  afterAll(async () => {
    await engine.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it(`in ${lives} lives loses nothing acknowledged, delivers every raised night, and repeats under the same id`, {
    timeout: 600_000
  }, async () => {
    const at = await engine.fresh()
    const journal = join(folder, 'journal')
    for (let number = 0; number < lives; number += 1) {
      const point = points[number % points.length] ?? 'nowhere'
      // The first passings of a point differ most: the first, second and third message; each statement of an
      // evaluation.
      const passing = 1 + (Math.floor(number / points.length) % (point === 'in_evaluation' ? 9 : 3))
      await live({ ...at, journal, number, point, passing })
    }
    expect(await live({ ...at, journal, number: lives, point: 'nowhere', passing: 0 })).toBe('lived')

    const lines = readJournal(journal)
    const hits = points.map((point) => [
      point,
      only(lines, 'killed').filter((one) => one.point === point).length
    ])
    const repeats = only(lines, 'received').filter(({ attempt }) => attempt > 1).length
    console.log(
      `${engine.name}: killed ${JSON.stringify(Object.fromEntries(hits))}, messages sent again: ${repeats}`
    )
    for (const [point, count] of hits) expect(count, String(point)).toBeGreaterThanOrEqual(5)

    const store = await openStore({ ...at, now: 0 })
    try {
      const subscriptions = await store.database.queries
        .selectFrom('subscriptions')
        .select(['id', 'label'])
        .execute()
      const episodes = await store.database.queries
        .selectFrom('episodes as e')
        .innerJoin('subscriptions as s', 's.seq', 'e.subscription_seq')
        .select(['s.id', 'e.state', 'e.told_state'])
        .execute()
      // Every key has one subscription, and it is the one that was answered.
      const asked = new Set(only(lines, 'asked').map(({ key }) => key))
      expect(subscriptions.map(({ label }) => label).toSorted()).toEqual([...asked].toSorted())
      const idOf = new Map(subscriptions.map(({ label, id }) => [label, id]))
      for (const { key, id } of only(lines, 'answered')) expect(idOf.get(key)).toBe(id)
      // Each of them has its night raised and told.
      expect(episodes).toHaveLength(subscriptions.length)
      expect(episodes.every(({ state, told_state }) => state === 'raised' && told_state === 'raised')).toBe(
        true
      )
      // Who subscribes while the risk is high is told in the same breath, also as the first of a crop and stage; no
      // later run heals it.
      for (const life of livedThrough(lines)) {
        const notified = new Set(only(life, 'received').map(({ subscriptionId }) => subscriptionId))
        expect(only(life, 'answered').filter(({ id }) => !notified.has(id))).toEqual([])
      }
      const received = Map.groupBy(only(lines, 'received'), ({ subscriptionId }) => subscriptionId)
      expect([...received.keys()].toSorted()).toEqual(subscriptions.map(({ id }) => id).toSorted())
      // Never a second different message: one id a subscription, however often it was sent.
      for (const messages of received.values()) {
        expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(1)
        expect(messages.every(({ kind, nights }) => kind === 'raised' && nights === 1)).toBe(true)
      }
      expect(repeats).toBeGreaterThan(0)
    } finally {
      await store.close()
    }
  })
})
