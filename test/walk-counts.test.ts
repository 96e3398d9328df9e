/** How many functions and files of `src` a request goes through; what is over is shown. The counts may only fall. */
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Pause } from '../src/app/repeating.ts'
import { startApp, type TestApp } from './app.ts'
import { type CallCounting, countCalls } from './call-counts.ts'
import { startUpstream, type Upstream } from './upstream/upstream.ts'

/**
 * Lower a count with the code; a rise needs a line of reason. Counted is what every place reaches; the
 * engine forgets up to 15 small functions that were called. Subscribe: with the delivery that it wakes;
 * it looks for the thermometers of a manage token, too, and for those that are silent. Nine of all but the third: a
 * whole answer goes through the parts that a short one has alone. Five of subscribe: no member of a body may stand
 * twice.
 */
const counted = {
  cold: { functions: 477, files: 110 },
  second: { functions: 288, files: 70 },
  third: { functions: 51, files: 21 },
  subscribe: { functions: 547, files: 129 }
}
/** The count must be lowered too where more than this many are saved. */
const slack = { functions: 20, files: 10 }

type Walk = keyof typeof counted

let app: TestApp
let upstream: Upstream
let calls: CallCounting
beforeAll(async () => {
  upstream = await startUpstream()
  const clock = () => Date.UTC(2026, 3, 11, 16, 20)
  const environment = { ...upstream.environment, ENSEMBLE: 'no', LOG_LEVEL: 'error' }
  app = await startApp({ environment, clock, pause: untilStopped })
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

/** No round of the background comes a second time by itself. */
const untilStopped: Pause = async (_milliseconds, stopping) => {
  if (!stopping.aborted) await once(stopping, 'abort')
}

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

/** Each asked for the first time here. */
const places = ['malatya', 'ankara', 'isparta', 'konya', 'kars', 'rize', 'sivas', 'bursa', 'van', 'adana']
const asked = ['cold', 'second', 'third'] as const

it('reach few functions and files', async () => {
  const reached = new Map<Walk, ReadonlySet<string>>()
  /** What is called until nothing more is. */
  const takeRest = async (): Promise<ReadonlySet<string>> => {
    let rest: ReadonlySet<string> = new Set()
    const takeMore = async (): Promise<number> => {
      const more = (await calls.take()).reached
      rest = rest.union(more)
      return more.size
    }
    await expect.poll(takeMore, { interval: 100 }).toBe(0)
    return rest
  }
  const takeWalk = async (walk: Walk, place: string): Promise<void> => {
    await takeRest()
    await (walk === 'subscribe' ? subscribe(place) : ask(place))
    // With a subscription goes the delivery that it wakes.
    const now = walk === 'subscribe' ? await takeRest() : (await calls.take()).reached
    reached.set(walk, reached.get(walk)?.intersection(now) ?? now)
  }
  for (const place of places) for (const walk of asked) await takeWalk(walk, place)
  // Afterwards, because each wakes the delivery.
  for (const place of places) await takeWalk('subscribe', place)
  for (const walk of [...asked, 'subscribe'] as const) {
    const functions = [...(reached.get(walk) ?? [])]
    const files = new Set(functions.map((one) => one.slice(0, one.lastIndexOf(':'))))
    for (const [what, count] of [
      ['functions', functions.length],
      ['files', files.size]
    ] as const) {
      expect(count, `${what}, ${walk}`).toBeLessThanOrEqual(counted[walk][what])
      expect(count, `lower ${what}, ${walk}`).toBeGreaterThanOrEqual(counted[walk][what] - slack[what])
    }
  }
})
