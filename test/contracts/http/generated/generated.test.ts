/**
 * Thousands of generated requests: no answer that the published document does not have, and every status it has is
 * seen.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commonProblems } from '../../../../src/http/operation.ts'
import { startApp, type TestApp } from '../../../app.ts'
import type { LoopbackServer } from '../../../receivers/loopback.ts'
import { startUpstream, type Upstream } from '../../../upstream/upstream.ts'
import { type CheckedClient, openClient } from '../client.ts'
import type { ClosedContract } from '../closed-contract.ts'
import { dropTables } from '../drop-tables.ts'
import { type GeneratedRequest, requestsFor } from './requests.ts'
import { type Book, neverGranted, sendAll, statusesOf } from './run.ts'
import { addKeys, makeThings, receiverSettings, startReceiver, type Things } from './things.ts'

const seed = Number(process.env['SEED'] ?? 20_260_411)
const now = Date.UTC(2026, 3, 11, 22, 20)
const tiers = { TIERS: 'free=1000000/60,tiny=3/60', POINTS_PER_DAY: '0' }

let upstream: Upstream
let receiver: LoopbackServer
beforeAll(async () => {
  console.log(`generated requests: SEED=${seed}`)
  upstream = await startUpstream(() => now)
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await upstream.close()
})

interface Run {
  readonly app: TestApp
  readonly client: CheckedClient
  readonly things: Things
}

async function withApp<Result>(
  environment: Readonly<Record<string, string>>,
  act: (run: Run) => Promise<Result>
): Promise<Result> {
  const settings = { ...tiers, ...receiverSettings(receiver), ...environment }
  const app = await startApp({ environment: settings, clock: () => now })
  const client = await openClient(app.origin)
  try {
    await addKeys(app.data, now)
    const things = await makeThings(client, receiver, now)
    return await act({ app, client, things })
  } finally {
    await client.close()
    await app.close()
  }
}

function sample({ client, things }: Run, count: number): readonly GeneratedRequest[] {
  return fc.sample(requestsFor(client.contract.operations, things), { numRuns: count, seed })
}

async function send(run: Run, count: number): Promise<Book> {
  const book = await sendAll(run.client, sample(run, count))
  expect(book.faults).toEqual([])
  contract ??= run.client.contract
  return book
}

/** Sends them to an app in which nothing may go wrong. */
async function generate(run: Run, count: number): Promise<Book> {
  const book = await send(run, count)
  const { app } = run
  expect(app.log().filter((line) => line.includes('"event":"fault"'))).toEqual([])
  expect((await fetch(`${app.origin}/readyz`)).status).toBe(200)
  return book
}

const books: Book[] = []
let contract: ClosedContract | null = null

/** What no single request can bring about, and which test does. */
const reportedElsewhere = {
  408: 'raw.test.ts: a request that never ends',
  417: 'raw.test.ts: this client sends no Expect'
}

/** The database goes away in database-away.test.ts. */
const neverByThisClient = ['request_timeout', 'expectation_failed', 'storage_unavailable']

describe('generated requests', () => {
  it('are all answered as documented on demo data', async () => {
    const book = await withApp({ SOURCES: 'demo' }, (run) => generate(run, 5500))
    books.push(book)
    expect(statusesOf([book])).toEqual(expect.arrayContaining([200, 304, 400, 401, 404, 405, 414, 429]))
    expect(statusesOf([book]).filter((status) => status >= 500)).toEqual([])
  })

  it('are all answered as documented on a good upstream', async () => {
    const environment = { ...upstream.environment, SOURCES: 'open-meteo,met-norway' }
    const book = await withApp(environment, (run) => generate(run, 2000))
    books.push(book)
    expect(upstream.violations).toEqual([])
    expect(statusesOf([book]).filter((status) => status >= 500)).toEqual([])
  })

  it('are all answered as documented on a failing upstream', async () => {
    const environment = { ...upstream.environment, SOURCES: 'open-meteo,met-norway,openweathermap' }
    const book = await withApp(environment, async (run) => {
      await run.client.ask('/weather?location=malatya')
      await upstream.fail({ kind: 'status', status: 500 })
      return generate(run, 2000)
    })
    await upstream.fail(null)
    books.push(book)
    expect(statusesOf([book]).filter((status) => status >= 500)).toEqual([503])
  })

  it('are all answered as documented where the database has lost its tables', async () => {
    const book = await withApp({ SOURCES: 'demo' }, async (run) => {
      await dropTables(run.app.data)
      return send(run, 500)
    })
    books.push(book)
    // Once the rounds have failed for ten seconds nobody is taken in: 503 alerts_unavailable. Weather needs no table.
    expect(statusesOf([book]).filter((status) => status >= 500 && status !== 503)).toEqual([500])
    expect(book.codes).toContain('internal_error')
    expect(book.codes).not.toContain('data_unavailable')
  })

  it('saw every status that the document has', () => {
    const documented = new Set(contract?.operations.flatMap(({ answers }) => [...answers.keys()]))
    const wanted = [...documented].filter((status) => !(status in reportedElsewhere))
    expect(wanted.length).toBeGreaterThan(15)
    expect(wanted.filter((status) => !statusesOf(books).includes(status))).toEqual([])
    const codes = new Set(books.flatMap((book) => [...book.codes]))
    for (const code of commonProblems.filter((one) => !neverByThisClient.includes(one)))
      expect(codes).toContain(code)
  })

  it('were granted by every operation, and a third of them were answered with 2xx', () => {
    const total = books.reduce((sum, book) => sum + book.total, 0)
    const successes = books.reduce((sum, book) => sum + book.successes, 0)
    console.log(`generated requests: ${total}, ${Math.round((100 * successes) / total)} % of them 2xx`)
    expect(total).toBe(10_000)
    expect(successes / total).toBeGreaterThan(0.3)
    expect(contract?.operations.length).toBeGreaterThan(30)
    const never = contract === null ? [] : neverGranted(contract, books)
    expect(never).toEqual([])
  })
})
