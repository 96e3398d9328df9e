import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Claim, ClaimedMessage, DueMessage, RecordedOutcome } from '../../../src/alerts/outbox-ports.ts'
import { countMessages } from '../../../src/store/message-counts.ts'
import type { Store } from '../../../src/store/open.ts'
import { engines } from './engines.ts'
import { hour, noon, onlyProfile, openFresh, run, sayIt, scored, stored } from './opened.ts'

describe.each(engines())('the outbox on $name', (engine) => {
  let store: Store

  beforeAll(() => engine.start())
  afterAll(() => engine.stop())
  beforeEach(async () => {
    store = await openFresh(engine)
    return () => store.close()
  })

  async function raised(count: number): Promise<void> {
    for (let created = 0; created < count; created += 1) await stored(store)
    await store.episodes.evaluate([run(await onlyProfile(store), 'one', [scored()])], noon, null)
  }

  async function claim(
    worker: string,
    now = noon,
    rest: Partial<Claim> = {}
  ): Promise<readonly ClaimedMessage[]> {
    const leasedUntil = now + 60_000
    const claimed = await store.outbox.claim({
      ...{ now, limit: 100, worker, leasedUntil, onlySubscription: null, decide: sayIt },
      ...rest
    })
    return claimed.messages
  }

  async function record(
    claimed: readonly ClaimedMessage[],
    outcome: RecordedOutcome,
    worker = 'a',
    now = noon
  ) {
    await store.outbox.record(
      claimed.map((one) => ({ claimed: one, outcome })),
      worker,
      now
    )
  }

  it('gives each message to one worker, however many claim at once, and everything to somebody', async () => {
    await raised(200)
    const claims = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map(async (worker) => {
        const got: number[] = []
        for (let round = 0; round < 12; round += 1) {
          const messages = await claim(worker, noon, { limit: 10 })
          got.push(...messages.map(({ due }) => due.seq))
        }
        return got
      })
    )
    const all = claims.flat()
    expect(new Set(all).size).toBe(all.length)
    // Workers step over what another holds, so a last round may be needed.
    const rest = await claim('g')
    expect(all.length + rest.length).toBe(200)
    expect(await claim('h')).toEqual([])
  })

  it('makes due what a clock that was ahead has put off, and leaves what waits for its time', async () => {
    await raised(3)
    const retry = (nextAttemptAt: number) => ({ kind: 'retry', nextAttemptAt, reason: 'down' }) as const
    const [first, second, third] = await claim('a')
    if (first === undefined || second === undefined || third === undefined) throw new Error('three are due')
    await record([first], retry(noon + hour))
    const tomorrow = noon + 24 * hour
    await record([second], retry(tomorrow))
    // Claimed and never recorded, then by the clock of tomorrow: one is tried again, one is under way.
    const again = await claim('a', tomorrow)
    const retried = again.find(({ due }) => due.seq === second.due.seq)
    if (retried === undefined) throw new Error('it is due tomorrow')
    expect(again.length).toBe(3)
    await record([retried], retry(tomorrow + hour), 'a', tomorrow)

    expect(await store.maintenance.hastenFuture(tomorrow)).toBe(0)
    expect(await store.maintenance.hastenFuture(noon)).toBe(3)
    expect((await claim('b', noon)).map(({ due }) => due.seq)).toEqual([second.due.seq])
    const minute = noon + 60_000
    expect((await claim('b', minute)).map(({ due }) => due.seq).toSorted((a, b) => a - b)).toEqual(
      [first, second, third].map(({ due }) => due.seq).toSorted((a, b) => a - b)
    )
    expect(await store.maintenance.hastenFuture(minute)).toBe(0)
  })

  it('gives a message whose lease ran out to the next worker as it was, and ignores the late answer of the first', async () => {
    await raised(1)
    const [first] = await claim('a')
    expect(await claim('b', noon + 59_999)).toEqual([])
    const [second] = await claim('b', noon + 60_000)
    expect(second?.due.maybeSent).toBe(true)
    expect(second?.due.fixed).toEqual(first?.message)
    await record(
      [first].flatMap((one) => one ?? []),
      { kind: 'rejected', suspend: 'gone', reason: 'late' },
      'a'
    )
    expect((await store.outbox.waiting()).count).toBe(1)
    await record(
      [second].flatMap((one) => one ?? []),
      { kind: 'sent' },
      'b'
    )
    expect((await store.outbox.waiting()).count).toBe(0)
  })

  it('has one message a subscription under way: what follows waits until it is answered', async () => {
    await raised(1)
    const first = await claim('a')
    const profile = await onlyProfile(store)
    await store.episodes.evaluate(
      [run(profile, 'two', [scored({ score: 90, level: 'severe' })])],
      noon + 1,
      null
    )
    expect((await store.outbox.waiting()).count).toBe(2)
    const { queries } = store.database
    await queries
      .updateTable('messages')
      .set({ next_attempt_at: noon + hour })
      .where('state', '=', 'sending')
      .execute()
    // What waits for an answer is not late by itself: a dead receiver would stop the heartbeat.
    expect((await store.outbox.waiting()).oldestDueAt).toBe(noon + hour)
    expect(await claim('b', noon + 2)).toEqual([])
    await record(first, { kind: 'sent' })
    expect(await claim('b', noon + 3)).toHaveLength(1)
  })

  it('lets a newer message take over the place and the patience of one that failed', async () => {
    await raised(1)
    const first = await claim('a')
    const profile = await onlyProfile(store)
    await store.episodes.evaluate(
      [run(profile, 'two', [scored({ score: 90, level: 'severe' })])],
      noon + 1,
      null
    )
    await record(first, { kind: 'retry', nextAttemptAt: noon + hour, reason: 'down' })
    expect((await store.outbox.waiting()).count).toBe(1)
    expect(await claim('b', noon + hour - 1)).toEqual([])
    const [next] = await claim('b', noon + hour)
    // Whether it says the same under the same id is decided by what the one before it said.
    expect(next?.due).toMatchObject({ attempts: 1, maybeSent: false, fixed: first[0]?.message })
    const log = await store.deliveryLog.of(next?.due.subscription.id ?? '', 10, null)
    expect(log).toMatchObject([
      { state: 'sending', endedAt: null },
      { state: 'dropped', endedAt: noon }
    ])
  })

  it('puts a failed message back until its time, and remembers what it said', async () => {
    await raised(1)
    const first = await claim('a')
    await record(first, { kind: 'retry', nextAttemptAt: noon + 5000, reason: 'down' })
    expect(await store.outbox.nextDueAt()).toBe(noon + 5000)
    expect(await claim('a', noon + 4999)).toEqual([])
    const [again] = await claim('a', noon + 5000)
    expect(again?.due).toMatchObject({ attempts: 1, maybeSent: false, fixed: first[0]?.message })
  })

  it('counts what failed at a server of the operator since it was queued, and nothing that waits for the morning', async () => {
    await stored(store, { channel: 'ntfy' })
    await stored(store, { channel: 'webhook', rateLimitKey: 'dead.example' })
    await stored(store, { channel: 'email', rateLimitKey: 'a@b.example' })
    await raised(0)
    const of = (channel: string) => (one: ClaimedMessage) => one.due.subscription.channel === channel
    const down = { kind: 'retry', nextAttemptAt: noon + hour, reason: 'down' } as const
    for (let attempt = 1; attempt <= 4; attempt++) {
      const all = await claim('a', noon + attempt)
      expect(await store.outbox.retrying([])).toEqual([])
      const soon = attempt < 4 ? { ...down, nextAttemptAt: noon + attempt + 1 } : down
      await record(all.filter(of('ntfy')), soon)
      await record(all.filter(of('webhook')), soon)
      await record(all.filter(of('email')), { ...soon, untried: true })
    }
    const webhook = { channel: 'webhook', count: 1, since: noon }
    const ntfy = { channel: 'ntfy', count: 1, since: noon }
    expect(await store.outbox.retrying([])).toEqual([ntfy, webhook])
    expect(await store.outbox.retrying(['webhook', 'webpush'])).toEqual([ntfy])
    const time = { since: noon, now: noon + 12 * 60_000, answering: ['webhook'] }
    expect(await countMessages(store.database, time)).toMatchObject({ due: 0, late: 1 })
    // Under way for the second time.
    let waiting = await claim('a', noon + hour)
    expect(await store.outbox.retrying(['webhook'])).toEqual([ntfy])
    for (const reason of ['too_many_proofs', 'until_morning', 'channel_not_configured']) {
      await record(waiting.filter(of('ntfy')), { ...down, reason })
      expect(await store.outbox.retrying(['webhook']), reason).toEqual([])
      waiting = await claim('a', noon + hour)
    }
    await record(waiting.filter(of('ntfy')), down)
    expect(await store.outbox.retrying(['webhook'])).toEqual([ntfy])
    // The server takes the messages of others.
    const other = await stored(store, { channel: 'ntfy' })
    await store.outbox.enqueue(other.id, 'test', noon)
    await record(await claim('a', noon + 1, { onlySubscription: other.id }), { kind: 'sent' }, 'a', noon + 2)
    expect(await store.outbox.retrying(['webhook'])).toEqual([])
  })

  it('does not count a claim that no attempt followed, also where a newer message takes over', async () => {
    await raised(1)
    const untried = { kind: 'retry', nextAttemptAt: noon, reason: 'not_tried_yet', untried: true } as const
    await record(await claim('a'), untried)
    const [again, ...none] = await claim('a')
    expect(none).toEqual([])
    expect(again?.due).toMatchObject({ attempts: 0, maybeSent: false, fixed: null })
    const profile = await onlyProfile(store)
    await store.episodes.evaluate(
      [run(profile, 'two', [scored({ score: 90, level: 'severe' })])],
      noon + 1,
      null
    )
    await record(again === undefined ? [] : [again], untried)
    const [newer] = await claim('b', noon + 2)
    expect(newer?.due.seq).not.toBe(again?.due.seq)
    expect(newer?.due.attempts).toBe(0)
  })

  it('leaves what is put back at once as late as it was', async () => {
    await raised(1)
    const putBack = { kind: 'retry', nextAttemptAt: null, reason: 'not_tried_yet', untried: true } as const
    await record(await claim('a', noon + hour), putBack, 'a', noon + hour)
    expect(await store.outbox.waiting()).toEqual({ count: 1, oldestDueAt: noon })
    await claim('dead', noon + hour)
    const repeat = await claim('a', noon + 2 * hour)
    expect(repeat[0]?.due.maybeSent).toBe(true)
    await record(repeat, putBack, 'a', noon + 2 * hour)
    expect(await store.outbox.waiting()).toEqual({ count: 1, oldestDueAt: noon })
    expect(await claim('b', noon + 2 * hour)).toHaveLength(1)
  })

  it('lets a newer message take over from one that is put back at once', async () => {
    await raised(1)
    const first = await claim('a', noon + hour)
    const profile = await onlyProfile(store)
    const newerAt = noon + hour + 1
    await store.episodes.evaluate(
      [run(profile, 'two', [scored({ score: 90, level: 'severe' })])],
      newerAt,
      null
    )
    const putBack = { kind: 'retry', nextAttemptAt: null, reason: 'not_tried_yet', untried: true } as const
    await record(first, putBack, 'a', newerAt)
    expect(await store.outbox.waiting()).toEqual({ count: 1, oldestDueAt: newerAt })
    const [newer] = await claim('b', newerAt)
    expect(newer?.due.seq).not.toBe(first[0]?.due.seq)
  })

  it('repeats what may have been sent as it was until that is settled, so that who heard of a frost hears of its end', async () => {
    await raised(1)
    const [first] = await claim('dead')
    const later = noon + 60_000
    const repeat = await claim('a', later)
    expect(repeat[0]?.due.maybeSent).toBe(true)
    await record(repeat, { kind: 'retry', nextAttemptAt: later + hour, reason: 'down' }, 'a', later)
    const profile = await onlyProfile(store)
    for (const [name, minutes] of [
      ['two', 1],
      ['three', 121]
    ] as const) {
      const { nights } = run(profile, name, [scored({ score: 0, level: 'none' })])
      const at = noon + minutes * 60_000
      await store.episodes.evaluate(
        [{ ...run(profile, name, nights), issuedAt: at, confirmedAt: at }],
        at,
        null
      )
    }
    const at = noon + 3 * hour
    expect(await claim('a', later + hour - 1)).toEqual([])
    const [again, ...others] = await claim('b', at)
    expect(others).toEqual([])
    expect(again?.due).toMatchObject({
      seq: first?.due.seq,
      attempts: 2,
      maybeSent: true,
      fixed: first?.message
    })
    await record(again === undefined ? [] : [again], { kind: 'sent' }, 'b', at)
    const next: DueMessage[] = []
    const decide: Claim['decide'] = (due, now) => {
      next.push(due)
      return sayIt(due, now)
    }
    await claim('b', at + 1, { decide })
    expect(next).toMatchObject([{ episodes: [{ state: 'cleared', notifiedState: 'raised' }] }])
  })

  it('suspends who is rejected and tells episodes what was sent', async () => {
    await raised(2)
    const [one, other] = await claim('a')
    if (one === undefined || other === undefined) throw new Error('two were due')
    await record([one], { kind: 'sent' })
    await record([other], { kind: 'rejected', suspend: 'blocked', reason: '403' })
    expect(await store.subscriptions.byId(one.due.subscription.id)).toMatchObject({ lastSentAt: noon })
    expect(await store.subscriptions.byId(other.due.subscription.id)).toMatchObject({
      state: 'suspended',
      reason: 'blocked'
    })
    const notified = await store.database.queries.selectFrom('episodes').select('told_state').execute()
    expect(notified.filter(({ told_state }) => told_state === 'raised')).toHaveLength(1)
    expect(notified).toHaveLength(2)
  })

  it('gives later messages of a spell the first one to answer, also about nights that join it', async () => {
    await raised(1)
    const evaluate = async (id: string, nights: readonly ReturnType<typeof scored>[]) => {
      await store.episodes.evaluate([run(await onlyProfile(store), id, nights)], noon, null)
      return claim('a')
    }
    const first = await claim('a')
    expect([...(first[0]?.due.threads ?? [])]).toEqual([])
    await record(first, { kind: 'sent', thread: '5/1' })
    const joined = { date: '2026-04-12', coldestAt: noon + 65 * hour, overAt: noon + 67 * hour }
    const second = await evaluate('two', [scored(), scored(joined)])
    expect([...(second[0]?.due.threads ?? [])]).toEqual([['2026-04-11', '5/1']])
    await record(second, { kind: 'sent', thread: '5/1' })
    const third = await evaluate('three', [scored(), scored({ ...joined, score: 95, level: 'severe' })])
    expect([...(third[0]?.due.threads ?? [])]).toEqual([
      ['2026-04-11', '5/1'],
      ['2026-04-12', '5/1']
    ])
  })

  it('counts the rotations of a secret and knows when the last one was', async () => {
    await raised(1)
    const [before] = await claim('a')
    expect(before?.due.subscription.secret).toEqual({ number: 0, changedAt: null })
    const id = before?.due.subscription.id ?? ''
    const rotated = await store.subscriptions.rotateSecret(id, noon + hour)
    expect(rotated?.secret).toEqual({ number: 1, changedAt: noon + hour })
    await store.outbox.enqueue(id, 'test', noon)
    await record(before === undefined ? [] : [before], { kind: 'sent' })
    expect((await claim('a'))[0]?.due.subscription.secret).toEqual(rotated?.secret)
    await store.subscriptions.move(id, ['active'], { state: 'unsubscribed', reason: null, now: noon })
    expect(await store.subscriptions.rotateSecret(id, noon)).toBeNull()
  })

  it('ends many at once, each for its own reason', async () => {
    await raised(5)
    const claimed = await claim('a')
    const gone = { kind: 'rejected', suspend: 'gone', reason: '410' } as const
    const blocked = { kind: 'rejected', suspend: 'blocked', reason: '403' } as const
    const late = { kind: 'expired', reason: 'night_over' } as const
    const outcomes = [gone, blocked, late, gone, late]
    const recordings = claimed.flatMap((one, index) => {
      const outcome = outcomes[index]
      return outcome === undefined ? [] : [{ claimed: one, outcome }]
    })
    await store.outbox.record(recordings, 'a', noon)
    const { queries } = store.database
    const rows = await queries
      .selectFrom('messages as m')
      .innerJoin('subscriptions as s', 's.seq', 'm.subscription_seq')
      .select([
        'm.state',
        'm.reason',
        'm.ended_at',
        'm.leased_by',
        's.state as subscription',
        's.reason as why'
      ])
      .orderBy('m.seq')
      .execute()
    const ended = { ended_at: noon, leased_by: null }
    expect(rows).toEqual(
      outcomes.map((outcome) => ({
        ...{ ...ended, state: outcome.kind, reason: outcome.reason },
        ...(outcome.kind === 'expired'
          ? { subscription: 'active', why: null }
          : { subscription: 'suspended', why: outcome.suspend })
      }))
    )
  })

  it('ends what has nothing to say, each with its reason, and claims for one subscription alone', async () => {
    await raised(3)
    const only = await claim('a', noon, { onlySubscription: (await stored(store)).id })
    expect(only).toEqual([])
    const silent = await claim('a', noon, { decide: () => ({ act: 'drop', reason: 'nothing_new' }) })
    expect(silent).toEqual([])
    expect(await store.outbox.waiting()).toEqual({ count: 0, oldestDueAt: null })
  })

  it('keeps a log by subscription, newest first, in pages, and what was sent for feeds, oldest first', async () => {
    const subscription = await stored(store)
    for (let round = 0; round < 5; round += 1) {
      await store.outbox.enqueue(subscription.id, 'test', noon + round)
      await record(await claim('a', noon + round), { kind: 'sent' }, 'a', noon + round)
    }
    const log = await store.deliveryLog.of(subscription.id, 2, null)
    expect(log.map(({ endedAt }) => endedAt)).toEqual([noon + 4, noon + 3])
    const older = await store.deliveryLog.of(subscription.id, 50, log[1]?.seq ?? 0)
    expect(older.map(({ endedAt }) => endedAt)).toEqual([noon + 2, noon + 1, noon])
    const feed = await store.deliveryLog.sentAfter(subscription.id, noon + 1, 2)
    expect(feed.map(({ endedAt }) => endedAt)).toEqual([noon + 3, noon + 4])
    expect(await store.deliveryLog.of('sub_unknown', 10, null)).toEqual([])
  })

  it('gives what was sent in the order of sending: what waited for the morning comes after what was sent at night', async () => {
    const subscription = await stored(store)
    await store.outbox.enqueue(subscription.id, 'dusk', noon)
    const waits = { kind: 'retry', nextAttemptAt: noon + 10, reason: 'down' } as const
    await record(await claim('a', noon), waits, 'a', noon)
    await store.outbox.enqueue(subscription.id, 'test', noon + 1)
    await record(await claim('a', noon + 1), { kind: 'sent' }, 'a', noon + 1)
    await record(await claim('a', noon + 10), { kind: 'sent' }, 'a', noon + 10)
    const sent = await store.deliveryLog.sentAfter(subscription.id, 0, 10)
    expect(sent.map(({ endedAt }) => endedAt)).toEqual([noon + 1, noon + 10])
    expect((sent[0]?.seq ?? 0) > (sent[1]?.seq ?? 0)).toBe(true)
  })
})
