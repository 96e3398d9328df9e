/** When a subscription was last sent anything, whichever table remembers it: everyone who asks gets the same answer. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DueMessage, FixedMessage } from '../../../src/alerts/outbox-ports.ts'
import type { Store } from '../../../src/store/open.ts'
import { engines } from './engines.ts'
import { hour, noon, onlyProfile, openFresh, run, scored, stored } from './opened.ts'

const day = 24 * hour
const nightNotified: FixedMessage['nights'] = [{ date: '2026-04-11', standing: 'raised' }]
const nightSeen: FixedMessage['nights'] = [{ date: '2026-04-11', standing: 'seen' }]

describe.each(engines())('the last message sent on $name', (engine) => {
  let store: Store
  let id: string

  beforeAll(() => engine.start())
  afterAll(() => engine.stop())
  beforeEach(async () => {
    store = await openFresh(engine)
    id = (await stored(store)).id
    await store.episodes.evaluate([run(await onlyProfile(store), 'one', [scored()])], noon, null)
    await store.database.queries.deleteFrom('messages').execute()
    return () => store.close()
  })

  /** Queues a message, sends it, and gives what its decision was told. */
  async function send(
    message: Pick<FixedMessage, 'kind' | 'nights'> & { readonly counted?: boolean },
    at: number
  ): Promise<DueMessage | undefined> {
    await store.outbox.enqueue(id, message.kind === 'test' ? 'test' : 'change', at)
    const decided: DueMessage[] = []
    const { messages } = await store.outbox.claim({
      ...{ now: at, limit: 10, worker: 'w', leasedUntil: at + hour, onlySubscription: null },
      decide: (due) => {
        decided.push(due)
        const said = { counted: false, endsDataGap: false, messageId: `msg_${due.seq}`, madeAt: at }
        return { act: 'send', message: { ...said, runSeq: due.currentRun?.seq ?? null, ...message } }
      }
    })
    const recordings = messages.map((claimed) => ({ claimed, outcome: { kind: 'sent' as const } }))
    await store.outbox.record(recordings, 'w', at)
    return decided[0]
  }

  async function lastSent(): Promise<readonly (number | null | undefined)[]> {
    const activity = await store.subscriptions.activity([id])
    return [(await store.subscriptions.byId(id))?.lastSentAt, activity[0]?.lastSentAt]
  }

  it('is none at first', async () => {
    expect(await lastSent()).toEqual([null, null])
  })

  it.each([
    ['a night', { kind: 'raised', nights: nightNotified }],
    ['a night that was only looked at', { kind: 'blind', nights: nightSeen }],
    ['no night', { kind: 'still_watching', nights: [] }],
    ['a night for a test', { kind: 'test', nights: nightNotified }]
  ] as const)('is known where it told %s', async (_, message) => {
    await send(message, noon + hour)
    expect(await lastSent()).toEqual([noon + hour, noon + hour])
    const due = await send({ kind: 'raised', nights: nightNotified }, noon + 2 * hour)
    expect(due?.subscription.lastSentAt).toBe(noon + hour)
  })

  it('is the later one, whichever that is', async () => {
    await send({ kind: 'raised', nights: nightNotified }, noon + hour)
    await send({ kind: 'test', nights: [] }, noon + 2 * hour)
    expect(await lastSent()).toEqual([noon + 2 * hour, noon + 2 * hour])
    await send({ kind: 'updated', nights: nightNotified }, noon + 3 * hour)
    expect(await lastSent()).toEqual([noon + 3 * hour, noon + 3 * hour])
  })

  it.each([
    ['a night', nightNotified],
    ['no night', []]
  ] as const)('counts towards the limit of messages where it told %s', async (_, nights) => {
    await send({ kind: 'updated', nights, counted: true }, noon + hour)
    const due = await send({ kind: 'updated', nights }, noon + 2 * hour)
    expect(due?.countedSentAt).toEqual([noon + hour])
  })

  it('keeps dusk quiet, and makes the long silence begin anew', async () => {
    await send({ kind: 'raised', nights: nightNotified }, noon + 29 * hour)
    expect(await store.episodes.remindAtDusk(noon + 30 * hour, noon + 24 * hour)).toBe(0)
    expect(await store.maintenance.queueStillWatching(noon + 28 * hour, noon + 31 * hour)).toBe(0)
    expect(await store.maintenance.queueStillWatching(noon + 29 * hour, noon + 31 * hour)).toBe(1)
  })

  it('is still known once its episode has been forgotten', async () => {
    await send({ kind: 'raised', nights: nightNotified }, noon + hour)
    const now = noon + 40 * day
    await store.maintenance.forget({ endedBefore: now - 30 * day, now })
    const left = await store.database.queries.selectFrom('episodes').selectAll().execute()
    expect(left).toEqual([])
    expect(await lastSent()).toEqual([noon + hour, noon + hour])
  })

  it('does not become earlier by an old episode that is forgotten', async () => {
    await send({ kind: 'raised', nights: nightNotified }, noon + hour)
    await send({ kind: 'still_watching', nights: [] }, noon + 20 * day)
    const now = noon + 40 * day
    await store.maintenance.forget({ endedBefore: now - 30 * day, now })
    expect(await lastSent()).toEqual([noon + 20 * day, noon + 20 * day])
  })
})
