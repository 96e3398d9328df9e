/** Limits that grow: a hall behind one address, one destination, and the keys of a tier. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { livingLimit } from '../../../src/alerts/daily-limits.ts'
import { subscribe } from '../../../src/alerts/subscribe.ts'
import type { AlertsHarness } from './alerts-harness.ts'
import { countOf, importFile } from './import-harness.ts'
import { openTestedAlerts } from './tested-alerts.ts'

let app: AlertsHarness
beforeEach(async () => {
  app = await openTestedAlerts()
})
afterEach(() => app.close())

const address = '192.0.2.7'
interface Asking {
  readonly channel?: string
  readonly to?: string
  readonly client?: string
  readonly tier?: string
}

/** The id of the new subscription, or the code and detail of its problem. */
async function ask({ channel = 'email', to = '', client = address, tier }: Asking): Promise<string> {
  const body = { location: 'malatya', channel, threshold: 60, destination: { address: to } }
  const of = tier === undefined ? {} : { tier, isByKey: true }
  const request = { body, client, ...of, isOperator: false, idempotencyKey: null, language: 'tr' } as const
  const result = await subscribe(app.alerts, app.delivery, request)
  return result.ok ? result.answer.subscription.id : `${result.code}: ${result.detail}`
}

async function askMany(count: number, asking: (index: number) => Asking): Promise<readonly string[]> {
  const answers: string[] = []
  for (let index = 0; index < count; index++) answers.push(await ask(asking(index)))
  return answers
}

const refusedIn = (answers: readonly string[]) =>
  answers.filter((one) => one.startsWith('subscription_limit'))

async function confirm(id: string): Promise<void> {
  const binding = { destination: null, destinationKey: null, language: null, now: app.alerts.now() }
  expect(await app.store.subscriptions.confirm(id, binding)).toBe(true)
}

describe('points_per_day of a tier', () => {
  it('bounds what a key imports in a UTC day, counts what was stored once, and is refused as a whole', async () => {
    Object.assign(app.alerts, { tierLimits: () => ({ pointsPerDay: 1 }) })
    const row = (external_id: string, location: string) =>
      JSON.stringify({ external_id, location, channel: 'feed', threshold: 60 })
    const of = { isOperator: false, client: 'key p' }
    const both = `${row('1', 'malatya')}\n${row('2', 'berlin')}`
    for (const isDryRun of [true, false])
      expect(await importFile(app, both, { ...of, isDryRun })).toMatchObject({
        code: 'subscription_limit',
        detail: expect.stringMatching(/2 points .* 1 more today.*points_per_day/)
      })
    expect(countOf(await importFile(app, row('1', 'malatya'), { ...of, isDryRun: true }), 'stored')).toBe(1)
    const stored = await importFile(app, row('1', 'malatya'), of)
    expect(stored).toMatchObject({ newPoints: 1, newPointsAllowed: 1 })
    // What is watched already is no new point.
    expect(countOf(await importFile(app, row('3', 'malatya'), of), 'stored')).toBe(1)
    expect(await importFile(app, row('2', 'berlin'), of)).toMatchObject({ code: 'subscription_limit' })
    expect(countOf(await importFile(app, row('2', 'berlin'), { ...of, client: 'key q' }), 'stored')).toBe(1)
    app.goTo('2026-04-08 12:00')
    expect(await importFile(app, row('4', 'berlin'), of)).toMatchObject({ newPoints: 0, newPointsAllowed: 1 })
  })
})

describe('a hall behind one address', () => {
  it('of 60 telephones subscribes at once, and a second hall after it once the first has proved itself', async () => {
    for (const hall of ['a', 'b', 'c']) {
      const answers = await askMany(60, (index) => ({ to: `${hall}${index}@example.org` }))
      expect(refusedIn(answers)).toEqual([])
      for (const id of answers) await confirm(id)
    }
  })

  it('can ask for 100 proofs that are never given, and feeds have their own 20', async () => {
    const answers = await askMany(105, (index) => ({ to: `${index}@example.org` }))
    expect(refusedIn(answers)).toHaveLength(5)
    expect(answers.at(-1)).toMatch(/^subscription_limit: No more than 100 .*confirm those.*UNPROVEN_PER_DAY/)
    await confirm(answers[0] ?? '')
    expect(refusedIn(await askMany(2, (index) => ({ to: `late${index}@example.org` })))).toHaveLength(1)
    for (const channel of ['feed', 'webhook'])
      expect(refusedIn(await askMany(10, (index) => ({ channel, to: `${index}` })))).toEqual([])
    expect(await ask({ channel: 'feed' })).toMatch(
      /^subscription_limit: No more than 20 .*SUBSCRIPTIONS_PER_DAY/
    )
    expect(refusedIn([await ask({ channel: 'feed', client: '192.0.2.8' })])).toEqual([])
  })

  it.each([
    ['2026-04-07 12:00', '24 h'],
    ['2026-04-08 10:00', '2 h'],
    ['2026-04-08 10:30', '90 min']
  ])('is told at %s that its next feed has %s to wait', async (local, wait) => {
    await askMany(20, () => ({ channel: 'feed' }))
    app.goTo(local)
    expect(await ask({ channel: 'feed' })).toContain(`; try again in ${wait}, `)
  })

  it('keeps no owner of a destination out by asking for it', async () => {
    const to = 'victim@example.org'
    expect(refusedIn(await askMany(60, (index) => ({ to, client: `192.0.2.${index}` })))).toEqual([])
  })

  it('cannot fill one destination from many addresses; a key can', async () => {
    const to = 'one@example.org'
    for (let index = 0; index < 20; index++) await confirm(await ask({ to, client: `192.0.2.${index}` }))
    expect(await ask({ to, client: '192.0.2.20' })).toMatch(/one destination in 24 hours.*API key/)
    expect(refusedIn(await askMany(25, () => ({ to, client: 'key x', tier: 'coop' })))).toEqual([])
  })
})

describe('a key of a tier', () => {
  it('has no bound of living subscriptions as an operator', () => {
    const of = (isOperator: boolean) => livingLimit(app.alerts, { tier: 'coop', isOperator })
    expect([of(false), of(true)]).toEqual([50, null])
  })

  it('has the limits of the tier, alone and in files', async () => {
    const own = { client: 'key coop', tier: 'coop' }
    const file = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => {
        const to = `${from + index}@example.org`
        return JSON.stringify({
          external_id: to,
          location: 'malatya',
          channel: 'email',
          threshold: 60,
          destination: { address: to }
        })
      }).join('\n')
    const imported = (from: number, count: number) =>
      importFile(app, file(from, count), { ...own, isOperator: false })
    expect(await imported(0, 41)).toMatchObject({
      code: 'subscription_limit',
      detail: expect.stringMatching(/41 new rows.*may make 40.*TIERS/) as unknown
    })
    expect(countOf(await imported(0, 30), 'stored')).toBe(30)
    expect(refusedIn(await askMany(11, (index) => ({ ...own, channel: 'feed', to: `${index}` })))).toEqual([
      expect.stringMatching(/^subscription_limit: No more than 40 .*TIERS/)
    ])
    app.goTo('2026-04-09 12:00')
    expect(await imported(100, 11)).toMatchObject({
      code: 'subscription_limit',
      detail: expect.stringMatching(/50 living.*has 40/) as unknown
    })
    expect(countOf(await imported(100, 10), 'stored')).toBe(10)
    expect(await ask({ ...own, channel: 'feed' })).toMatch(/^subscription_limit: .*living/)
    // A tier that says nothing has the limits of an address.
    const plain = { client: 'key free', tier: 'free', channel: 'feed' }
    expect(refusedIn(await askMany(21, () => plain))).toHaveLength(1)
  })
})
