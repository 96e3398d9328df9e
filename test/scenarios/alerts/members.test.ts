/** What an API key made: it alone lists and manages it, and each row says what became of tonight's warning. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  changeSubscription,
  deliveriesOf,
  endSubscription,
  pauseSubscription,
  viewSubscription
} from '../../../src/alerts/manage.ts'
import { listMembers, type MemberFilter, type MemberView } from '../../../src/alerts/members/list-members.ts'
import { acknowledge } from '../../../src/alerts/seen.ts'
import { seededRandom } from '../../../verification/data/seeded-random.ts'
import type { AlertsHarness, Heard } from './alerts-harness.ts'
import { openTestedAlerts } from './tested-alerts.ts'

let app: AlertsHarness
beforeEach(async () => {
  app = await openTestedAlerts()
})
afterEach(() => app.close())

const clients = ['key a', 'key b', '10.1.2.3'] as const
const any: MemberFilter = { label: null, location: null, state: null, tag: null, tonight: null }

interface Made {
  readonly id: string
  readonly token: string
  readonly client: string
  readonly label: string | null
  readonly tag: string | null
  readonly location: string
}

/** Newest first. */
async function makeMany(count: number): Promise<readonly Made[]> {
  const random = seededRandom(35)
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const made: Made[] = []
  for (let index = 0; index < count; index++) {
    const [client, label, tag] = [one(clients), one([null, 'Aşağı Bahçe', 'Iğdır']), one([null, 'north'])]
    const location = one(['malatya', 'berlin'])
    const { subscription, manage } = await app.subscribe({ location, label, tag }, client)
    made.push({ id: subscription.id, token: manage.token, client, label, tag, location })
  }
  return made.toReversed()
}

async function all(client: string, filter: Partial<MemberFilter> = {}, limit = 200) {
  const members: MemberView[] = []
  let cursor: string | null = null
  do {
    const page = await listMembers(app.alerts, client, { filter: { ...any, ...filter }, limit, cursor })
    if (page === null) throw new Error(`${cursor} is no cursor of ${client}`)
    expect(page.members.length).toBeLessThanOrEqual(limit)
    members.push(...page.members)
    cursor = page.next
  } while (cursor !== null)
  return members
}

const idsOf = (members: readonly MemberView[]) => members.map(({ subscription }) => subscription.id)

it('every page size and filter gives a key exactly what it made, once and in order', async () => {
  const made = await makeMany(24)
  for (const client of clients) {
    const own = made.filter((one) => one.client === client)
    for (const limit of [1, 2, 3, own.length, own.length + 1])
      expect(idsOf(await all(client, {}, limit))).toEqual(own.map(({ id }) => id))
    const filters: readonly (readonly [Partial<MemberFilter>, (one: Made) => boolean])[] = [
      [{ tag: 'north' }, ({ tag }) => tag === 'north'],
      [{ tag: 'North' }, () => false],
      [{ location: 'berlin' }, ({ location }) => location === 'berlin'],
      [{ label: 'asagi' }, ({ label }) => label === 'Aşağı Bahçe'],
      [{ label: 'IĞDIR', tag: 'north' }, ({ label, tag }) => label === 'Iğdır' && tag === 'north'],
      [{ state: 'paused' }, () => false],
      [{ state: 'active' }, () => true],
      [{ tonight: 'raised' }, () => false]
    ]
    for (const [filter, isOwn] of filters)
      expect(idsOf(await all(client, filter, 2)), JSON.stringify(filter)).toEqual(
        own.filter(isOwn).map(({ id }) => id)
      )
  }
  const [first] = made
  const foreign = clients.find((client) => client !== first?.client) ?? ''
  const page = { filter: any, limit: 5, cursor: first?.id ?? '' }
  expect(await listMembers(app.alerts, foreign, page)).toBeNull()
})

it('of every id another key learns and changes nothing, the owning key all', async () => {
  const made = await makeMany(9)
  const unknown = { id: `sub_${'x'.repeat(22)}`, client: 'key a' }
  for (const { id, client } of [...made, unknown]) {
    for (const keyClient of clients) {
      const asked = { id, token: null, keyClient }
      const isOwn = client === keyClient && id !== unknown.id
      const expected = isOwn ? { ok: true } : { ok: false, code: 'subscription_not_found' }
      const before = await app.status(id)
      expect(await viewSubscription(app.alerts, asked)).toMatchObject(expected)
      expect(await deliveriesOf(app.alerts, asked, { limit: 5, cursor: null })).toMatchObject(expected)
      expect(await changeSubscription(app.alerts, asked, { tag: 'east' })).toMatchObject(expected)
      expect(await pauseSubscription(app.alerts, asked)).toMatchObject(expected)
      expect(await endSubscription(app.alerts, asked)).toMatchObject(expected)
      const after = await app.status(id)
      if (isOwn) expect(after).toMatchObject({ tag: 'east', state: 'unsubscribed' })
      else expect(after).toEqual(before)
    }
    expect(await viewSubscription(app.alerts, { id, token: null })).toMatchObject({ code: 'token_required' })
  }
})

const tokenOf = (heard: Heard | undefined): string => heard?.message.links.seenUrl?.split('/').at(-1) ?? ''

it('a row says what was told, delivered and seen tonight, and what is unanswered', async () => {
  app.goTo('2026-04-10 10:00')
  for (const label of ['one', 'two', 'three']) await app.subscribe({ label }, 'key a')
  await app.subscribe({ label: 'four', threshold: 99 }, 'key a')
  const raised = { score: 70, minimumC: -2.5, frostFromHour: 4 }
  await app.run({ '2026-04-11': raised })
  expect(app.kinds()).toEqual(['raised', 'raised', 'raised'])
  const heardBy = (label: string) => app.heard.filter(({ message }) => message.label === label).at(-1)
  expect(await acknowledge(app.alerts, tokenOf(heardBy('one')))).toBe('seen')
  const seqOfTwo = app.heard.indexOf(heardBy('two') as Heard)
  expect(seqOfTwo).toBeGreaterThanOrEqual(0)
  const two = (await all('key a', { label: 'two' }))[0]?.subscription.id ?? ''
  const [logged] = await app.store.deliveryLog.of(two, 1, null)
  await app.store.deliveryLog.noteReceipt(logged?.seq ?? 0, 'delivered', app.alerts.now())
  const rows = async () =>
    Object.fromEntries(
      (await all('key a')).map(({ subscription, tonight }) => [
        subscription.label,
        tonight && [
          tonight.standing,
          tonight.notifiedAt !== null,
          tonight.receipt,
          tonight.seenAt !== null,
          tonight.isUnanswered
        ]
      ])
    )
  expect(await rows()).toEqual({
    one: ['raised', true, null, true, false],
    two: ['raised', true, 'delivered', false, true],
    three: ['raised', true, null, false, true],
    four: null
  })
  const labels = (members: readonly MemberView[]) => members.map(({ subscription }) => subscription.label)
  expect(labels(await all('key a', { tonight: 'unanswered' }, 1))).toEqual(['three', 'two'])
  expect(labels(await all('key a', { tonight: 'raised' }, 2))).toEqual(['three', 'two', 'one'])
  expect(await all('key b', { tonight: 'raised' })).toEqual([])
  const three = (await all('key a', { label: 'three' }))[0]?.subscription.id ?? ''
  expect(await endSubscription(app.alerts, { id: three, token: null, keyClient: 'key a' })).toMatchObject({
    ok: true
  })
  expect(await rows()).toMatchObject({ three: null })
  for (const tonight of ['unanswered', 'raised'] as const)
    expect(labels(await all('key a', { tonight }))).not.toContain('three')
  // Clearly worse than it was seen: it is unanswered again, and the receipt was of an earlier message.
  app.goTo('2026-04-10 11:00')
  await app.run({ '2026-04-11': { ...raised, minimumC: -5 } })
  expect(await rows()).toMatchObject({
    one: ['raised', true, null, true, true],
    two: ['raised', true, null, false, true]
  })
  for (const hour of [12, 14]) {
    app.goTo(`2026-04-10 ${hour}:00`)
    await app.run({ '2026-04-11': { score: 20, minimumC: 1 } })
  }
  expect(await rows()).toMatchObject({
    one: ['cleared', true, null, true, false],
    two: ['cleared', true, null, false, false]
  })
  app.goTo('2026-04-11 09:00')
  expect(await rows()).toEqual({ one: null, two: null, three: null, four: null })
})

it('a night was seen when it was first seen, and has the receipt of a message that names it', async () => {
  app.goTo('2026-04-10 10:00')
  const { subscription, manage } = await app.subscribe({}, 'key a')
  const tonight = async () => (await all('key a'))[0]?.tonight
  const seenAt = app.alerts.now()
  const [risk, none] = [
    { score: 70, minimumC: -2.5 },
    { score: 20, minimumC: 1 }
  ]
  await app.run({ '2026-04-11': risk })
  for (const at of ['10:00', '10:20']) {
    app.goTo(`2026-04-10 ${at}`)
    expect(await acknowledge(app.alerts, tokenOf(app.heard[0]))).toBe('seen')
    expect(await tonight()).toMatchObject({ seenAt, receipt: null })
  }
  for (const [hour, next] of [
    [12, none],
    [14, none],
    [15, risk]
  ] as const) {
    app.goTo(`2026-04-10 ${hour}:00`)
    await app.run({ '2026-04-11': none, '2026-04-12': next })
  }
  expect(app.kinds()).toEqual(['raised', 'cleared', 'raised'])
  const [logged] = await app.deliveries(subscription.id, manage.token)
  await app.store.deliveryLog.noteReceipt(logged?.seq ?? 0, 'delivered', app.alerts.now())
  expect(await tonight()).toMatchObject({ standing: 'cleared', receipt: null })
})

it('only a night that is over by tomorrow is one of tonight', async () => {
  app.goTo('2026-04-10 14:00')
  const { subscription } = await app.subscribe({}, 'key a')
  await app.run({ '2026-04-12': { score: 70, minimumC: -2.5 } })
  expect(app.kinds()).toEqual(['raised'])
  expect(await all('key a', { tonight: 'raised' })).toEqual([])
  app.goTo('2026-04-11 14:00')
  expect(idsOf(await all('key a', { tonight: 'raised' }))).toEqual([subscription.id])
})

it('a label that the key sets is not taken for the words of who reads the messages', async () => {
  const asked = { channel: 'email', destination: { address: 'grower@example.org' } }
  const { subscription, manage } = await app.subscribe(asked, 'key a')
  const { id } = subscription
  await app.store.subscriptions.confirm(id, {
    destination: null,
    destinationKey: null,
    language: null,
    now: app.alerts.now()
  })
  await changeSubscription(app.alerts, { id, token: null, keyClient: 'key a' }, { label: 'Win a car' })
  expect(await app.status(id)).toMatchObject({ label: 'Win a car', labelIsOwn: false })
  await changeSubscription(app.alerts, { id, token: manage.token, keyClient: 'key b' }, { label: 'Mine' })
  expect(await app.status(id)).toMatchObject({ label: 'Mine', labelIsOwn: true })
})
