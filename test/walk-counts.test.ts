/** How many functions and files of `src` a request goes through; what is over is shown. The counts may only fall. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { type CallCounting, countCalls } from './call-counts.ts'
import { startUpstream, type Upstream } from './upstream/upstream.ts'

/**
 * Lower a count with the code; a rise needs a line of reason. In a separate process at most these are seen; where the
 * machine is busy the engine has forgotten up to 35 small functions that were called. Cold: own evening laws and tables
 * took 15 more than before.
 */
const counted = {
  cold: { functions: 705, files: 171 },
  second: { functions: 315, files: 85 },
  third: { functions: 80, files: 30 },
  subscribe: { functions: 500, files: 132 }
}
/** The count must be lowered too where more than this many are saved. */
const slack = { functions: 45, files: 10 }

type Walk = keyof typeof counted
type Reached = Readonly<Record<'functions' | 'files', number>>

let app: TestApp
let upstream: Upstream
let calls: CallCounting
beforeAll(async () => {
  upstream = await startUpstream()
  const clock = () => Date.UTC(2026, 3, 11, 16, 20)
  const environment = { ...upstream.environment, ENSEMBLE: 'no', LOG_LEVEL: 'error' }
  app = await startApp({ environment, clock })
  // What only the first request of a process does.
  for (const _ of [1, 2, 3]) await ask('elazig')
  await subscribe('elazig')
  calls = await countCalls()
})
afterAll(async () => {
  await calls.end()
  await app.close()
  await upstream.close()
})

async function ask(location: string): Promise<void> {
  const answer = await fetch(`${app.api}/weather/frost-risk?location=${location}`)
  expect([answer.status, await answer.text()]).toMatchObject([200, expect.stringContaining('frost_risk')])
}

async function subscribe(location: string): Promise<void> {
  const body = JSON.stringify({ location, channel: 'sse', threshold: 60 })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${app.api}/alerts/subscribe`, { method: 'POST', headers, body })
  expect([answer.status, await answer.text()]).toMatchObject([201, expect.any(String)])
}

/** Each asked for the first time here. Timers fall into one walk or another, never into all. */
const places = ['malatya', 'ankara', 'isparta', 'konya', 'kars', 'rize']
const walks = ['cold', 'second', 'third', 'subscribe'] as const

it('reach few functions and files', async () => {
  const reached = Object.fromEntries(walks.map((walk) => [walk, [] as Reached[]])) as Record<Walk, Reached[]>
  for (const place of places) {
    for (const walk of walks) {
      // What the request before began in the background has ended.
      await expect.poll(async () => (await calls.take()).reached.functions, { interval: 100 }).toBe(0)
      await (walk === 'subscribe' ? subscribe(place) : ask(place))
      reached[walk].push((await calls.take()).reached)
    }
  }
  for (const walk of walks) {
    for (const what of ['functions', 'files'] as const) {
      const least = Math.min(...reached[walk].map((one) => one[what]))
      expect(least, `${what}, ${walk}`).toBeLessThanOrEqual(counted[walk][what])
      expect(least, `lower ${what}, ${walk}`).toBeGreaterThanOrEqual(counted[walk][what] - slack[what])
    }
  }
})
