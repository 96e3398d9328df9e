/** A store on a fresh database, and rows made for it. */

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { AlertNight } from '../../../src/alerts/alert-night.ts'
import type { Claim, DueMessage } from '../../../src/alerts/outbox-ports.ts'
import type { ScoredRun, StoredProfile } from '../../../src/alerts/store-ports.ts'
import type { NewSubscription, Subscription } from '../../../src/alerts/subscription.ts'
import { comparedThreshold } from '../../../src/alerts/threshold.ts'
import { openStore, type Store, type StoreOptions } from '../../../src/store/open.ts'
import type { Engine, FreshDatabase } from './engines.ts'

/** The instant the contract suite begins at. */
export const noon = Date.UTC(2026, 3, 9, 9)
export const hour = 3_600_000

/** Opens a store on a database of its own without rows. */
export async function openFresh(engine: Engine, options: Partial<StoreOptions> = {}): Promise<Store> {
  return openStore({ ...(await engine.migrated()), now: noon, ...options })
}

/** The store of the test that runs, and its database; a test that reopens it puts the new one here. */
export interface StoreOfTest {
  store: Store
  opened: FreshDatabase
}

/** Gives each test of a block a database of its own without rows. Its members are there once a test runs. */
export function storeForEach(engine: Engine, now: number): StoreOfTest {
  const fresh: Partial<StoreOfTest> = {}
  const known = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error('no test runs yet')
    return value
  }
  beforeAll(() => engine.start())
  beforeEach(async () => {
    await fresh.store?.close()
    fresh.opened = await engine.migrated()
    fresh.store = await openStore({ ...fresh.opened, now })
  })
  afterAll(async () => {
    await fresh.store?.close()
    await engine.stop()
  })
  return {
    get store() {
      return known(fresh.store)
    },
    set store(store) {
      fresh.store = store
    },
    get opened() {
      return known(fresh.opened)
    },
    set opened(opened) {
      fresh.opened = opened
    }
  }
}

let created = 0

/** A new active subscription of Malatya's generic curve; members can be chosen. */
export function newSubscription(members: Partial<NewSubscription> = {}): NewSubscription {
  created += 1
  const { threshold = 60 } = members
  return {
    id: `sub_${String(created).padStart(22, '0')}`,
    state: 'active',
    preview: false,
    location: 'malatya',
    channel: 'plain',
    threshold,
    ...comparedThreshold(threshold),
    ...(typeof threshold === 'number' ? { clearBelow: 50 } : {}),
    language: 'tr',
    label: null,
    labelIsOwn: true,
    tag: null,
    escalation: null,
    quietHours: null,
    vouched: null,
    imported: null,
    follows: null,
    step: null,
    crop: 'generic',
    stage: null,
    exposure: null,
    stageGivenAt: null,
    destination: { to: created },
    destinationKey: null,
    rateLimitKey: null,
    client: 'client',
    networks: null,
    createdAt: noon,
    confirmUntil: null,
    ...members
  }
}

/** Rules that let everything in. */
export const openDoors = {
  idempotency: null,
  clientLimit: { count: 1000, since: 0, channels: null, unprovenOnly: false },
  livingLimit: null,
  destinationLimit: null,
  installationCap: null,
  trigger: null
} as const

/** Stores one and gives it back. */
export async function stored(store: Store, members: Partial<NewSubscription> = {}): Promise<Subscription> {
  const insertion = await store.subscriptions.insert(newSubscription(members), openDoors)
  if (insertion.kind !== 'stored') throw new Error(insertion.kind)
  return insertion.subscription
}

/** Stores so many active ones of one curve. */
export async function storedMany(store: Store, count: number): Promise<void> {
  await stored(store)
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count - 1})
    insert into subscriptions (id, state, preview, curve_seq, location, channel, threshold, clear_below, language, crop, stage,
      exposure, client, created_at, destination)
    select 'sub_' || i, 'active', 0, s.curve_seq, 'malatya', 'plain', 60, 50, 'tr', 'generic', '', '', 'client', s.created_at,
      s.destination
    from n cross join (select * from subscriptions) as s`.execute(store.database.queries)
}

/** A night of a run. */
export function scored(members: Partial<AlertNight> = {}): AlertNight {
  return {
    date: '2026-04-11',
    score: 70,
    level: 'high',
    airTemperatureMinC: -1,
    plantTemperatureMinC: -2,
    plantTemperatureP10C: -4,
    plantTemperatureP90C: 0.5,
    frostProbability: 0.9,
    distribution: null,
    coldestAt: noon + 41 * hour,
    frostFromAt: 1000 * hour,
    frostToAt: 1003 * hour,
    sunsetAt: noon + 31 * hour,
    sunriseAt: noon + 42 * hour,
    overAt: noon + 43 * hour,
    frostType: null,
    appearance: null,
    expectedDamagePercent: null,
    updatedBy: null,
    ...members
  }
}

/** The only curve followed at a place. */
export async function onlyProfile(store: Store, location = 'malatya'): Promise<StoredProfile> {
  const [profile] = await store.subscriptions.profiles([location])
  if (profile === undefined) throw new Error(`no curve at ${location}`)
  return profile
}

/** A run of a curve. */
export function run(profile: StoredProfile, runId: string, nights: readonly AlertNight[]): ScoredRun {
  const times = { issuedAt: noon, confirmedAt: noon, dayTime: 0 }
  return { profile, runId, ...times, synthetic: false, attribution: 'Made', nights }
}

/** Says whatever is due, under an id that depends on the row alone. */
export function sayIt(due: DueMessage, now: number): ReturnType<Claim['decide']> {
  const nights = due.episodes.map(({ date }) => ({ date, standing: 'raised' as const }))
  const fresh = {
    kind: 'raised' as const,
    runSeq: due.currentRun?.seq ?? null,
    nights,
    counted: false,
    endsDataGap: false
  }
  return { act: 'send', message: due.fixed ?? { ...fresh, messageId: `msg_${due.seq}`, madeAt: now } }
}
