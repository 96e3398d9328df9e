/** Rounds of watching that fail: the rest of a round goes on, and another process may try. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startAlertRounds } from '../../../src/app/alert-rounds.ts'
import { openHealth } from '../../../src/app/health.ts'
import type { Repeating } from '../../../src/app/repeating.ts'
import { minuteMs } from '../../../src/common/time.ts'
import { type Clock, clockAt } from '../weather/harness.ts'
import type { AlertsHarness } from './alerts-harness.ts'
import { instant } from './synthetic-nights.ts'
import { openTestedAlerts } from './tested-alerts.ts'

const noon = instant('2026-04-10 12:00', 'Europe/Istanbul')
const broken = new Error('too many open files')
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

let app: AlertsHarness
let started: Pick<Repeating, 'stop'>[]

beforeEach(async () => {
  app = await openTestedAlerts()
  app.goTo('2026-04-10 12:00')
  started = []
})
afterEach(async () => {
  for (const one of started) await one.stop()
  await app.close()
})

/** The rounds of a process of its own on the one database, by its own clock. */
function startProcess(
  clock: Clock,
  sickness: { readonly isBroken?: boolean; readonly isCutOff?: boolean; readonly isAway?: boolean } = {}
) {
  const health = openHealth({ clock: clock.read, report: () => undefined })
  const isFailing = () => health.checks().some(({ name, isFailing }) => name === 'watch' && isFailing)
  const seen = { rounds: 0, pings: 0, failures: [] as unknown[], ended: [] as string[], isFailing }
  // Nothing is delivered.
  const outbox = { ...app.alerts.outbox, nextDueAt: async () => null }
  const alerts = { ...app.alerts, outbox, channels: new Map(), now: clock.read }
  const rounds = startAlertRounds({
    alerts,
    delivery: app.delivery,
    watched: {
      refresh: async () => {
        seen.rounds += 1
        if (sickness.isBroken) throw broken
      },
      lastEvaluation: () => null,
      pace: () => ({
        ...{ at: clock.read(), watched: 1, fields: 0, cells: 1, seasons: 0, periodMs: null, missing: 0 },
        ...{
          oldestConfirmedAt: null,
          withoutData: 0,
          nightsUnknown: 0,
          doubts: { set_aside: 0, disagrees: 0 },

          unread: new Set<string>(),
          beyond: new Set<string>()
        }
      }),
      lost: () => undefined
    },
    states: { taken: () => undefined, wake: () => undefined, stop: async () => undefined },
    leases: {
      ...app.store.leases,
      hold: async (lease) => {
        if (sickness.isAway) throw refused
        return app.store.leases.hold(lease)
      }
    },
    settled: async () => undefined,
    backFill: async () => undefined,
    ping: async () => {
      seen.pings += 1
    },
    clock: clock.read,
    random: () => 0.5,
    report: () => undefined,
    pause: clock.pause,
    ended: (round, failure) => {
      health.ended(round, failure)
      if (round === 'watch' && failure !== null) seen.failures.push(failure)
      if (failure === null) seen.ended.push(round)
    },
    isUnavailable: () => false,
    isCutOff: () => sickness.isCutOff ?? false
  })
  started.push(rounds)
  return seen
}

/** Lets minutes pass as their rounds see them: those of the lease first. */
async function pass(clocks: readonly Clock[], minutes: number): Promise<void> {
  for (let left = minutes * 6; left > 0; left -= 1) {
    for (const clock of clocks) {
      await clock.rests('lease alerts')
      await clock.rests('watch')
      clock.move(minuteMs / 6)
    }
  }
  for (const clock of clocks) await clock.rests('watch')
}

it('tell of a gap in the data all the same', async () => {
  await app.subscribe()
  await app.run({ '2026-04-11': { score: 70 } })
  const clock = clockAt(noon + 9 * 60 * minuteMs)
  const one = startProcess(clock, { isBroken: true })
  await expect.poll(() => one.failures).toEqual([broken])
  app.goTo('2026-04-10 21:00')
  await app.deliver()
  expect(app.kinds()).toContain('blind')
})

it.each([
  ['fail', { isBroken: true }],
  ['have no source to ask', { isCutOff: true }]
])('that %s leave watching to another process after three of them', async (_how, sickness) => {
  const [first, second] = [clockAt(noon), clockAt(noon)]
  const sick = startProcess(first, sickness)
  await expect.poll(() => sick.rounds).toBe(1)
  const healthy = startProcess(second)
  await pass([first, second], 1.5)
  expect(healthy.rounds).toBe(0)
  await pass([first, second], 4)
  expect(healthy.rounds).toBeGreaterThanOrEqual(2)
  const before = sick.rounds
  // What it told of the places is another process's matter now.
  expect(sick.ended.filter((round) => round === 'evaluate' || round === 'places')).toEqual([
    'evaluate',
    'places'
  ])
  await pass([first, second], 10)
  expect(sick.rounds).toBe(before)
  expect(healthy.rounds).toBeGreaterThanOrEqual(11)
  expect([sick.isFailing(), healthy.isFailing()]).toEqual([false, false])
})

it('are known as failing at every minute where two processes take turns, and no more once one of them is well', async () => {
  const clocks = [clockAt(noon), clockAt(noon)] as const
  const sick = { isBroken: true }
  const one = startProcess(clocks[0], sick)
  await expect.poll(() => one.rounds).toBe(1)
  const other = startProcess(clocks[1], sick)
  await pass(clocks, 6)
  for (let minute = 0; minute < 30; minute += 1) {
    await pass(clocks, 1)
    expect([minute, one.isFailing(), other.isFailing()]).toEqual([minute, true, true])
  }
  expect(Math.min(one.rounds, other.rounds)).toBeGreaterThanOrEqual(9)
  sick.isBroken = false
  await pass(clocks, 9)
  expect([one.isFailing(), other.isFailing()]).toEqual([false, false])
})

it('that could not ask the database end with its first answer, also where another process watches by now', async () => {
  const clocks = [clockAt(noon), clockAt(noon)] as const
  const sickness = { isAway: false }
  const one = startProcess(clocks[0], sickness)
  await expect.poll(() => one.rounds).toBe(1)
  const other = startProcess(clocks[1])
  await pass(clocks, 2)
  sickness.isAway = true
  await pass(clocks, 4)
  expect([one.isFailing(), other.isFailing()]).toEqual([true, false])
  expect(other.rounds).toBeGreaterThanOrEqual(2)
  sickness.isAway = false
  await pass(clocks, 1)
  expect([one.isFailing(), other.isFailing()]).toEqual([false, false])
})

it('go on each minute where no other process is there', async () => {
  const clock = clockAt(noon)
  const sick = startProcess(clock, { isBroken: true })
  await expect.poll(() => sick.rounds).toBe(1)
  await pass([clock], 12)
  expect([sick.rounds, sick.pings]).toEqual([13, 0])
})

it('look for a step that is due four times a minute', async () => {
  const clock = clockAt(noon)
  const { ended } = startProcess(clock)
  await clock.rests('escalate')
  const before = ended.filter((round) => round === 'escalate').length
  for (let quarter = 0; quarter < 4; quarter += 1) {
    clock.move(minuteMs / 4)
    await clock.rests('escalate')
  }
  expect(ended.filter((round) => round === 'escalate')).toHaveLength(before + 4)
})
