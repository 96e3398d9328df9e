/**
 * A SQLite file in which bytes were flipped while nothing was looking: where SQLite itself finds the damage, the
 * service says so within two minutes of its own time, and takes in nobody who would rely on it. What SQLite cannot find
 * is printed.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readConfiguration } from '../../src/app/configuration.ts'
import { examine } from '../../src/app/examination.ts'
import { minuteMs } from '../../src/common/time.ts'
import { startApp, type TestApp } from '../app.ts'
import { printFigures } from '../drills/figures.ts'
import { patience } from '../patience.ts'
import { type Clock, clockAt, springNight } from '../scenarios/weather/harness.ts'

/** FLIPPED_SEEDS=50 for the whole drill. */
const seeds = Number(process.env['FLIPPED_SEEDS'] ?? 10)
const flips = 16
const subscriptions = 60
const environment = { SOURCES: 'demo', TIERS: 'free=100000/60', TRUST_PROXY: 'loopback' }

let folder: string
let whole: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ayaz-flipped-'))
  const dataDir = join(folder, 'whole')
  mkdirSync(dataDir)
  const app = await startApp({ environment, data: { url: null, dataDir }, clock: () => springNight })
  for (let client = 0; client < subscriptions; client += 1) {
    expect(await subscribe(app, { client, channel: client % 2 === 0 ? 'feed' : 'sse' })).toBe(201)
  }
  await app.close()
  whole = join(dataDir, 'ayaz.sqlite')
})
afterAll(() => rmSync(folder, { recursive: true }))

async function subscribe(
  { api }: TestApp,
  { client, channel }: { readonly client: number; readonly channel: string }
): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${client}` }
  const body = JSON.stringify({ location: 'malatya', channel, threshold: 10 + (client % 60) })
  return (await fetch(`${api}/alerts/subscribe`, { method: 'POST', headers, body })).status
}

/** Numbers that are the same for the same seed: mulberry32. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A folder with a copy of the database in which bytes behind the header are flipped. */
function damaged(seed: number): string {
  const dataDir = join(folder, `seed-${seed}`)
  mkdirSync(dataDir)
  const path = join(dataDir, 'ayaz.sqlite')
  copyFileSync(whole, path)
  const bytes = readFileSync(path)
  const random = numbers(seed)
  for (let flip = 0; flip < flips; flip += 1) {
    const at = 100 + Math.floor(random() * (bytes.length - 100))
    bytes[at] = (bytes[at] ?? 0) ^ (1 + Math.floor(random() * 255))
  }
  writeFileSync(path, bytes)
  return dataDir
}

/** What SQLite itself finds, without any code of ours. */
function isFound(dataDir: string): boolean {
  const file = new DatabaseSync(join(dataDir, 'ayaz.sqlite'))
  try {
    const [row] = file.prepare('pragma integrity_check(1)').all()
    return row?.['integrity_check'] !== 'ok'
  } catch {
    return true
  } finally {
    file.close()
  }
}

async function passTwoMinutes(clock: Clock): Promise<void> {
  for (let minute = 0; minute < 2; minute += 1) {
    await clock.rests('watch')
    clock.move(minuteMs)
  }
  await clock.rests('watch')
}

async function expectNotified(app: TestApp, dataDir: string): Promise<void> {
  const readiness = await fetch(`${app.origin}/readyz`)
  expect([readiness.status, await readiness.json()]).toMatchObject([
    503,
    { status: 'not_ready', checks: { database: { status: 'failing' } } }
  ])
  expect((await fetch(`${app.origin}/readyz?for=http`)).status).toBe(200)
  const metrics = await (await fetch(`${app.origin}/metrics`)).text()
  expect(metrics).toMatch(/^ayaz_ready 0$/m)
  expect(metrics).toMatch(/^ayaz_database_corrupt 1$/m)
  expect(app.log()).toContainEqual(expect.stringMatching(/"level":"error".*"event":"database_corrupt"/))
  expect([500, 503]).toContain(await subscribe(app, { client: 200, channel: 'feed' }))
  const configuration = readConfiguration({ ...environment, DATA_DIR: dataDir, PORT: '0' })
  const findings = await examine(configuration, () => springNight)
  expect(findings).toContainEqual(expect.objectContaining({ severity: 'fault', subject: 'database' }))
}

it(
  'is told of by readiness, metrics, log and doctor, and refuses subscriptions, wherever SQLite finds it',
  async () => {
    const outcomes = { notified: 0, refusedToStart: 0, notFound: [] as number[] }
    for (let seed = 1; seed <= seeds; seed += 1) {
      const dataDir = damaged(seed)
      const found = isFound(dataDir)
      const clock = clockAt(springNight + minuteMs)
      const app = await startApp({
        environment,
        data: { url: null, dataDir },
        clock: clock.read,
        pause: clock.pause
      }).catch((error: unknown) => error)
      if (app instanceof Error) {
        expect(app.message).toMatch(/malformed|not a database|or it is damaged/)
        outcomes.refusedToStart += 1
        continue
      }
      const running = app as TestApp
      try {
        if (found) {
          const isReady = async (): Promise<boolean> => (await fetch(`${running.origin}/readyz`)).ok
          await vi.waitFor(async () => expect(await isReady()).toBe(false), patience)
          await expectNotified(running, dataDir)
          outcomes.notified += 1
        } else {
          await passTwoMinutes(clock)
          // Nothing that a statement has met may be left out either.
          if (running.log().some((line) => line.includes('malformed'))) await expectNotified(running, dataDir)
          else outcomes.notFound.push(seed)
        }
      } finally {
        await running.close()
      }
      rmSync(dataDir, { recursive: true })
    }
    const { notified, refusedToStart, notFound } = outcomes
    const found_by_nobody = notFound.length > 0 ? `seeds ${notFound.join(', ')}` : 'none'
    printFigures('corrupt', { files: seeds, notified, refused_to_start: refusedToStart, found_by_nobody })
    expect(outcomes.notified).toBeGreaterThan(0)
    expect(outcomes.notified + outcomes.refusedToStart).toBeGreaterThan(seeds / 2)
  },
  seeds * 60_000
)
