/**
 * The whole app on a spring day with frosty nights ahead: it serves HTTP, and its rounds follow the test's
 * clock.
 */
import { expect, vi } from 'vitest'
import { minuteMs } from '../../../src/common/time.ts'
import { manage, post, type Subscribed } from '../../contracts/http-alerts/client.ts'
import { patience } from '../../patience.ts'
import { clearNights, shifted } from '../../upstream/weather.ts'
import { openStage, type Stage } from '../weather/harness.ts'

/** 2026-04-11T09:00Z, noon in Malatya: the dusk, with its reminder, is six hours away. */
const noon = Date.UTC(2026, 3, 11, 9)

/** One line of the delivery log. */
export interface Delivery {
  readonly kind: string
  readonly status: string
  readonly attempts: number
  readonly reason: string | null
  readonly message_id: string
  readonly last_attempt_at: string | null
  readonly next_attempt_at: string | null
}

export interface RunningHarness {
  readonly stage: Stage
  /** A subscription over HTTP, for Malatya at a score that every night here reaches. */
  readonly subscribed: (body: Readonly<Record<string, unknown>>) => Promise<Subscribed>
  readonly statusOf: (subscription: Subscribed) => Promise<{ status: string; reason: string | null }>
  /** Newest first. */
  readonly deliveriesOf: (subscription: Subscribed) => Promise<readonly Delivery[]>
  /** All nights are so much warmer than clear spring nights from now on, or colder below zero. */
  readonly changeWeather: (byC: number) => void
  /** Run by run, as far as one may depart from the one before, until every alert is over. */
  readonly becomeWarm: () => Promise<void>
  /** Lets time pass; resolves when the app has evaluated its places after that. */
  readonly passMinutes: (minutes: number) => Promise<void>
}

/** Opens one; its rounds rest until time passes or something happens. */
export async function openRunningHarness(
  environment: Readonly<Record<string, string>> = {}
): Promise<RunningHarness> {
  const stage = await openStage({ at: noon, environment, roundsOnClock: true })
  const changeWeather = (byC: number): void => stage.upstream.setWeather(shifted(clearNights, byC))
  changeWeather(-4)
  const read = async (subscription: Subscribed, suffix = ''): Promise<unknown> =>
    (await manage(stage.client, subscription, { suffix })).json
  /** A claim whose time passes while its message is on the way is claimed again. */
  const rest = async (): Promise<void> => {
    await stage.clock.rests('watch')
    await stage.clock.rests('deliver')
  }
  const passMinutes = async (minutes: number): Promise<void> => {
    await rest()
    const before = await lastEvaluation(stage)
    stage.clock.move(minutes * minuteMs)
    await vi.waitFor(async () => expect(await lastEvaluation(stage)).toBeGreaterThan(before), patience)
  }
  return {
    stage,
    changeWeather,
    async becomeWarm() {
      for (const byC of [4, 4.5, 13, 13.5, 14]) {
        changeWeather(byC)
        await passMinutes(70)
      }
      // After steps as long as these a round has to be seen again before the app counts as working.
      for (let step = 0; step < 2; step++) {
        await rest()
        stage.clock.move(minuteMs)
      }
      await rest()
    },
    async subscribed(body) {
      const whole = { location: 'malatya', threshold: 10, lang: 'en', ...body }
      const answer = await post(stage.client, '/alerts/subscribe', whole)
      expect(answer.status, answer.body.toString()).toBe(201)
      return answer.json as Subscribed
    },
    statusOf: async (subscription) =>
      ((await read(subscription)) as { subscription: { status: string; reason: string | null } })
        .subscription,
    deliveriesOf: async (subscription) =>
      ((await read(subscription, '/deliveries')) as { deliveries: readonly Delivery[] }).deliveries,
    passMinutes
  }
}

/** When places were last evaluated [s since epoch], from the app's metrics. */
async function lastEvaluation({ app }: Stage): Promise<number> {
  const text = await (await fetch(`${app.origin}/metrics`)).text()
  return Number(/^ayaz_last_evaluation_timestamp_seconds (\S+)$/m.exec(text)?.[1] ?? Number.NaN)
}
