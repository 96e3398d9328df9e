import type { DueMessage, EscalatedNight, FixedMessage, MessageTrigger } from '../alerts/outbox-ports.ts'
import type { Destination } from '../alerts/ports.ts'
import type { QuietHours } from '../alerts/quiet-hours.ts'
import type { StoredProfile } from '../alerts/store-ports.ts'
import { dayMs, hourMs } from '../common/time.ts'
import type { Language } from '../language/language.ts'
import type { MessagesTable, SubscriptionsTable } from './alert-tables.ts'
import { awakeReaders, later } from './awake-readers.ts'
import { type Database, oneOf } from './database.ts'
import { type OpenRow, openEpisode } from './episode-rows.ts'
import { escalatedNights } from './escalations.ts'
import { fixedOf } from './message-rows.ts'
import type { ReadRun, RunReader } from './runs.ts'
import { profileColumns, toProfile } from './scoring-profiles.ts'
import { secretOf, stateOf, thresholdOf } from './subscription-rows.ts'

type SubscriptionPart = { readonly threshold_of: string } & Pick<
  SubscriptionsTable,
  | ('id' | 'curve_seq' | 'channel' | 'threshold' | 'language' | 'label' | 'destination')
  | ('limited_by' | 'confirm_until' | 'last_sent_at' | 'blind_date' | 'secret_changed_at')
  | ('threshold_temperature' | 'threshold_probability' | 'reason')
>

/** A message with the needed columns of its subscription, read once, where both are locked. */
export interface ClaimableRow extends SubscriptionPart, Pick<MessagesTable, 'prompt'> {
  readonly seq: number
  readonly created_at: number
  readonly subscription_seq: number
  /** Null for `queued`. */
  readonly state: string | null
  /** Null for `active`. */
  readonly subscription_state: string | null
  /** Null for 0. */
  readonly attempts: number | null
  readonly preview: number | null
  readonly blind_open: number | null
  readonly blind_told: number | null
  readonly secret_number: number | null
  readonly label_own: number | null
  readonly quiet_hours: string | null
  /** Null: an unanswered warning is not sent again. */
  readonly escalates: number | null
}

/** Columns from `messages m` and `subscriptions s`. Null costs nothing to read, so it stands for the usual value. */
export const claimableColumns = `
  m.seq, m.prompt, nullif(m.state, 'queued') as state, m.created_at, nullif(m.attempts, 0) as attempts,
  s.seq as subscription_seq, nullif(s.state, 'active') as subscription_state, s.reason, s.id,
  nullif(s.preview, 0) as preview, s.curve_seq,
  s.threshold_of, s.threshold_temperature, s.threshold_probability,
  s.channel, s.threshold, s.language, s.label, nullif(s.label_own, 0) as label_own, s.destination, s.limited_by,
  s.confirm_until, s.last_sent_at, s.blind_date, nullif(s.blind_open, 0) as blind_open,
  nullif(s.blind_told, 0) as blind_told, nullif(s.secret_number, 0) as secret_number, s.secret_changed_at,
  s.quiet_hours,
  case when s.escalation is not null then 1 end as escalates`

/** Reads what is due of rows that this transaction has locked. */
export async function readDue(
  inside: Database,
  readRuns: RunReader,
  rows: readonly ClaimableRow[],
  now: number
) {
  const profiles = await profilesOf(inside, rows)
  const episodes = await openEpisodes(inside, rows, now)
  const counted = await countedSends(inside, rows, episodes, now)
  const fixed = await fixedBefore(inside, rows)
  const isAwake = await awakeReaders(inside, rows, episodes)
  const escalated = await escalatedNights(inside, rows)
  const wanted = [...runsToRead(profiles, episodes, fixed), ...escalated.runs]
  const runs = await readRuns(inside, wanted)
  const read = { episodes, counted, fixed, isAwake, escalated, runs }
  /** Null: its profile was deleted. Built at the decision: all at once would fill the memory. */
  const dueOf = (row: ClaimableRow): DueMessage | null => {
    const profile = profiles.get(row.curve_seq)
    return profile === undefined ? null : dueMessage(row, profile, read)
  }
  return { dueOf, runs }
}

const never: readonly number[] = []
const noNights: readonly EscalatedNight[] = []

interface CurrentProfile extends StoredProfile {
  readonly currentRunSeq: number | null
}

interface Read {
  readonly episodes: ReadonlyMap<number, readonly OpenRow[]>
  readonly counted: ReadonlyMap<number, readonly number[]>
  readonly fixed: ReadonlyMap<number, FixedMessage | null>
  readonly isAwake: (row: OpenRow) => boolean
  readonly escalated: Awaited<ReturnType<typeof escalatedNights>>
  readonly runs: ReadonlyMap<number, ReadRun>
}

function dueMessage(row: ClaimableRow, profile: CurrentProfile, read: Read): DueMessage {
  const { subscription_seq: subscription } = row
  const { runs } = read
  const open = read.episodes.get(subscription) ?? []
  const about = read.escalated.of(row.seq, runs)
  const own = open.map((night) => openEpisode(night, runs, read.isAwake(night)))
  const others = about?.filter((one) => one.subscription.seq !== subscription) ?? noNights
  // All have one shape: thousands are made in a second.
  const due: DueMessage = {
    seq: row.seq,
    trigger: row.prompt as MessageTrigger,
    attempts: row.attempts ?? 0,
    createdAt: row.created_at,
    fixed: read.fixed.get(row.seq) ?? null,
    maybeSent: row.state === 'sending',
    subscription: subscriptionOf(row, profile, lastSent(row, open)),
    stageIsOld: profile.stageIsOld,
    dataGap: { date: row.blind_date, open: row.blind_open === 1, notified: row.blind_told === 1 },
    episodes: others.length === 0 ? own : [...own, ...others.map(({ episode }) => episode)],
    threads: threadsOf(open, about),
    currentRun: profile.currentRunSeq === null ? null : (runs.get(profile.currentRunSeq) ?? null),
    countedSentAt: read.counted.get(subscription) ?? never
  }
  if (about === undefined && row.quiet_hours === null) return due
  const quietHours = row.quiet_hours === null ? null : (JSON.parse(row.quiet_hours) as QuietHours)
  return { ...due, ...(about && { about }), ...(quietHours && { quietHours }) }
}

/** The fixed content by message; null: never claimed. */
async function fixedBefore(
  inside: Database,
  rows: readonly ClaimableRow[]
): Promise<ReadonlyMap<number, FixedMessage | null>> {
  const claimed = rows.flatMap((row) => (row.attempts === null ? [] : [row.seq]))
  if (claimed.length === 0) return new Map()
  const messages = await inside.queries
    .selectFrom('messages')
    .select([
      'seq',
      'message_id',
      'kind',
      'run_seq',
      'nights',
      'made_at',
      'counted',
      'ends_data_gap',
      'listed'
    ])
    .where(oneOf(inside, 'seq', claimed))
    .execute()
  return new Map(messages.map((row) => [row.seq, fixedOf(row)] as const))
}

/** Place, crop, stage and exposure are the scoring profile's. */
function subscriptionOf(
  row: ClaimableRow,
  profile: StoredProfile,
  lastSentAt: number | null
): DueMessage['subscription'] {
  return {
    seq: row.subscription_seq,
    id: row.id,
    state: stateOf({ state: row.subscription_state ?? 'active', reason: row.reason }),
    preview: row.preview === 1,
    location: profile.location,
    channel: row.channel,
    threshold: thresholdOf(row),
    language: row.language as Language,
    label: row.label,
    labelIsOwn: row.label_own === 1,
    crop: profile.crop,
    stage: profile.stage,
    exposure: profile.exposure,
    destination: row.destination === null ? null : (JSON.parse(row.destination) as Destination),
    rateLimitKey: row.limited_by,
    confirmUntil: row.confirm_until,
    lastSentAt,
    secret: secretOf(row)
  }
}

async function profilesOf(
  inside: Database,
  rows: readonly ClaimableRow[]
): Promise<ReadonlyMap<number, CurrentProfile>> {
  const seqs = [...new Set(rows.map((row) => row.curve_seq))]
  const profiles = await inside.queries
    .selectFrom('curves as c')
    .select([...profileColumns, 'c.current_run_seq'])
    .where(oneOf(inside, 'seq', seqs))
    .execute()
  return new Map(
    profiles.map((row) => [row.seq, { ...toProfile(row), currentRunSeq: row.current_run_seq }] as const)
  )
}

/** Includes nights over within the last day: a repeat must know when its night ended. */
export async function openEpisodes(
  inside: Database,
  rows: readonly Pick<ClaimableRow, 'subscription_seq'>[],
  now: number
): Promise<ReadonlyMap<number, readonly OpenRow[]>> {
  const subscriptions = rows.map((row) => row.subscription_seq)
  const episodes = await inside.queries
    .selectFrom('episodes')
    .select(['subscription_seq', 'night_date', 'state', 'over_at'])
    .select(['told_at', 'told_run_seq', 'told_state', 'thread', 'seen_at', 'seen_run_seq'])
    .where(oneOf(inside, 'subscription_seq', subscriptions))
    .where('over_at', '>', now - dayMs)
    .orderBy('night_date')
    .execute()
  return bySubscription(episodes, (row) => row)
}

/** When a message was last sent; exact for the last day, as messages about a night are sent before it is over. */
function lastSent({ last_sent_at }: ClaimableRow, episodes: readonly OpenRow[]): number | null {
  let at = last_sent_at
  for (const { told_at } of episodes) at = later(at, told_at)
  return at
}

/** Counted messages, for subscriptions with a recent message: only these can have reached the limit. */
async function countedSends(
  inside: Database,
  rows: readonly ClaimableRow[],
  episodes: ReadonlyMap<number, readonly OpenRow[]>,
  now: number
): Promise<ReadonlyMap<number, readonly number[]>> {
  const since = now - 36 * hourMs
  const heard = rows.flatMap((row) => {
    const { subscription_seq: subscription } = row
    return (lastSent(row, episodes.get(subscription) ?? []) ?? 0) > since ? [subscription] : []
  })
  if (heard.length === 0) return new Map()
  const sent = await inside.queries
    .selectFrom('messages')
    .select(['subscription_seq', 'ended_at'])
    .where(oneOf(inside, 'subscription_seq', heard))
    .where((is) => is.and({ state: 'sent', counted: 1 }))
    .where('ended_at', '>', since)
    .execute()
  return bySubscription(sent, (row) => row.ended_at ?? 0)
}

function bySubscription<Row extends { readonly subscription_seq: number }, Value>(
  rows: readonly Row[],
  toValue: (row: Row) => Value
): ReadonlyMap<number, readonly Value[]> {
  const groups = new Map<number, Value[]>()
  for (const row of rows) groups.getOrInsertComputed(row.subscription_seq, () => []).push(toValue(row))
  return groups
}

function runsToRead(
  profiles: ReadonlyMap<number, CurrentProfile>,
  episodes: ReadonlyMap<number, readonly OpenRow[]>,
  fixed: ReadonlyMap<number, FixedMessage | null>
): readonly number[] {
  const seqs = new Set<number>()
  const add = (seq: number | null | undefined): void => {
    if (seq !== null && seq !== undefined) seqs.add(seq)
  }
  for (const { currentRunSeq } of profiles.values()) add(currentRunSeq)
  for (const message of fixed.values()) add(message?.runSeq)
  for (const group of episodes.values()) {
    for (const { told_run_seq, seen_run_seq } of group) {
      add(told_run_seq)
      add(seen_run_seq)
    }
  }
  return [...seqs]
}

const unthreaded: DueMessage['threads'] = new Map()

/** Conversations of a message; channels without them share the empty map. */
function threadsOf(
  open: readonly OpenRow[],
  about: readonly EscalatedNight[] | undefined
): DueMessage['threads'] {
  if (about === undefined && open.every(({ thread }) => thread === null)) return unthreaded
  const ofContact = (about ?? []).map(({ episode, thread }) => ({ night_date: episode.date, thread }))
  const threads = [...ofContact, ...open].flatMap(({ night_date, thread }) =>
    thread === null ? [] : [[night_date, thread] as const]
  )
  return threads.length === 0 ? unthreaded : new Map(threads)
}
