/** A key that vouches for its members, and people who stop. */
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addContact } from '../../../src/alerts/contacts.ts'
import { confirmByToken, takeBackByToken, unsubscribeByToken } from '../../../src/alerts/links.ts'
import { endSubscription, pauseSubscription, resumeSubscription } from '../../../src/alerts/manage.ts'
import { importMembers } from '../../../src/alerts/members/import-members.ts'
import { maintain } from '../../../src/alerts/round.ts'
import { tokenFor } from '../../../src/alerts/tokens.ts'
import type { AlertsHarness } from './alerts-harness.ts'
import { openTestedAlerts } from './tested-alerts.ts'

let app: AlertsHarness
beforeEach(async () => {
  app = await openTestedAlerts()
})
afterEach(() => app.close())

const ground = 'Membership form 2026'
const by = { client: 'key-coop', tier: 'coop', isOperator: true, language: 'tr' } as const
const ali = { host: 'ali' }

async function imported(
  externalId: string,
  { destination = ali, vouches = true, isDryRun = false, channel = 'email', location = 'malatya' } = {}
) {
  const body = { location, channel, threshold: 60, destination }
  const answer = await importMembers(app.alerts, {
    ...by,
    isDryRun,
    vouched: vouches ? { by: 'key-coop', ground } : null,
    rows: [{ line: 2, externalId, body, faults: [] }],
    newPoints: async () => null
  })
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  const [row] = answer.results
  if (row === undefined) throw new Error('no row')
  return row
}

const stopped = [{ pointer: '/destination', detail: expect.stringContaining('only that person') }]
const byKey = (id: string) => ({ id, token: null, keyClient: by.client })
const tokenOf = (id: string, purpose: 'unsubscribe' | 'confirm' | 'manage') =>
  tokenFor(app.alerts.keys, purpose, id)

it('its members are active at once, with who vouched, when and why; others prove themselves', async () => {
  const own = (await imported('1')).subscription?.id ?? ''
  const at = app.alerts.now()
  expect(await app.status(own)).toMatchObject({
    state: 'active',
    confirmedAt: at,
    vouched: { by: 'key-coop', at, ground }
  })
  await app.deliver()
  expect(app.heard).toEqual([])
  const other =
    (await imported('2', { destination: { host: 'veli' }, vouches: false })).subscription?.id ?? ''
  expect(await app.status(other)).toMatchObject({ state: 'pending_confirmation', vouched: null })
  // A server proves itself by its answer, whoever vouches.
  const server = (await imported('3', { channel: 'webhook' })).subscription?.id ?? ''
  expect(await app.status(server)).toMatchObject({ state: 'pending_confirmation', vouched: null })
})

it('a stop is final, also in a dry run and once its destination is erased, until the person asks again', async () => {
  const id = (await imported('1')).subscription?.id ?? ''
  expect(await unsubscribeByToken(app.alerts, tokenOf(id, 'unsubscribe'))).toBe(true)
  for (const isDryRun of [true, false])
    expect(await imported('2', { isDryRun })).toMatchObject({ result: 'refused', errors: stopped })
  app.goTo('2026-06-10 12:00')
  await maintain(app.alerts)
  expect((await app.status(id))?.destination).toBeNull()
  expect(await imported('3')).toMatchObject({ result: 'refused', errors: stopped })
  expect(await imported('4', { destination: { host: 'veli' } })).toMatchObject({ result: 'stored' })
  const { subscription } = await app.subscribe({ channel: 'email', destination: ali })
  expect(await imported('5')).toMatchObject({ result: 'refused' })
  expect(await confirmByToken(app.alerts, tokenOf(subscription.id, 'confirm'))).toBe('confirmed')
  expect(await imported('6', { location: 'berlin' })).toMatchObject({ result: 'stored', errors: [] })
})

it('a stop that is taken back is none, nor is an end by the key', async () => {
  const id = (await imported('1')).subscription?.id ?? ''
  await unsubscribeByToken(app.alerts, tokenOf(id, 'unsubscribe'))
  expect(await takeBackByToken(app.alerts, tokenOf(id, 'unsubscribe'))).toBe(true)
  expect(await endSubscription(app.alerts, { id, token: null, keyClient: by.client })).toMatchObject({
    ok: true
  })
  const again = (await imported('2')).subscription?.id ?? ''
  expect(again).not.toBe('')
  await endSubscription(app.alerts, { id: again, token: tokenOf(again, 'manage') })
  expect(await imported('3')).toMatchObject({ result: 'refused', errors: stopped })
  const hash = createHash('sha256').update(JSON.stringify(ali)).digest('hex')
  expect(await app.store.members.stoppedAt('email', hash)).toBe(app.alerts.now())
})

it('a key does not take back what the person stopped, and takes back its own end', async () => {
  const id = (await imported('1')).subscription?.id ?? ''
  await endSubscription(app.alerts, byKey(id))
  expect(await resumeSubscription(app.alerts, byKey(id))).toMatchObject({ ok: true })
  for (const stops of [
    () => unsubscribeByToken(app.alerts, tokenOf(id, 'unsubscribe')),
    () => endSubscription(app.alerts, { id, token: tokenOf(id, 'manage') })
  ]) {
    await stops()
    expect(await resumeSubscription(app.alerts, byKey(id))).toMatchObject({ code: 'subscription_ended' })
    expect(await app.status(id)).toMatchObject({ state: 'unsubscribed' })
    expect(await imported('2', { isDryRun: true })).toMatchObject({ result: 'refused', errors: stopped })
    const own = { id, token: tokenOf(id, 'manage') }
    expect(await resumeSubscription(app.alerts, own)).toMatchObject({ subscription: { status: 'active' } })
  }
})

const own = [{ pointer: '/destination', detail: expect.stringContaining('their own alert') }]

it.each(['active', 'paused'] as const)(
  'an own alert that is %s stays, and no key vouches beside it',
  async (state) => {
    const { subscription } = await app.subscribe({ channel: 'email', destination: ali, threshold: 20 })
    const { id } = subscription
    expect(await imported('1', { isDryRun: true })).toMatchObject({ result: 'stored' })
    await confirmByToken(app.alerts, tokenOf(id, 'confirm'))
    if (state === 'paused') await pauseSubscription(app.alerts, { id, token: tokenOf(id, 'manage') })
    for (const isDryRun of [true, false])
      expect(await imported('1', { isDryRun })).toMatchObject({ result: 'refused', errors: own })
    const reason = state === 'paused' ? 'by_subscriber' : null
    expect(await app.status(id)).toMatchObject({ state, threshold: 20, reason })
    // Without a ground the person is asked.
    const asked = await imported('2', { vouches: false })
    expect(asked).toMatchObject({ result: 'stored', subscription: { state: 'pending_confirmation' } })
    await endSubscription(app.alerts, byKey(asked.subscription?.id ?? ''))
    await endSubscription(app.alerts, { id, token: tokenOf(id, 'manage') })
    expect(await imported('3')).toMatchObject({ result: 'refused', errors: stopped })
  }
)

it('an own alert of another crop keeps no key back', async () => {
  const own = { crop: 'apricot', stage: 'full-bloom' }
  const { subscription } = await app.subscribe({ channel: 'email', destination: ali, ...own })
  await confirmByToken(app.alerts, tokenOf(subscription.id, 'confirm'))
  expect(await imported('1')).toMatchObject({ result: 'stored', subscription: { state: 'active' } })
})

it('a contact of another alert is no own alert, and keeps no key back', async () => {
  const { subscription, manage } = await app.subscribe()
  const asks = {
    id: subscription.id,
    token: manage.token,
    client: 'client-2',
    isByKey: true,
    isOperator: true
  }
  const body = { channel: 'email', destination: ali }
  const added = await addContact(app.alerts, app.delivery, { ...asks, body })
  const id = (added.ok && added.contacts[0]?.id) || expect.unreachable()
  expect(await confirmByToken(app.alerts, tokenOf(id, 'confirm'))).toBe('confirmed')
  expect(await imported('1')).toMatchObject({ result: 'stored', subscription: { state: 'active' } })
})

it('an own alert that has ended without its person keeps no key back', async () => {
  const { subscription } = await app.subscribe({ channel: 'email', destination: ali })
  await confirmByToken(app.alerts, tokenOf(subscription.id, 'confirm'))
  const gone = { state: 'unsubscribed', reason: 'gone', now: app.alerts.now() } as const
  await app.store.subscriptions.move(subscription.id, ['active'], gone)
  expect(await imported('1')).toMatchObject({ result: 'stored', subscription: { state: 'active' } })
})

it.each(['confirms', 'stops'] as const)('who %s while a file is judged is asked by no key', async (act) => {
  const { subscription } = await app.subscribe({ channel: 'email', destination: ali })
  const { members } = app.alerts
  Object.assign(app.alerts, {
    members: {
      ...members,
      add: async (rows: Parameters<typeof members.add>[0]) => {
        if (act === 'confirms') await confirmByToken(app.alerts, tokenOf(subscription.id, 'confirm'))
        else await unsubscribeByToken(app.alerts, tokenOf(subscription.id, 'unsubscribe'))
        return members.add(rows)
      }
    }
  })
  const errors = act === 'confirms' ? own : stopped
  expect(await imported('1')).toMatchObject({ result: 'refused', subscription: null, errors })
  const expected = act === 'confirms' ? 'active' : 'unsubscribed'
  expect(await app.status(subscription.id)).toMatchObject({ state: expected })
})

it('a ground that was forgotten is given by sending the file again', async () => {
  const first = await imported('1', { vouches: false })
  const id = first.subscription?.id ?? ''
  expect(first).toMatchObject({ result: 'stored', subscription: { state: 'pending_confirmation' } })
  app.goTo('2026-04-07 20:00')
  await app.run({ '2026-04-08': { score: 70 } })
  expect(await imported('1', { isDryRun: true })).toMatchObject({ result: 'changed' })
  expect(await app.status(id)).toMatchObject({ state: 'pending_confirmation', vouched: null })
  expect(await imported('1')).toMatchObject({ result: 'changed', subscription: { id, state: 'active' } })
  const at = app.alerts.now()
  const vouched = { by: 'key-coop', at, ground }
  expect(await app.status(id)).toMatchObject({ state: 'active', confirmedAt: at, vouched })
  await app.deliver()
  expect(app.kinds()).toEqual(['confirm', 'raised'])
  expect(await imported('1')).toMatchObject({ result: 'unchanged' })
})

it('a ground is refused for a row that waits where its person stopped, or has an own alert', async () => {
  const id = (await imported('1', { vouches: false })).subscription?.id ?? ''
  const other = await app.subscribe({ channel: 'email', destination: ali, threshold: 20 })
  const link = other.subscription.id
  await unsubscribeByToken(app.alerts, tokenOf(link, 'unsubscribe'))
  expect(await imported('1')).toMatchObject({ result: 'refused', errors: stopped })
  await takeBackByToken(app.alerts, tokenOf(link, 'unsubscribe'))
  expect(await app.status(id)).toMatchObject({ state: 'pending_confirmation', vouched: null })
})

it('a person who asks elsewhere goes on being asked, and what that person proves ends what was vouched for', async () => {
  const { subscription } = await app.subscribe({ channel: 'email', destination: ali, threshold: 20 })
  const vouched = await imported('1')
  expect(vouched).toMatchObject({ result: 'stored', subscription: { state: 'active' } })
  expect(await app.status(subscription.id)).toMatchObject({ state: 'pending_confirmation' })
  expect(await confirmByToken(app.alerts, tokenOf(subscription.id, 'confirm'))).toBe('confirmed')
  expect(await app.status(subscription.id)).toMatchObject({ state: 'active', threshold: 20 })
  const id = vouched.subscription?.id ?? ''
  expect(await app.status(id)).toMatchObject({ state: 'unsubscribed', reason: 'replaced' })
  expect(await imported('2')).toMatchObject({ result: 'refused', errors: own })
})

it('what a key asked for earlier does not end what it vouched for since', async () => {
  const waiting = (await imported('1', { vouches: false })).subscription?.id ?? ''
  const change = (crop: string | null, stage: string | null) =>
    app.patch(waiting, tokenOf(waiting, 'manage'), { crop, stage })
  await change('apricot', 'full-bloom')
  const vouched = (await imported('2')).subscription?.id ?? ''
  await change(null, null)
  expect(await confirmByToken(app.alerts, tokenOf(waiting, 'confirm'))).toBe('already_active')
  expect(await app.status(waiting)).toMatchObject({ state: 'unsubscribed', reason: 'replaced' })
  expect(await app.status(vouched)).toMatchObject({ state: 'active' })
})

it('a row is not ended by another row for the same person, and follows it once that has ended', async () => {
  const id = (await imported('1')).subscription?.id ?? ''
  const errors = [{ pointer: '/destination', detail: expect.stringContaining('Another external_id') }]
  for (const isDryRun of [true, false])
    expect(await imported('2', { isDryRun })).toMatchObject({ result: 'refused', errors })
  expect(await app.status(id)).toMatchObject({ state: 'active' })
  await endSubscription(app.alerts, byKey(id))
  expect(await imported('2')).toMatchObject({ result: 'stored', subscription: { state: 'active' } })
})

it('what its reader paused no key resumes: not by itself, by an end, nor by another row', async () => {
  const id = (await imported('1')).subscription?.id ?? ''
  const reader = { id, token: tokenOf(id, 'manage') }
  // What the key paused it resumes, until its reader pauses it too.
  await pauseSubscription(app.alerts, byKey(id))
  expect(await resumeSubscription(app.alerts, byKey(id))).toMatchObject({
    subscription: { status: 'active' }
  })
  await pauseSubscription(app.alerts, byKey(id))
  expect(await pauseSubscription(app.alerts, reader)).toMatchObject({
    subscription: { status: 'paused', reason: 'by_subscriber' }
  })
  await pauseSubscription(app.alerts, byKey(id))
  expect(await resumeSubscription(app.alerts, byKey(id))).toMatchObject({ code: 'invalid_state' })
  expect(await imported('1')).toMatchObject({ result: 'unchanged' })
  for (const isDryRun of [true, false])
    expect(await imported('2', { isDryRun })).toMatchObject({
      result: 'refused',
      errors: [{ detail: expect.stringContaining('has paused') }]
    })
  const inBerlin = await imported('3', { location: 'berlin' })
  expect(inBerlin).toMatchObject({ result: 'stored' })
  expect(await resumeSubscription(app.alerts, reader)).toMatchObject({
    subscription: { status: 'active', reason: null }
  })
  await pauseSubscription(app.alerts, reader)
  await endSubscription(app.alerts, byKey(id))
  expect(await resumeSubscription(app.alerts, byKey(id))).toMatchObject({ code: 'subscription_ended' })
  expect(await imported('4')).toMatchObject({ result: 'refused', errors: stopped })
  expect(await resumeSubscription(app.alerts, reader)).toMatchObject({ subscription: { status: 'active' } })
  const another = [{ detail: expect.stringContaining('Another external_id') }]
  expect(await imported('5', { location: 'berlin' })).toMatchObject({ result: 'refused', errors: another })
  await pauseSubscription(app.alerts, byKey(inBerlin.subscription?.id ?? ''))
  expect(await imported('5', { location: 'berlin' })).toMatchObject({ result: 'refused', errors: another })
})
