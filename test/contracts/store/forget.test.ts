/** What is forgotten once nobody needs it any more, also where it is more than goes at once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/store/open.ts'
import { engines } from './engines.ts'
import { hour, noon, onlyProfile, openFresh, run, scored, stored, storedMany } from './opened.ts'

const day = 24 * hour
/** More than two portions. */
const many = 2500

describe.each(engines())('forgetting on $name', (engine) => {
  let store: Store

  beforeAll(() => engine.start())
  afterAll(() => engine.stop())
  beforeEach(async () => {
    store = await openFresh(engine)
    return () => store.close()
  })

  function forget(now: number): Promise<void> {
    return store.maintenance.forget({ endedBefore: now - 30 * day, now })
  }

  async function ended(state: string, endedAt: number, attempts = 1): Promise<void> {
    await sql`insert into messages (subscription_seq, prompt, state, created_at, next_attempt_at, ended_at, attempts)
      select s.seq, 'change', ${state}, cast(${noon} as bigint), cast(${noon} as bigint), cast(${endedAt} as bigint),
        cast(${attempts} as integer) from subscriptions s`.execute(store.database.queries)
  }

  async function count(table: 'messages' | 'episodes' | 'runs' | 'nights'): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      store.database.queries
    )
    return rows[0]?.count ?? Number.NaN
  }

  async function say(now: number): Promise<void> {
    const { messages } = await store.outbox.claim({
      ...{ now, limit: 100, worker: 'w', leasedUntil: now + hour, onlySubscription: null },
      decide: (due) => ({
        act: 'send',
        message: {
          ...{ messageId: `msg_${due.seq}`, kind: 'raised', runSeq: due.currentRun?.seq ?? null },
          ...{ nights: [], madeAt: now, counted: false, endsDataGap: false }
        }
      })
    })
    const recordings = messages.map((claimed) => ({ claimed, outcome: { kind: 'sent' as const } }))
    await store.outbox.record(recordings, 'w', now)
  }

  it('takes what ended 400 days ago out of the log, and a day later what was overtaken before it was tried', async () => {
    await storedMany(store, many)
    await ended('sent', noon)
    await ended('dropped', noon, 0)
    await ended('dropped', noon)
    await ended('sent', noon + 1)
    await forget(noon + day - 1)
    expect(await count('messages')).toBe(4 * many)
    await forget(noon + day)
    expect(await count('messages')).toBe(3 * many)
    await forget(noon + 400 * day)
    expect(await count('messages')).toBe(many)
  })

  it('takes what the station of an ended subscription measured, and nothing of another one', async () => {
    const [gone, stays] = [await stored(store), await stored(store)]
    const point = { pointKey: 'p', lat: 38, lon: 38, elevation: 900, timezone: 'Europe/Istanbul' }
    const at = { device: 'd', field: 'f' }
    for (const [index, owner] of [gone.id, stays.id, 'a key'].entries()) {
      const station = { kind: 'air_2m', exposure: null, station: '' } as const
      const sensor = { owner, isOperators: false, point, ...station }
      const reading = { measuredAt: noon, temperatureC: 1, dewPointC: null, windSpeedMps: null, sensor }
      await store.record.saveReadings([reading], noon)
      const intake = { owner, isOperators: false, label: '', unit: null, secretHash: `hash ${index}` }
      const { seq } = await store.record.addIntake(intake, noon)
      const heard = { ...at, lastValue: '1', unit: 'C', isIndoors: false, clock: null } as const
      await store.record.noteUpload(seq, { channels: [heard], refusals: [] }, noon)
      await store.record.mapChannel(seq, at, { place: { location: 'malatya' }, ...station })
    }
    await sql`update subscriptions set ended_at = ${noon} where id = ${gone.id}`.execute(
      store.database.queries
    )
    const left = async () => [
      (await store.record.sensors(null, 9)).map(({ owner }) => owner),
      (await Promise.all([1, 2, 3].map((seq) => store.record.readings(seq, 0, 1e14)))).map(
        (one) => one.length
      ),
      (await Promise.all([1, 2, 3].map((seq) => store.record.channels(seq)))).map(
        ([one]) => one?.sensor !== null
      )
    ]
    await forget(noon + 29 * day)
    expect(await left()).toEqual([
      [gone.id, stays.id, 'a key'],
      [1, 1, 1],
      [true, true, true]
    ])
    await forget(noon + 30 * day)
    expect(await left()).toEqual([
      [stays.id, 'a key'],
      [0, 1, 1],
      [false, true, true]
    ])
  })

  it('leaves what waits or is under way, however old it is', async () => {
    const { id } = await stored(store)
    await store.outbox.enqueue(id, 'test', noon)
    await forget(noon + 500 * day)
    expect(await store.outbox.waiting()).toMatchObject({ count: 1 })
  })

  it('takes episodes a month after their night, everybody’s', async () => {
    await storedMany(store, many)
    const profile = await onlyProfile(store)
    const nights = [scored({ date: '2026-04-11' }), scored({ date: '2026-04-12' })]
    await store.episodes.evaluate([run(profile, 'one', nights)], noon, null)
    expect(await count('episodes')).toBe(2 * many)
    await forget(Date.UTC(2026, 4, 11))
    expect(await count('episodes')).toBe(2 * many)
    await forget(Date.UTC(2026, 4, 12))
    expect(await count('episodes')).toBe(many)
  })

  it('takes runs after a week, and one that a message tells only after the log', async () => {
    const { id } = await stored(store)
    const profile = await onlyProfile(store)
    for (const name of ['silent', 'told', 'silent again', 'current']) {
      await store.episodes.evaluate([run(profile, name, [scored({ score: 1 })])], noon, null)
      if (name !== 'told') continue
      await store.outbox.enqueue(id, 'test', noon)
      await say(noon)
    }
    await forget(noon + 7 * day - 1)
    expect(await count('runs')).toBe(4)
    await forget(noon + 7 * day)
    expect(await count('runs')).toBe(2)
    await forget(noon + 400 * day - 1)
    const [line] = await store.deliveryLog.of(id, 10, null)
    expect(line?.run?.nights).toHaveLength(1)
    await forget(noon + 430 * day)
    expect(await count('runs')).toBe(1)
    expect(await count('nights')).toBe(1)
  })

  it('takes more runs than go at once', async () => {
    await stored(store)
    const profile = await onlyProfile(store)
    await store.episodes.evaluate([run(profile, 'one', [scored({ score: 1 })])], noon, null)
    await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${many})
      insert into runs (curve_seq, run_id, issued_at, confirmed_at, synthetic, attribution, seen_at)
      select r.curve_seq, 'run-' || i, r.issued_at, r.confirmed_at, 0, 'Made', r.seen_at
      from n cross join (select * from runs) as r`.execute(store.database.queries)
    await forget(noon + 7 * day)
    expect(await count('runs')).toBe(1)
  })

  it('forgets where the field of an ended subscription lies, and a shared profile with its last subscription', async () => {
    const field = '38.355,38.310,980 Europe/Istanbul'
    const written = async (): Promise<readonly string[]> => {
      const { rows } = await sql<{ location: string }>`select location from curves union all
        select location from subscriptions`.execute(store.database.queries)
      return rows.map(({ location }) => location)
    }
    const first = await stored(store, { location: field })
    const second = await stored(store, { location: field })
    const place = await stored(store, { location: 'malatya' })
    const end = (id: string, at: number) =>
      sql`update subscriptions set state = 'ended', ended_at = cast(${at} as bigint) where id = ${id}`.execute(
        store.database.queries
      )
    await end(first.id, noon)
    await end(place.id, noon)
    await forget(noon + 30 * day - 1)
    expect((await written()).filter((one) => one === field)).toHaveLength(3)
    await forget(noon + 30 * day)
    // The profile, and the subscription that goes on.
    expect((await written()).filter((one) => one === field)).toHaveLength(2)
    await end(second.id, noon + day)
    await forget(noon + 31 * day)
    expect((await written()).filter((one) => /\d\.\d/.test(one))).toEqual([])
    expect((await written()).filter((one) => one === 'malatya')).toHaveLength(2)
    // The same field may be subscribed to again.
    const again = await stored(store, { location: field })
    expect(again.location).toBe(field)
    await forget(noon + 32 * day)
    expect((await written()).filter((one) => one === field)).toHaveLength(2)
  })
})
