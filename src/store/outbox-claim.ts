/** Claiming due messages: which rows, what each decision needs to know, and the lease. */
import { type RawBuilder, sql } from 'kysely'
import type { Claim, ClaimDecision, Claimed, DueMessage, FixedMessage } from '../alerts/outbox-ports.ts'
import { type Database, transact } from './database.ts'
import { dueMessages } from './due-messages.ts'
import type { RunReader } from './runs.ts'

/** Claims up to `limit` due messages, at most one a subscription, and fixes what each says. */
export async function claimDue(database: Database, readRuns: RunReader, claim: Claim): Promise<Claimed> {
  return transact(database, async (inside) => {
    const seqs = await claimable(inside, claim)
    if (seqs.length === 0) return { messages: [], examined: 0 }
    const due = await dueMessages(inside, readRuns, seqs, claim.now)
    const decided = due.map((one) => ({ due: one, decision: claim.decide(one, claim.now) }))
    await endSilent(inside, decided, claim.now)
    const sends = decided.flatMap(({ due: one, decision }) =>
      decision.act === 'send' ? [{ due: one, message: decision.message }] : []
    )
    await lease(inside, sends, claim)
    const runs = await readRuns(
      inside,
      sends.flatMap(({ message }) => (message.runSeq === null ? [] : [message.runSeq]))
    )
    const messages = sends.map(({ due: one, message }) => ({
      due: one,
      message,
      run: message.runSeq === null ? null : (runs.get(message.runSeq) ?? null),
      leasedUntil: claim.leasedUntil
    }))
    return { messages, examined: due.length }
  })
}

/**
 * Rows that are due and belong to nobody: ones whose lease ran out, then waiting ones of subscriptions with nothing under way. Rows and
 * subscriptions are locked here; `dueMessages` reads them again afterwards, because what was selected may have been claimed meanwhile.
 */
async function claimable(inside: Database, claim: Claim): Promise<readonly number[]> {
  const abandoned = await lockedRows(inside, claim, {
    limit: claim.limit,
    due: sql`m.state = 'sending' and m.leased_until <= ${claim.now}`,
    order: sql`m.seq`
  })
  const waiting = await lockedRows(inside, claim, {
    limit: claim.limit - abandoned.length,
    due: sql`m.state = 'queued' and m.next_attempt_at <= ${claim.now} and not exists
      (select 1 from messages o where o.subscription_seq = m.subscription_seq and o.state = 'sending')`,
    order: sql`m.next_attempt_at, m.seq`
  })
  return [...abandoned, ...waiting]
}

async function lockedRows(
  inside: Database,
  claim: Claim,
  { limit, due, order }: Record<'due' | 'order', RawBuilder<unknown>> & { readonly limit: number }
): Promise<readonly number[]> {
  const only = claim.onlySubscription === null ? sql`` : sql`and s.id = ${claim.onlySubscription}`
  const { rows } = await sql<{ seq: number }>`select m.seq from messages m
    join subscriptions s on s.seq = m.subscription_seq where ${due} ${only}
    order by ${order} limit ${limit} ${inside.differences.claimRows}`.execute(inside.queries)
  return rows.map((row) => row.seq)
}

async function endSilent(
  inside: Database,
  decided: readonly { readonly due: DueMessage; readonly decision: ClaimDecision }[],
  now: number
): Promise<void> {
  const silent = Map.groupBy(decided, ({ decision }) =>
    decision.act === 'send' ? '' : `${decision.act === 'drop' ? 'dropped' : 'expired'} ${decision.reason}`
  )
  for (const [end, group] of silent) {
    const [state, reason] = end.split(' ')
    if (state === undefined || state === '' || reason === undefined) continue
    await inside.queries
      .updateTable('messages')
      .set({ state, reason, ended_at: now, leased_by: null, leased_until: null })
      .where(
        'seq',
        'in',
        group.map(({ due }) => due.seq)
      )
      .execute()
  }
}

const leaseTypes = ['bigint', 'text', 'text', 'bigint', 'text', 'bigint', 'smallint'] as const

async function lease(
  inside: Database,
  sends: readonly { readonly due: DueMessage; readonly message: FixedMessage }[],
  claim: Claim
): Promise<void> {
  if (sends.length === 0) return
  const rows = sends.map(({ due, message: { messageId, kind, runSeq, nights, madeAt, counted } }) => [
    ...[due.seq, messageId, kind, runSeq, JSON.stringify(nights), madeAt, counted ? 1 : 0]
  ])
  const values = inside.differences.given(leaseTypes, rows)
  await sql`update messages set state = 'sending', leased_by = ${claim.worker}, leased_until = ${claim.leasedUntil},
      attempts = attempts + 1, last_attempt_at = ${claim.now}, message_id = v.column2, kind = v.column3,
      run_seq = v.column4, nights = v.column5, made_at = v.column6, counted = v.column7
    from ${values} as v where messages.seq = v.column1`.execute(inside.queries)
}
