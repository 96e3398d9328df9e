/**
 * SQLite answers one question after the other: whoever reads a table that grows from its first row to its last stops
 * everybody else. Looked at on SQLite alone, whose plans follow from the indexes; PostgreSQL chooses by statistics.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Claim, ClaimedMessage, DueMessage, RecordedOutcome } from '../../../src/alerts/outbox-ports.ts'
import { archiveStore } from '../../../src/store/archive.ts'
import { deliveryLog } from '../../../src/store/deliveries.ts'
import { episodeStore } from '../../../src/store/episodes.ts'
import { maintenance } from '../../../src/store/maintenance.ts'
import { countMessages } from '../../../src/store/message-counts.ts'
import type { Store } from '../../../src/store/open.ts'
import { recordStore } from '../../../src/store/open.ts'
import { outbox } from '../../../src/store/outbox.ts'
import { runReader } from '../../../src/store/runs.ts'
import { createForecastStore } from '../../../src/store/stored-forecasts.ts'
import { subscriptionStore } from '../../../src/store/subscriptions.ts'
import { sqliteEngine } from './engines.ts'
import {
  hour,
  newSubscription,
  noon,
  onlyProfile,
  openDoors,
  openFresh,
  run,
  scored,
  stored
} from './opened.ts'
import { indexesOf, type Watched, watch, wholeReads } from './whole-reads.ts'

const engine = sqliteEngine()
const growing = ['messages', 'episodes', 'nights', 'runs']
const destination = { destination: { to: 'a' }, destinationKey: 'a' }

let store: Store
let watched: Watched
let parts: ReturnType<typeof watchedParts>
/** A subscription with an open episode whose first message was sent, and whose next may wait. */
let id: string

beforeAll(async () => {
  await engine.start()
  store = await openFresh(engine)
  watched = watch(store.database)
  parts = watchedParts(watched)
  id = (await stored(store, destination)).id
  for (let created = 0; created < 9; created += 1) await stored(store, { preview: created === 8 })
  await evaluated('first')
})

afterAll(async () => {
  await store.close()
  await engine.stop()
})

function watchedParts({ database }: Watched) {
  const readRuns = runReader()
  return {
    subscriptions: subscriptionStore(database),
    episodes: episodeStore(database),
    outbox: outbox(database, readRuns),
    deliveryLog: deliveryLog(database, readRuns),
    maintenance: maintenance(database),
    countMessages: () => countMessages(database, { since: noon - hour, now: noon, answering: ['webhook'] })
  }
}

async function evaluated(runId: string, members: Parameters<typeof scored>[0] = {}, only?: string) {
  const profile = await onlyProfile(store)
  await parts.episodes.evaluate([run(profile, runId, [scored(members)])], noon, only ?? null)
}

function claim(members: Partial<Claim> = {}): Claim {
  const usual = { now: noon, limit: 100, worker: 'w', leasedUntil: noon + 60_000, onlySubscription: null }
  return { ...usual, decide: sayIt, ...members }
}

function sayIt(due: DueMessage): ReturnType<Claim['decide']> {
  const nights = due.episodes.map(({ date }) => ({ date, standing: 'raised' as const }))
  const kind = due.trigger === 'blind' || due.trigger === 'sighted' ? due.trigger : ('raised' as const)
  const fresh = {
    kind,
    runSeq: due.currentRun?.seq ?? null,
    nights,
    counted: true,
    endsDataGap: false,
    madeAt: noon
  }
  return { act: 'send', message: due.fixed ?? { ...fresh, messageId: `msg_${due.seq}` } }
}

async function claimed(members: Partial<Claim> = {}): Promise<readonly ClaimedMessage[]> {
  const { messages } = await parts.outbox.claim(claim(members))
  expect(messages).not.toEqual([])
  return messages
}

function record(messages: readonly ClaimedMessage[], outcome: RecordedOutcome): Promise<void> {
  return parts.outbox.record(
    messages.map((one) => ({ claimed: one, outcome })),
    'w',
    noon
  )
}

/** What happens each second or minute, or at somebody's request, in an order in which each has something to do. */
const often: Readonly<Record<string, () => Promise<unknown>>> = {
  'evaluation of standing episodes': () => evaluated('second', { score: 90, level: 'severe' }),
  'evaluation for one subscription': () => evaluated('second', {}, id),
  'sight of a cleared night': () => evaluated('third', { score: 1 }),
  'claim and record of what is sent': async () => record(await claimed(), { kind: 'sent' }),
  'claim and record of what is tried again': async () => {
    await evaluated('worse', { score: 90, level: 'severe', plantTemperatureMinC: -3 })
    const retry = { kind: 'retry', nextAttemptAt: noon, reason: 'down' } as const
    await record(await claimed(), retry)
    await claimed()
    await record(await claimed({ now: noon + hour }), retry)
  },
  'claim and record of what is refused': async () => {
    const [first, second, ...others] = await claimed({ now: noon + hour })
    if (first === undefined || second === undefined) throw new Error('nine are due')
    await record([first], { kind: 'rejected', suspend: 'gone', reason: '410' })
    await record([second], { kind: 'expired', reason: 'night_over' })
    await record(others, { kind: 'sent' })
  },
  'claim of what says nothing': async () => {
    await parts.outbox.enqueue(id, 'test', noon)
    await parts.outbox.claim(claim({ onlySubscription: id, decide: () => ({ act: 'drop', reason: 'none' }) }))
  },
  'going blind and seeing again': async () => {
    const { seq } = await onlyProfile(store)
    // New subscriptions are not notified.
    const now = noon + hour
    await parts.episodes.loseData([{ profileSeq: seq, date: '2026-04-11', raisedOnly: true }], now)
    await record(await claimed({ now }), { kind: 'sent' })
    await evaluated('seen')
    await record(await claimed({ now }), { kind: 'sent' })
  },
  'reminders at dusk': async () => {
    expect(await parts.episodes.remindAtDusk(noon + 31 * hour, noon + 25 * hour)).toBeGreaterThan(0)
  },
  'unseen curves': () => parts.episodes.unseen(noon, noon),
  'what a clock that was ahead has put off': () => parts.maintenance.hastenFuture(noon),
  'end of previews': () => parts.maintenance.endPreviews(noon, [{ channel: 'feed', asked: null }]),
  'when something is due': () => parts.outbox.nextDueAt(),
  'what waits': () => parts.outbox.waiting(),
  'what is tried again': () => parts.outbox.retrying(['webhook']),
  'counts of messages': () => parts.countMessages(),
  'count of open episodes': () => parts.episodes.openCount(noon),
  'a round of escalation': () =>
    parts.episodes.escalate(noon, () => ({ since: null, unansweredAt: null, steps: [] })),
  'nights that no one has answered': () => parts.episodes.unansweredCount(noon),
  'steps that are late': () => parts.episodes.lateSteps(noon),
  'counts of subscriptions': () => parts.subscriptions.countByState(),
  'newest previews': () => parts.deliveryLog.previews(50),
  'delivery log': () => parts.deliveryLog.of(id, 10, 1000),
  'feed or stream': () => parts.deliveryLog.sentAfter(id, 0, 10),
  'activity of streams': () => parts.subscriptions.activity([id]),
  'a new subscription': async () => {
    const idempotency = { key: 'k', bodyHash: 'h', since: noon - 1 }
    const installationCap = { most: 100, isFair: () => true }
    const rules = { ...openDoors, idempotency, installationCap, trigger: 'verify' } as const
    await parts.subscriptions.insert(newSubscription({ ...destination, state: 'active' }), rules)
    await parts.subscriptions.insert(newSubscription(), rules)
    await parts.subscriptions.rememberAnswer('client', 'k', '{}')
  },
  'subscriptions of a client': () =>
    parts.subscriptions.createdSince('client', { since: noon, channels: null, unprovenOnly: false }, 20),
  confirmation: async () => {
    const pending = await stored(store, { state: 'pending_confirmation', location: 'bursa' })
    const binding = { ...destination, language: null, now: noon }
    expect(await parts.subscriptions.confirm(pending.id, binding)).toBe(true)
  },
  'a changed subscription': () => parts.subscriptions.change(id, () => ({ crop: 'apple' })),
  'a moved subscription': () =>
    parts.subscriptions.move(id, ['active'], { state: 'paused', reason: null, now: noon }),
  'a subscription read': () => parts.subscriptions.markRead(id, noon),
  'a subscription by its id': () => parts.subscriptions.byId(id),
  'subscriptions of one destination': () => parts.subscriptions.byDestinationKey('plain', 'a'),
  'curves of a place': () => parts.subscriptions.profiles(['malatya']),
  'curves of two places': () => parts.subscriptions.profiles(['malatya', 'izmir']),
  'owners of thermometers at a place': async () => {
    expect(await parts.subscriptions.judgeByOwners('malatya', ['client'], null)).toBe(true)
    expect(await parts.subscriptions.judgeByOwners('malatya', [], null)).toBe(true)
  },
  'watched places': () => parts.subscriptions.watchedPlaces(),
  'subscriptions of a channel': () => parts.subscriptions.ofChannel('mqtt', noon)
}

/** What happens once an hour, or behind a new connection to a broker, may look at each subscription. */
const hourly: Readonly<Record<string, () => Promise<unknown>>> = {
  'stages grown old': async () => {
    await stored(store, { location: 'izmir', crop: 'apple', stage: 'pink', stageGivenAt: noon - 1 })
    expect(await parts.maintenance.ageStages(noon)).toEqual(['izmir'])
  },
  expiry: () => parts.maintenance.expire({ now: noon, unreadSince: 0, readChannels: ['feed'] }),
  'profiles that are not watched any more': () => parts.subscriptions.unwatchedProfiles(noon),
  'long silence': () => parts.maintenance.queueStillWatching(noon, noon),
  forgetting: async () => {
    await evaluated('last')
    await parts.maintenance.forget({ endedBefore: noon, now: noon + 500 * 24 * hour })
    expect(await store.database.queries.selectFrom('runs').selectAll().execute()).toHaveLength(1)
  }
}

describe('on SQLite no table that grows is read whole', () => {
  it.each(Object.entries(often))('by: %s', async (name, work) => {
    expect(await readWhole(name, work, ['subscriptions'])).toEqual([])
    // Where no subscription has an escalation it costs what it did before there were any.
    const isRound = name === 'a round of escalation'
    expect(aboutSteps.map(({ sql }) => sql)).toEqual(isRound ? [expect.stringContaining('escalation')] : [])
  })

  it.each(Object.entries(hourly))('each hour by: %s', async (name, work) => {
    expect(await readWhole(name, work, [])).toEqual([])
  })

  it.each(['what is tried again', 'counts of messages'])(
    'what has failed is found among all that waits by: %s',
    async (name) => {
      watched.asked()
      await often[name]?.()
      const indexes = await indexesOf(store.database, watched.asked())
      expect([...indexes]).toContain('messages_retried')
    }
  )

  it('nor the stored forecasts and the record, by what deletes the old ones or looks a point up', async () => {
    const tables = ['kept_forecasts', 'archive_years', 'issued_nights', 'analysed_nights', 'sensors'].concat(
      'curves',
      'airports',
      'airport_reports',
      'airport_nights',
      'evening_nights',
      'evening_states',
      'evening_laws',
      'allowances',
      'idempotency'
    )
    const { database } = watched
    const deletion = createForecastStore(database)
    const nights = recordStore(database)
    watched.asked()
    await deletion.prune(noon, 1000)
    const at = { lat: 38.353, lon: 38.312, timezone: 'Europe/Istanbul', elevation: null }
    for (const isOwn of [true, false]) await nights.recordedAs({ pointKey: '38.353,38.312', ...at, isOwn })
    await nights.isFieldOf('sub_x', { pointKey: '38.353,38.312', ...at })
    const [cell, span] = [
      { source: 'a', cell: '38.4,38.3' },
      { from: 1996, to: 2025 }
    ] as const
    await archiveStore(database).years(cell)
    await archiveStore(database).lastFetchedAt('a')
    await archiveStore(database).next('a', span, true)
    const box = { south: 38, north: 39, west: 38, east: 39 }
    await nights.airportsIn(box)
    await nights.airportReportsOf(['LTAT'], noon)
    await nights.airportNights('LTAT', '2026-01-01')
    await nights.evenings('38.353,38.312', '2026-01-01')
    await nights.nights({
      ...{ pointKey: '38.353,38.312', synthetic: false, from: '', until: '9999', leadDay: 1 },
      ...{ after: { date: '2026-04-01', leadDay: 3 }, limit: 10 }
    })
    await nights.forgetBefore('2026-01-01', noon)
    await parts.maintenance.forget({ endedBefore: noon, now: noon })
    const asked = watched.asked().filter(({ sql: text }) => !text.includes('delete from record_points'))
    expect(asked.length).toBeGreaterThan(4)
    expect(await wholeReads(store.database, asked, tables)).toEqual([])
  })

  it('and where one is, what reads it and its statement are told', async () => {
    const { queries } = watched.database
    const reads = [
      sql`select m.seq from "messages" as "m" where m.created_at < ${noon}`,
      sql`select count(*) from messages`,
      sql`delete from episodes where over_at < 1`,
      sql`select n.facts from nights n cross join runs r on r.issued_at = n.over_at`,
      sql`select id from subscriptions where threshold = 1`
    ]
    const fine = [
      sql`select count(*) from messages where state = 'queued'`,
      sql`select state, count(*) from subscriptions group by channel, state`,
      sql`select max(seq) from messages`
    ]
    const seen = await readWhole('planted', async () => {
      for (const one of [...reads, ...fine]) await one.execute(queries)
    }, ['subscriptions'])
    expect(seen).toEqual([
      'planted reads all messages (SCAN m): select m.seq from "messages" as "m" where m.created_at < ?',
      expect.stringMatching(/^planted reads all messages \(SCAN messages USING COVERING INDEX /),
      'planted reads all episodes (SCAN episodes): delete from episodes where over_at < 1',
      expect.stringMatching(/^planted reads all nights \(SCAN n\)/),
      expect.stringMatching(/^planted reads all runs \(SEARCH r USING AUTOMATIC COVERING INDEX/),
      'planted reads all subscriptions (SCAN subscriptions): select id from subscriptions where threshold = 1'
    ])
  })
})

/** What the last part asked of the steps of escalations. */
let aboutSteps: ReturnType<Watched['asked']> = []

async function readWhole(
  name: string,
  work: () => Promise<unknown>,
  narrow: readonly string[]
): Promise<readonly string[]> {
  watched.asked()
  await work()
  const asked = watched.asked()
  expect(asked, `${name} asks something`).not.toEqual([])
  aboutSteps = asked.filter(({ sql }) => /\bsteps\b/.test(sql))
  const whole = await wholeReads(store.database, asked, growing, narrow)
  return whole.map((one) => `${name} reads all ${one}`)
}
