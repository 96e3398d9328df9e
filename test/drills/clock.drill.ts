/** The clock of the machine jumps by an hour and by a day, both ways, beneath a running service. */
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { dayMs, hourMs, secondMs } from '../../src/common/time.ts'
import { type Served, serve } from '../crash/served.ts'
import { startLoopback } from '../receivers/loopback.ts'
import { startUpstream } from '../upstream/upstream.ts'
import { clearNights, shifted } from '../upstream/weather.ts'
import { printFigures } from './figures.ts'
import { withFolder } from './served-folder.ts'

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
/** How far the clock is from where it was at the start [h]. */
const jumps = [1, 0, -1, 0, 24, 0, -24, 0] as const
/** The service starts in an evening at Malatya, whatever the machine's clock: at night far nights wait for the day. */
const startsAtMs = 15 * hourMs
/** Rounds of delivery run each second. */
const restMs = 5000

if (!existsSync(library)) {
  const missing = `there is no ${library} (apt-get install -y faketime)`
  if (process.env['CI'] === 'true') throw new Error(`CI=true, but ${missing}`)
  console.warn(missing)
}

it.skipIf(!existsSync(library))(
  'jumps of an hour and a day, both ways, repeat no message and stop nothing',
  () =>
    withFolder(async ({ SOURCES: _, ...environment }, dataDir) => {
      const upstream = await startUpstream()
      upstream.setWeather(shifted(clearNights, -4))
      const ntfy = await startLoopback(() => ({ status: 200, body: '{}' }))
      const time = join(dataDir, 'clock')
      const apartMs = startsAtMs - (Date.now() % dayMs)
      const jumpTo = (hours: number) =>
        writeFileSync(
          time,
          `${hours * hourMs + apartMs < 0 ? '' : '+'}${Math.round((hours * hourMs + apartMs) / secondMs)}`
        )
      jumpTo(0)
      const served = await serve({
        ...environment,
        ...upstream.environment,
        ENSEMBLE: 'no',
        NTFY_URL: ntfy.origin,
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: time,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1'
      })
      const answers: (readonly unknown[])[] = []
      const topics = () => new Set(ntfy.requests.map(({ body }) => JSON.parse(body.toString()).topic))
      const askAt = async (when: unknown): Promise<void> => {
        answers.push([when, ...(await ask(served))])
        // Each subscription is sent its message, whatever the clock says when it is made.
        await expect.poll(() => topics().size).toBe(answers.length)
        // A claim whose time passes while its message is on the way is claimed again.
        await expect.poll(() => metrics(served)).toMatch(/^ayaz_outbox_messages 0$/m)
      }
      await askAt('at the start')
      for (const jump of jumps) {
        jumpTo(jump)
        await setTimeout(restMs)
        await askAt(jump)
      }
      const sent = ntfy.requests.map(({ body }) => {
        const { topic, title, message } = JSON.parse(body.toString()) as Readonly<Record<string, unknown>>
        return JSON.stringify([topic, title, message])
      })
      served.child.kill('SIGKILL')
      await once(served.child, 'exit')
      await ntfy.close()
      await upstream.close()
      const repeated = sent.length - new Set(sent).size
      printFigures('clock', { jumps: jumps.length, messages: sent.length, repeated })
      expect(answers).toEqual(['at the start', ...jumps].map((when) => [when, 200, 200, 201]))
      expect(repeated).toBe(0)
    })
)

const metrics = async ({ origin }: Served): Promise<string> => (await fetch(`${origin}/metrics`)).text()

/** What weather, readiness and a subscription are answered with. */
async function ask({ origin }: Served): Promise<readonly number[]> {
  const subscription = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ location: 'malatya', channel: 'ntfy', threshold: 10 })
  }
  const answers = [
    await fetch(`${origin}/api/v1/weather/current?location=malatya`),
    await fetch(`${origin}/readyz`),
    await fetch(`${origin}/api/v1/alerts/subscribe`, subscription)
  ]
  return answers.map(({ status }) => status)
}
