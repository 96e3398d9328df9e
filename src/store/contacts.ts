import { sql } from 'kysely'
import type { RaisedNight } from '../alerts/members/member-ports.ts'
import { alertRules } from '../alerts/rules.ts'
import type { MessagesTable, StepsTable, SubscriptionsTable } from './alert-tables.ts'
import { type Database, oneOf, transact } from './database.ts'
import { enqueueOne } from './message-rows.ts'

/** The lock of a round, so that no two processes take the same step. */
export const escalationLock = 4_197_009

export interface Contact {
  readonly seq: number
  readonly id: string
  readonly follows: string
  readonly step: number
  readonly state: string
  readonly channel: string
  readonly same_as: string | null
}

export interface StepOfContact {
  readonly contact: Contact
  readonly taken: Omit<StepsTable, 'message_seq' | 'thread'>
}

/** Living, in order, by the id of the one that they follow. */
export async function contactsOf(
  { queries }: Database,
  ids: readonly string[]
): Promise<ReadonlyMap<string, readonly Contact[]>> {
  const rows = await queries
    .selectFrom('subscriptions')
    .select(['seq', 'id', 'follows', 'step', 'state', 'channel', 'same_as'])
    .where('follows', 'in', [...ids])
    .where('ended_at', 'is', null)
    .orderBy('step')
    .execute()
  return Map.groupBy(
    rows.map((row) => ({ ...row, follows: row.follows ?? '', step: row.step ?? 0 })),
    ({ follows }) => follows
  )
}

/** Reorders contacts. Steps taken tonight follow their contact, by way of other numbers, as they must stay distinct. */
export async function orderContacts(
  database: Database,
  id: string,
  orderOf: (contacts: readonly Contact[]) => readonly Contact[]
): Promise<void> {
  await transact(database, async (inside) => {
    await inside.dialect.advisoryLock(inside.queries, escalationLock)
    const contacts = (await contactsOf(inside, [id])).get(id) ?? []
    const moved = orderOf(contacts).flatMap(({ seq, step: from }, index) => {
      const to = contacts[index]?.step ?? from
      return from === to ? [] : [{ seq, from, to }]
    })
    if (moved.length === 0) return
    const turns = moved.flatMap(({ from, to }) => [
      sql`when ${from} then ${to}`,
      sql`when ${-from} then ${-to}`
    ])
    const ofSubscription = sql`subscription_seq = (select seq from subscriptions where id = ${id})`
    await sql`update steps set step = step * 1000 where ${ofSubscription}`.execute(inside.queries)
    await sql`update steps set step = case step / 1000 ${sql.join(turns, sql` `)} else step / 1000 end
      where ${ofSubscription}`.execute(inside.queries)
    for (const { seq, to } of moved)
      await inside.queries.updateTable('subscriptions').set({ step: to }).where('seq', '=', seq).execute()
  })
}

function personOf({ channel, same_as, seq }: Pick<Contact, 'channel' | 'same_as' | 'seq'>): string {
  return same_as === null ? String(seq) : `${channel} ${same_as}`
}

/** Queues one message for each person: it joins a waiting one, and comes at least ten minutes after the last. */
export async function queueForPeople(
  inside: Database,
  steps: readonly StepOfContact[],
  now: number
): Promise<void> {
  if (steps.length === 0) return
  const present = await presentMessages(inside, steps, now)
  for (const [person, group] of Map.groupBy(steps, ({ contact }) => personOf(contact))) {
    const [first] = group
    if (first === undefined) continue
    const own = present.get(person) ?? []
    const waiting = own.find(({ state }) => state === 'queued')
    const lastAt = Math.max(0, ...own.map(({ at }) => at))
    const dueAt = Math.max(now, lastAt === 0 ? 0 : lastAt + alertRules.personApartMs)
    const message_seq = waiting?.seq ?? (await enqueueOne(inside, first.contact.seq, 'escalate', now, dueAt))
    await inside.queries
      .insertInto('steps')
      .values(group.map(({ taken }) => ({ ...taken, message_seq })))
      .execute()
  }
}

type PresentRow = Pick<SubscriptionsTable, 'channel' | 'same_as'> &
  Pick<MessagesTable, 'state'> & { readonly seq: number; readonly contact: number; readonly at: number }

/** Messages that wait, or left a short time ago. */
async function presentMessages(
  inside: Database,
  steps: readonly StepOfContact[],
  now: number
): Promise<ReadonlyMap<string, readonly PresentRow[]>> {
  const people = [...new Set(steps.flatMap(({ contact }) => contact.same_as ?? []))]
  const alone = steps.filter(({ contact }) => contact.same_as === null).map(({ contact }) => contact.seq)
  const isTheirs =
    people.length === 0
      ? oneOf(inside, 's.seq', alone)
      : sql`(s.same_as in (${sql.join(people)}) or ${oneOf(inside, 's.seq', alone)})`
  const { rows } = await sql<PresentRow>`select m.seq, m.state, s.channel, s.same_as, s.seq as contact,
      coalesce(m.last_attempt_at, m.created_at) as at
    from subscriptions s join messages m on m.subscription_seq = s.seq
    where s.follows is not null and ${isTheirs} and m.prompt = 'escalate'
      and (m.state in ('queued', 'sending') or m.ended_at > ${now - alertRules.personApartMs})
    order by m.seq`.execute(inside.queries)
  return Map.groupBy(rows, ({ contact, ...row }) => personOf({ ...row, seq: contact }))
}

/* What who watches for others does by hand: notes a warning passed on by telephone, or sends it once more. */

/** Records the night as it was announced. False: no longer raised. */
export async function noteSeenByPhone(
  { queries }: Database,
  { seq, date }: RaisedNight,
  now: number
): Promise<boolean> {
  const current = sql`(select c.current_run_seq from subscriptions s join curves c on c.seq = s.curve_seq
    where s.seq = episodes.subscription_seq)`
  const { numAffectedRows } = await sql`update episodes set
      told_at = case when told_state = 'raised' then told_at else cast(${now} as bigint) end,
      told_state = 'raised', told_run_seq = ${current}, seen_at = ${now}, seen_by = 'key', seen_run_seq = ${current},
      alarm_since = null, unanswered_at = null
    where subscription_seq = ${seq} and night_date = ${date} and state = 'raised' and over_at > ${now}`.execute(
    queries
  )
  return (numAffectedRows ?? 0n) > 0n
}

/** Sends the warning apart from the steps, which keep their turns. False: no longer raised. */
export async function sendAgain(
  database: Database,
  { seq, date }: RaisedNight,
  now: number
): Promise<boolean> {
  return transact(database, async (inside) => {
    await inside.dialect.advisoryLock(inside.queries, escalationLock)
    const row = await inside.queries
      .selectFrom('episodes')
      .select(['alarm_since', 'raised_at'])
      .where((is) => is.and({ subscription_seq: seq, night_date: date, state: 'raised' }))
      .where('over_at', '>', now)
      .executeTakeFirst()
    if (row === undefined) return false
    const message = await enqueueOne(inside, seq, 'escalate', now)
    await sql`insert into steps (subscription_seq, night_date, since, step, made_at, message_seq)
      values (${seq}, ${date}, ${row.alarm_since ?? row.raised_at}, 0, ${now}, ${message})
      on conflict (subscription_seq, night_date, since, step)
      do update set made_at = excluded.made_at, message_seq = excluded.message_seq`.execute(inside.queries)
    return true
  })
}
