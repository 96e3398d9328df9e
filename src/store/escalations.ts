import { type Selectable, sql } from 'kysely'
import type { AlertNight } from '../alerts/alert-night.ts'
import type { Advancing, AlarmFacts } from '../alerts/escalation.ts'
import type { EscalatedNight, StoredRun } from '../alerts/outbox-ports.ts'
import type {
  CurvesTable,
  EpisodesTable,
  MessagesTable,
  StepsTable,
  SubscriptionsTable
} from './alert-tables.ts'
import { type Contact, contactsOf, escalationLock, queueForPeople, type StepOfContact } from './contacts.ts'
import { type Database, oneOf, transact } from './database.ts'
import { openEpisode } from './episode-rows.ts'
import { enqueueOne } from './message-rows.ts'
import type { ReadRun, RunReader } from './runs.ts'
import { toProfile } from './scoring-profiles.ts'
import { thresholdOf } from './subscription-rows.ts'

type Row = Pick<StepsTable, 'message_seq' | 'step'> &
  Selectable<EpisodesTable> &
  Omit<Selectable<CurvesTable>, 'seq'> &
  Pick<SubscriptionsTable, 'label' | 'threshold' | 'threshold_temperature' | 'threshold_probability'> & {
    readonly seq: number
    readonly subscription_state: string
    readonly threshold_of: string
    readonly contact_thread: string | null
  }

interface EscalatedNights {
  readonly runs: readonly number[]
  /** The soonest first; absent: another kind. */
  readonly of: (
    messageSeq: number,
    runs: ReadonlyMap<number, StoredRun>
  ) => readonly EscalatedNight[] | undefined
}

const none: EscalatedNights = { runs: [], of: () => undefined }

/** Nights of escalated messages; without such a message there is no query. */
export async function escalatedNights(
  inside: Database,
  messages: readonly { readonly seq: number; readonly prompt: string }[]
): Promise<EscalatedNights> {
  const seqs = messages.filter(({ prompt }) => prompt === 'escalate').map(({ seq }) => seq)
  if (seqs.length === 0) return none
  const { rows } = await sql<Row>`select t.message_seq, t.step, e.*, c.location, c.crop, c.stage, c.exposure,
      c.stage_old, c.owner, c.current_run_seq, s.seq, s.state as subscription_state, s.label, s.threshold,
      s.threshold_of, s.threshold_temperature, s.threshold_probability,
      (select p.thread from steps p where p.subscription_seq = t.subscription_seq and p.night_date = t.night_date
        and p.step = abs(t.step) and p.thread is not null order by p.made_at limit 1) as contact_thread
    from steps t
      join subscriptions s on s.seq = t.subscription_seq
      join curves c on c.seq = s.curve_seq
      join episodes e on e.subscription_seq = t.subscription_seq and e.night_date = t.night_date
    where ${oneOf(inside, 't.message_seq', seqs)} order by e.over_at, s.seq`.execute(inside.queries)
  const byMessage = Map.groupBy(rows, (row) => row.message_seq ?? 0)
  const runs = rows.flatMap((row) => [row.current_run_seq, row.told_run_seq, row.seen_run_seq])
  return {
    runs: runs.filter((seq) => seq !== null),
    of: (messageSeq, read) => byMessage.get(messageSeq)?.map((row) => escalatedNight(row, read))
  }
}

function escalatedNight(row: Row, runs: ReadonlyMap<number, StoredRun>): EscalatedNight {
  const { location, crop, stage, exposure, stageIsOld } = toProfile(row)
  const { seq, label, current_run_seq: current } = row
  return {
    subscription: { seq, location, crop, stage, exposure, label, threshold: thresholdOf(row) },
    isActive: row.subscription_state === 'active',
    isTakenBack: row.step < 0,
    stageIsOld,
    episode: openEpisode(row, runs),
    run: current === null ? null : (runs.get(current) ?? null),
    thread: row.contact_thread
  }
}

type WaitingRow = Selectable<EpisodesTable> & {
  readonly id: string
  readonly escalation: string
  readonly current_run_seq: number | null
  /** The destination of the warning itself is suspended. */
  readonly rejected_at: number | null
}

export async function escalate(database: Database, readRuns: RunReader, now: number, advancing: Advancing) {
  return transact(database, async (inside) => {
    await inside.dialect.advisoryLock(inside.queries, escalationLock)
    const rows = await waitingRows(inside, now)
    if (rows.length === 0) return []
    const reading = {
      runs: await readRuns(inside, runsOf(rows)),
      steps: await takenSteps(inside, rows),
      contacts: await contactsOf(inside, [...new Set(rows.map(({ id }) => id))])
    }
    const lastReportAt = Math.max(...rows.map(({ unanswered_at }) => unanswered_at ?? 0))
    const unanswered: { readonly subscriptionId: string; readonly date: string }[] = []
    const steps: StepOfContact[] = []
    for (const row of rows) {
      const changed = advancing({ ...waitingOf(row, reading), lastReportAt })
      await store(inside, row, changed)
      if (changed.unansweredAt === now) unanswered.push({ subscriptionId: row.id, date: row.night_date })
      steps.push(...(await takeSteps(inside, row, { reading, changed, now })))
    }
    await queueForPeople(inside, steps, now)
    return unanswered
  })
}

interface Reading {
  readonly runs: ReadonlyMap<number, ReadRun>
  readonly steps: ReadonlyMap<string, readonly StepRow[]>
  /** Keys: the id of the one that they follow. */
  readonly contacts: ReadonlyMap<string, readonly Contact[]>
}

function waitingOf(row: WaitingRow, reading: Reading): Omit<Parameters<Advancing>[0], 'lastReportAt'> {
  const contacts = reading.contacts.get(row.id) ?? []
  const answerer = contacts.find(({ id }) => id === row.seen_by)?.step ?? null
  const unreachable = contacts.filter(({ state }) => state !== 'active').map(({ step }) => step)
  return {
    facts: factsOf(row, reading.steps.get(keyOf(row)) ?? [], reading.runs),
    run: nightIn(reading.runs, row),
    escalation: JSON.parse(row.escalation),
    steps: [1, ...contacts.map(({ step }) => step)].toSorted(
      (one, other) => Number(other === answerer) - Number(one === answerer)
    ),
    unreachable: new Set(row.rejected_at === null ? unreachable : [1, ...unreachable]),
    isFirstAtOnce: answerer !== null || row.rejected_at !== null
  }
}

/** Nights that wait for an answer, may begin to, or whose contacts may have to learn that the risk is over. */
async function waitingRows({ queries }: Database, now: number): Promise<readonly WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`select e.*, s.id, s.escalation, c.current_run_seq,
      case when s.reason is not null then e.raised_at end as rejected_at
    from subscriptions s
      join episodes e on e.subscription_seq = s.seq and e.over_at > ${now}
      join curves c on c.seq = s.curve_seq
    where s.escalation is not null and s.state = 'active' and s.preview = 0
      and e.subscription_seq in (select seq from subscriptions where escalation is not null)
      and (e.state = 'raised' or e.alarm_since is not null or exists (select 1 from steps t
        where t.subscription_seq = s.seq and t.night_date = e.night_date and t.step > 1))
    order by e.subscription_seq, e.night_date`.execute(queries)
  return rows
}

function runsOf(rows: readonly WaitingRow[]): readonly number[] {
  return rows
    .flatMap(({ current_run_seq, told_run_seq, seen_run_seq }) => [
      current_run_seq,
      told_run_seq,
      seen_run_seq
    ])
    .filter((seq) => seq !== null)
}

function nightIn(runs: ReadonlyMap<number, ReadRun>, row: WaitingRow): AlertNight | null {
  const run = row.current_run_seq === null ? undefined : runs.get(row.current_run_seq)
  return run?.nights.find(({ date }) => date === row.night_date) ?? null
}

function keyOf(row: Pick<StepsTable, 'subscription_seq' | 'night_date'>): string {
  return `${row.subscription_seq} ${row.night_date}`
}

type StepRow = Omit<StepsTable, 'thread'> &
  Partial<Pick<MessagesTable, 'state' | 'ended_at' | 'receipt' | 'receipt_at'>>

async function takenSteps(
  inside: Database,
  rows: readonly WaitingRow[]
): Promise<ReadonlyMap<string, readonly StepRow[]>> {
  const seqs = rows.map((row) => row.subscription_seq)
  const [first] = rows.map((row) => row.night_date).toSorted()
  const { rows: steps } = await sql<StepRow>`select t.*, m.state, m.ended_at, m.receipt, m.receipt_at
    from steps t left join messages m on m.seq = t.message_seq
    where ${oneOf(inside, 't.subscription_seq', seqs)} and t.night_date >= ${first} order by t.made_at, t.step`.execute(
    inside.queries
  )
  return Map.groupBy(steps, keyOf)
}

function factsOf(row: WaitingRow, steps: readonly StepRow[], runs: ReadonlyMap<number, ReadRun>): AlarmFacts {
  return {
    ...openEpisode(row, runs),
    raisedAt: row.raised_at,
    clearingAt: row.clearing_at,
    since: row.alarm_since,
    unansweredAt: row.unanswered_at,
    steps: steps.map(takenStep)
  }
}

function takenStep(row: StepRow): AlarmFacts['steps'][number] {
  const { step, since, made_at, state, ended_at, receipt, receipt_at } = row
  if (state === 'queued' || state === 'sending') return { step, since, outcome: 'waiting', at: made_at }
  const isReported = state === 'sent' && receipt !== 'failed'
  return isReported
    ? { step, since, outcome: 'reported', at: ended_at ?? made_at }
    : { step, since, outcome: 'failed', at: receipt_at ?? ended_at ?? made_at }
}

type Changed = ReturnType<Advancing>

async function store({ queries }: Database, row: WaitingRow, { since, unansweredAt }: Changed) {
  if (since === row.alarm_since && unansweredAt === row.unanswered_at) return
  await queries
    .updateTable('episodes')
    .set({ alarm_since: since, unanswered_at: unansweredAt })
    .where((is) => is.and({ subscription_seq: row.subscription_seq, night_date: row.night_date }))
    .execute()
}

/** Takes steps that need no contact; returns the others. */
async function takeSteps(
  inside: Database,
  row: WaitingRow,
  { reading, changed, now }: { reading: Reading; changed: Changed; now: number }
): Promise<readonly StepOfContact[]> {
  const { subscription_seq, night_date } = row
  const contacts = reading.contacts.get(row.id) ?? []
  const ofContacts: StepOfContact[] = []
  for (const step of changed.steps) {
    const taken = { subscription_seq, night_date, since: changed.since ?? now, step, made_at: now }
    const contact = contacts.find((one) => one.step === step && one.state === 'active')
    if (contact !== undefined) ofContacts.push({ contact, taken })
    else {
      const isOwn = step === 1 && row.rejected_at === null
      const message_seq = isOwn ? await enqueueOne(inside, subscription_seq, 'escalate', now) : null
      await inside.queries
        .insertInto('steps')
        .values({ ...taken, message_seq })
        .execute()
    }
  }
  const notified =
    row.state === 'cleared' ? notifiedContacts(reading.steps.get(keyOf(row)) ?? [], contacts) : []
  const back = notified.map((contact) => ({
    contact,
    taken: { subscription_seq, night_date, since: now, step: -contact.step, made_at: now }
  }))
  return [...ofContacts, ...back]
}

/** Contacts who know of the night, and not yet that the risk is over. */
function notifiedContacts(steps: readonly StepRow[], contacts: readonly Contact[]): readonly Contact[] {
  const lastOf = (step: number, isMeant: (one: StepRow) => boolean): number =>
    Math.max(0, ...steps.filter((one) => one.step === step && isMeant(one)).map(({ made_at }) => made_at))
  return contacts.filter(({ step, state }) => {
    const notifiedAt = lastOf(step, (one) => one.state === 'sent')
    return state === 'active' && notifiedAt > 0 && lastOf(-step, () => true) <= notifiedAt
  })
}
