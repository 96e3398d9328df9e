/** The same snapshot, request and step give the same bytes and ETag: again, after a restart, and in another process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../../src/common/time.ts'
import { built } from '../../built.ts'
import { type CheckedAnswer, openClient } from '../../contracts/http/client.ts'
import { type FreshDatabase, postgresEngine } from '../../contracts/store/engines.ts'
import { machineEnvironment } from '../../machine-environment.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'
import { openStage, questionsAbout, questionsAt } from './harness.ts'

const questions = [
  ...questionsAbout('malatya'),
  ...questionsAbout('izmir').map((question) => `${question}&units=imperial&lang=tr`),
  ...questionsAt('lat=-43.95&lon=-176.55'),
  '/weather/frost-risk?location=malatya&crop=apricot&stage=full-bloom'
]

function fingerprint({ headers, body, status }: CheckedAnswer): string {
  return `${status} ${headers['etag']} ${body.toString('base64')}`
}

it('within a step, after its end, and over a restart that loses all that was in memory', async () => {
  const stage = await openStage({ at: Date.UTC(2026, 3, 11, 22, 5), environment: { SOURCES: 'open-meteo' } })
  try {
    const ask = async (): Promise<readonly string[]> => {
      const answers: string[] = []
      for (const question of questions) answers.push(fingerprint(await stage.client.ask(question)))
      return answers
    }
    const first = await ask()
    stage.clock.move(40 * minuteMs)
    expect(await ask()).toEqual(first)
    await stage.restart()
    expect(await ask()).toEqual(first)
    const next = (hours: number): Promise<readonly string[]> => {
      stage.clock.move(hours * hourMs)
      return ask()
    }
    await stage.upstream.fail({ kind: 'refused' })
    const second = await next(1)
    // Of daily rows nothing changes with the hour but the age of the data; what speaks of now does.
    expect(second[1]).not.toEqual(first[1])
    await stage.restart()
    expect(await ask()).toEqual(second)
  } finally {
    await stage.close()
  }
})

let upstream: Upstream
let database: FreshDatabase
const engine = postgresEngine()
const children: ChildProcess[] = []
beforeAll(async () => {
  upstream = await startUpstream()
  await engine.start()
  database = await engine.fresh()
})
afterAll(async () => {
  await upstream.close()
  await engine.stop()
})

async function startProcess(): Promise<string> {
  const child = spawn(process.execPath, [await built('main'), 'serve'], {
    env: {
      ...machineEnvironment(),
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: database.dataDir,
      DATABASE_URL: database.url ?? '',
      DRAIN_SECONDS: '0',
      SITE_URL: 'https://ayaz.example',
      TIERS: 'free=100000/60',
      ENSEMBLE: 'no',
      ...upstream.environment,
      SOURCES: 'open-meteo'
    },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  children.push(child)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const address = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(said)
      if (address?.[1] !== undefined) resolve(address[1])
    })
  }
  child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)))
  return promise
}

async function stopProcesses(): Promise<void> {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null) continue
    const { promise, resolve } = Promise.withResolvers<void>()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
    await promise
  }
}

it('in two processes at once that share what was kept', async () => {
  try {
    const one = await openClient(await startProcess())
    const all = async (client: typeof one): Promise<readonly string[]> =>
      Promise.all(questions.map(async (question) => fingerprint(await client.ask(question))))
    await all(one)
    await upstream.fail({ kind: 'refused' })
    const other = await openClient(await startProcess())
    const before = await all(one)
    const there = await all(other)
    const after = await all(one)
    // A step may end between the two: then the second process agrees with what the first says now.
    for (const [at, one] of there.entries()) expect([before[at], after[at]], questions[at]).toContain(one)
    await one.close()
    await other.close()
  } finally {
    await stopProcesses()
  }
})
