/** How many functions and files of `src` a request goes through; what is over is shown. The counts may only fall. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { type CallCounting, countCalls } from './call-counts.ts'
import { startUpstream, type Upstream } from './upstream/upstream.ts'

/** Lower a count with the code; a rise needs a line of reason. */
const counted = {
  cold: { functions: 720, files: 168 },
  second: { functions: 315, files: 85 },
  third: { functions: 80, files: 24 },
  subscribe: { functions: 500, files: 132 }
}
/** Timers of the app fall into one walk or another. */
const slack = { functions: 60, files: 12 }

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

const walks: readonly (readonly [walk: keyof typeof counted, walked: () => Promise<void>])[] = [
  ['cold', () => ask('malatya')],
  ['second', () => ask('malatya')],
  ['third', () => ask('malatya')],
  ['subscribe', () => subscribe('malatya')]
]

it.each(walks)('%s', async (walk, walked) => {
  await calls.take()
  await walked()
  const { functions, files } = (await calls.take()).reached
  for (const [what, found] of Object.entries({ functions, files }) as ['functions' | 'files', number][]) {
    expect(found, what).toBeLessThanOrEqual(counted[walk][what])
    expect(found, `lower the count of ${what}`).toBeGreaterThanOrEqual(counted[walk][what] - slack[what])
  }
})
