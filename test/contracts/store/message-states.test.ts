/**
 * The states of a message in docs/alerts.md are those of the store: random histories take every edge of the
 * diagram, and no other.
 */
import { expect, it } from 'vitest'
import type { AlertNight } from '../../../src/alerts/alert-night.ts'
import { decideContent } from '../../../src/alerts/content.ts'
import type { ClaimedMessage, MessageTrigger, RecordedOutcome } from '../../../src/alerts/outbox-ports.ts'
import type { StoredProfile } from '../../../src/alerts/store-ports.ts'
import { openStore, type Store } from '../../../src/store/open.ts'
import { edgesOf } from '../../state-diagram.ts'
import { hour, noon, onlyProfile, run, scored, stored } from './opened.ts'

const minute = 60_000
const leaseMs = 2 * minute
const histories = 60
const steps = 80

/** A row of the outbox, as the diagram names its state. */
interface Seen {
  readonly state: string
  readonly dueAt: number
}

/** One store with its clock, and every change of state that was seen in it. */
class History {
  readonly edges = new Set<string>()
  readonly #store: Store
  readonly #random: () => number
  #now = noon
  #runs = 0
  #claimed: ClaimedMessage[] = []
  #seen: ReadonlyMap<number, Seen> = new Map()
  #profile: StoredProfile | null = null

  constructor(store: Store, random: () => number) {
    this.#store = store
    this.#random = random
  }

  async live(): Promise<void> {
    await this.#evaluate()
    await this.#look('')
    for (let step = 0; step < steps; step += 1) {
      const [event, work] = this.#one([
        ['', () => this.#evaluate()],
        ['', () => this.#request()],
        ['', () => this.#move()],
        ['lease ended', async () => this.#pass(this.#one([6, leaseMs / 1000, 6 * 3600, 48 * 3600]))],
        ['claimed', () => this.#claim()],
        ['claimed', () => this.#claim()],
        ['accepted', () => this.#record({ kind: 'sent' })],
        ['refused', () => this.#record({ kind: 'rejected', suspend: 'gone', reason: 'http_410' })],
        ['no time left', () => this.#record({ kind: 'expired', reason: 'http_500' })],
        [
          'put back',
          () => this.#record({ kind: 'retry', nextAttemptAt: this.#now + 5000, reason: 'http_500' })
        ],
        ['put back', () => this.#record({ ...untried, nextAttemptAt: null })]
      ] as const)
      await work()
      await this.#look(event)
    }
    this.#pass(402 * 24 * 3600)
    await this.#look('lease ended')
    await this.#store.maintenance.forget({ endedBefore: 0, now: this.#now })
    await this.#look('deleted')
  }

  #one<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#random() * items.length)]
    if (item === undefined) throw new Error('nothing to choose from')
    return item
  }

  #pass(seconds: number): void {
    this.#now += seconds * 1000
  }

  async #evaluate(): Promise<void> {
    this.#runs += 1
    const nights = [1, 2].map((ahead) => this.#night(ahead))
    this.#profile ??= await onlyProfile(this.#store)
    const next = { ...run(this.#profile, `run-${this.#runs}`, nights), confirmedAt: this.#now }
    await this.#store.episodes.evaluate([next], this.#now, null)
  }

  /** The night that ends in the morning so many days ahead. */
  #night(ahead: number): AlertNight {
    const date = new Date(this.#now + ahead * 24 * hour).toISOString().slice(0, 10)
    const coldestAt = Date.parse(date) + 2 * hour
    return scored({
      ...{ date, coldestAt, overAt: coldestAt + 2 * hour },
      ...{ score: this.#one([20, 70, 90]), level: this.#one(['moderate', 'high', 'severe'] as const) }
    })
  }

  async #request(): Promise<void> {
    const subscription = this.#one(await this.#subscriptions())
    const trigger = this.#one<MessageTrigger>(['test', 'change', 'dusk'])
    await this.#store.outbox.enqueue(subscription, trigger, this.#now)
  }

  async #move(): Promise<void> {
    const subscription = this.#one(await this.#subscriptions())
    const to = { state: this.#one(['active', 'active', 'paused', 'unsubscribed'] as const), reason: null }
    const from = ['active', 'paused', 'suspended'] as const
    await this.#store.subscriptions.move(subscription, from, { ...to, now: this.#now })
  }

  async #subscriptions(): Promise<readonly string[]> {
    const rows = await this.#store.database.queries
      .selectFrom('subscriptions')
      .select('id')
      .orderBy('seq')
      .execute()
    return rows.map(({ id }) => id)
  }

  async #claim(): Promise<void> {
    const content = {
      timezoneOf: () => 'Europe/Istanbul',
      nameOf: () => null,
      isCalled: () => false,
      messageId: () => `msg_${this.#random()}`
    }
    const { messages } = await this.#store.outbox.claim({
      now: this.#now,
      limit: this.#one([1, 10]),
      worker: 'worker',
      leasedUntil: this.#now + leaseMs,
      onlySubscription: null,
      decide: (due, now) => decideContent(due, now, content)
    })
    this.#claimed.push(...messages)
  }

  async #record(outcome: RecordedOutcome): Promise<void> {
    const some = this.#claimed.splice(0, this.#one([1, 3]))
    await this.#store.outbox.record(
      some.map((claimed) => ({ claimed, outcome })),
      'worker',
      this.#now
    )
  }

  /** Notes which rows have changed their state since the last look. */
  async #look(event: string): Promise<void> {
    const rows = await this.#store.database.queries
      .selectFrom('messages')
      .select(['seq', 'state', 'leased_by', 'leased_until', 'next_attempt_at', 'reason'])
      .execute()
    const seen = new Map<number, Seen>()
    for (const row of rows) {
      const before = this.#seen.get(row.seq)
      const isHeld = row.leased_by !== null && (row.leased_until ?? 0) > this.#now
      const isRepeat = before?.state === 'abandoned' || before?.state === 'repeated'
      const held = isRepeat ? 'repeated' : 'leased'
      const state = row.state === 'sending' ? (isHeld ? held : 'abandoned') : row.state
      seen.set(row.seq, { state, dueAt: row.next_attempt_at })
      const waits = event === 'claimed' && state === 'queued' && row.next_attempt_at !== before?.dueAt
      if (before === undefined) this.#note('[*]', state, 'enqueued')
      else if (waits) this.#note(state, state, 'waits for the morning')
      else if (before.state !== state) this.#note(before.state, state, ended(event, state) ?? event)
    }
    for (const [seq, { state }] of this.#seen) if (!seen.has(seq)) this.#note(state, '[*]', event)
    this.#seen = seen
  }

  #note(from: string, to: string, event: string): void {
    this.edges.add(`${from} --> ${to}: ${event}`)
  }
}

const untried = { kind: 'retry', reason: 'not_tried_yet', untried: true } as const

/** A claim that sends nothing ends the message instead. */
function ended(event: string, state: string): string | null {
  if (event !== 'claimed' || state === 'leased' || state === 'repeated') return null
  return state === 'expired' ? 'night is over' : 'nothing to send'
}

/** The same numbers, 0 ≤ x < 1, at every run. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

it('the states of a message and their changes are those of the diagram, and no others', async () => {
  const edges = new Set<string>()
  for (let number = 1; number <= histories; number += 1) {
    const store = await openStore({ url: null, dataDir: ':memory:', now: noon })
    try {
      for (let created = 0; created < 6; created += 1) await stored(store)
      const history = new History(store, chance(number))
      await history.live()
      for (const edge of history.edges) edges.add(edge)
    } finally {
      await store.close()
    }
  }
  expect([...edges].toSorted()).toEqual(edgesOf('docs/alerts.md', 'States of a message'))
})
