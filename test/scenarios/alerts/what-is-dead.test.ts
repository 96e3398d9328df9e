/** Alerts of which a part is dead: readiness, metrics and log say which, and nobody new is taken in. */
import { afterEach, expect, it } from 'vitest'
import { minuteMs } from '../../../src/common/time.ts'
import { dropTables } from '../../contracts/http/drop-tables.ts'
import { post } from '../../contracts/http-alerts/client.ts'
import { startLoopback } from '../../receivers/loopback.ts'

import { openRunningHarness, type RunningHarness } from './running-harness.ts'

let app: RunningHarness
afterEach(() => app.stage.close())

const logged = (event: string) =>
  app.stage.app
    .log()
    .filter((line) => line.includes(`"event":"${event}"`))
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)

async function failingChecks(): Promise<readonly [number, readonly string[]]> {
  const answer = await fetch(`${app.stage.app.origin}/readyz`)
  const { checks } = (await answer.json()) as { checks: Readonly<Record<string, { status: string }>> }
  return [answer.status, Object.keys(checks).filter((name) => checks[name]?.status === 'failing')]
}

it('an evaluation that fails is told after three rounds, though deliveries go on', async () => {
  app = await openRunningHarness()
  await app.subscribed({ channel: 'feed' })
  await app.passMinutes(1)
  expect(await failingChecks()).toEqual([200, []])
  await dropTables(app.stage.app.data, ['nights'])
  // With a new hour every place is judged anew.
  for (const minutes of [61, 1, 1, 1]) {
    await app.stage.clock.rests('watch')
    app.stage.clock.move(minutes * minuteMs)
  }
  await expect.poll(failingChecks).toEqual([503, ['watch', 'evaluate']])
  const metrics = await (await fetch(`${app.stage.app.origin}/metrics`)).text()
  expect(metrics).toMatch(/^ayaz_ready 0$/m)
  expect(metrics).toMatch(/^ayaz_check_failing\{check="evaluate"\} 1$/m)
  expect(metrics).toMatch(/^ayaz_round_failures_in_row\{round="watch"\} [3-9]$/m)
  // The two rounds fail independently of each other.
  expect(
    logged('check_failing')
      .map(({ level, check }) => `${level} ${check}`)
      .sort()
  ).toEqual(['error evaluate', 'error watch'])
  const answer = await post(app.stage.client, '/alerts/subscribe', {
    location: 'izmir',
    channel: 'feed',
    threshold: 10
  })
  expect([answer.status, answer.json, answer.headers['retry-after']]).toMatchObject([
    503,
    { code: 'alerts_unavailable' },
    '60'
  ])
  const page = await fetch(`${app.stage.app.origin}/readyz?for=http`)
  expect(page.status).toBe(200)
})

it('an ntfy server that is away is a warning in the log, and no reason not to be ready', async () => {
  const gone = await startLoopback(() => ({ status: 200 }))
  await gone.close()
  app = await openRunningHarness({ NTFY_URL: gone.origin })
  await app.subscribed({ channel: 'ntfy' })
  await expect
    .poll(() => logged('delivery_delayed'))
    .toMatchObject([{ level: 'warn', channel: 'ntfy', reason: 'The receiver could not be reached.' }])
  expect(await failingChecks()).toEqual([200, []])
})
