/**
 * A limiter that processes on one PostgreSQL share: a sliding log in 64 slots a window. A request counts from the end
 * of its slot for a whole window: at most the quota passes in any window, and a client waits at most 1/64 of it longer
 * than with single requests. While PostgreSQL is away each process grants its share.
 */
import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { recentlyUsed } from '../common/recently-used.ts'
import { secondMs } from '../common/time.ts'
import type { createLimiter, Limiter, Tier, Verdict } from '../http/limiter.ts'
import type { Database } from './database.ts'

interface SharedLimiterDeps {
  readonly database: Database
  /** Counts what this process grants, and its share while PostgreSQL is away. */
  readonly local: ReturnType<typeof createLimiter>
  readonly clock: () => number
  /** PostgreSQL is away, and why; null: back. */
  readonly changed: (reason: string | null) => void
}

/** Waiting requests of one client, counted together. */
interface Waiting {
  readonly key: string
  readonly tier: Tier
  readonly settle: ((verdict: Verdict) => void)[]
}

interface Grant {
  readonly key: string
  readonly granted: number
  /** Requests in the window, including these. */
  readonly used: number
  readonly oldest: string
}

const slotsOfWindow = 64
const maxRefused = 100_000
const maxAsked = 1000
const awayMs = 5_000
/** A process that has not announced itself for this time has ended [ms]. */
const announcedMs = 30_000
export const announceEveryMs = announcedMs / 3
const answerMs = 1_000

export class SharedLimiter implements Limiter {
  private readonly deps: SharedLimiterDeps
  private readonly process = randomBytes(9).toString('base64url')
  private waiting = new Map<string, Waiting>()
  private isAsking = false
  /** When a refused client's first request leaves the window: until then the answer is the same. */
  private readonly refused = recentlyUsed<number>(maxRefused)
  private place = { count: 1, before: 0 }
  private announcedAt = Number.NEGATIVE_INFINITY
  private awayUntil = 0

  constructor(deps: SharedLimiterDeps) {
    this.deps = deps
  }

  readonly clients = (): number => this.deps.local.clients()
  /** Counted with those of other processes. */
  readonly isShared = (): boolean => this.awayUntil === 0
  /** When PostgreSQL last answered. */
  readonly processes = (): number => this.place.count

  readonly take = (client: string, tier: Tier, nowAt: number): Verdict | Promise<Verdict> => {
    const key = `${tier.name} ${client}`
    if (!this.isShared()) {
      // A clock set back ends a pause that it had not begun.
      if (this.awayUntil <= nowAt || this.awayUntil > nowAt + awayMs) void this.comeBack(nowAt)
      return this.share(key, tier, nowAt)
    }
    const freeAt = this.refused.get(key)
    if (freeAt !== undefined && nowAt < freeAt && freeAt <= nowAt + 2 * windowOf(tier))
      return verdictOf(tier, { allowed: false, used: tier.quota, resetMs: freeAt - nowAt })
    const { promise, resolve } = Promise.withResolvers<Verdict>()
    this.waiting.getOrInsert(key, { key, tier, settle: [] }).settle.push(resolve)
    // What came in the same turn is asked for together.
    if (!this.isAsking) setImmediate(() => void this.askAll())
    this.isAsking = true
    return promise
  }

  /** At the start and every `announceEveryMs`: the share of a process without requests depends on it. Never rejects. */
  readonly announce = async (): Promise<void> => {
    if (!this.isShared()) return this.comeBack(this.deps.clock())
    // The next question says why it failed.
    await soon(() => this.noteProcess(this.deps.clock())).catch(() => undefined)
  }

  /** The shares of all are together the quota. */
  private share(key: string, tier: Tier, nowAt: number): Verdict {
    const { count, before } = this.place
    const quota = Math.floor(tier.quota / count) + (before < tier.quota % count ? 1 : 0)
    return this.deps.local.take(key, { ...tier, quota }, nowAt)
  }

  private async askAll(): Promise<void> {
    while (this.waiting.size > 0) {
      const batch = [...this.waiting.values()].slice(0, maxAsked)
      for (const { key } of batch) this.waiting.delete(key)
      try {
        await this.ask(batch, this.deps.clock())
      } catch (error) {
        const nowAt = this.deps.clock()
        this.awayUntil = nowAt + awayMs
        this.deps.changed(error instanceof Error ? error.message : String(error))
        // Who came meanwhile does not wait either.
        for (const { key, tier, settle } of [...batch, ...this.waiting.values()])
          for (const done of settle) done(this.share(key, tier, nowAt))
        this.waiting.clear()
      }
    }
    this.isAsking = false
  }

  private async ask(batch: readonly Waiting[], nowAt: number): Promise<void> {
    const { database, local } = this.deps
    // What is stored names no client.
    const hashed = batch.map((one) => ({ ...one, key: hash('sha256', one.key) }))
    const grants = await soon(async () => {
      await this.noteProcess(nowAt)
      return (await statement(hashed, nowAt).execute(database.queries)).rows
    })
    const byKey = new Map(grants.map((grant) => [grant.key, grant]))
    for (const [index, { key, tier, settle }] of batch.entries()) {
      const grant = byKey.get(hashed[index]?.key ?? '')
      if (grant === undefined) throw new Error('PostgreSQL left out a client')
      const { granted, used, oldest } = grant
      const freeAt = slotEndsAt(windowOf(tier), Number(oldest))
      if (granted < settle.length) this.refused.set(key, freeAt)
      for (const [turn, done] of settle.entries()) {
        if (turn < granted) local.take(key, tier, nowAt)
        done(
          verdictOf(tier, {
            allowed: turn < granted,
            used: used - granted + turn + 1,
            resetMs: freeAt - nowAt
          })
        )
      }
    }
  }

  private async noteProcess(nowAt: number): Promise<void> {
    // Half of it: a timer a millisecond early would announce every second time.
    if (nowAt - this.announcedAt < announceEveryMs / 2 && nowAt >= this.announcedAt) return
    this.place = await announceProcess(this.deps.database, this.process, nowAt)
    this.announcedAt = nowAt
  }

  private async comeBack(nowAt: number): Promise<void> {
    this.awayUntil = nowAt + awayMs
    this.announcedAt = Number.NEGATIVE_INFINITY
    try {
      await soon(() => this.noteProcess(nowAt))
    } catch {
      return
    }
    if (!this.isShared()) this.deps.changed(null)
    this.awayUntil = 0
  }
}

const windowOf = ({ windowSeconds }: Tier): number => windowSeconds * secondMs
const slotEndsAt = (windowMs: number, slot: number): number =>
  Math.ceil(((slot + slotsOfWindow) * windowMs) / slotsOfWindow)

function verdictOf(
  { quota }: Tier,
  { allowed, used, resetMs }: { allowed: boolean; used: number; resetMs: number }
): Verdict {
  const resetSeconds = Math.max(0, Math.ceil(resetMs / secondMs))
  return { allowed, remaining: Math.max(0, quota - used), resetSeconds }
}

/** Rejects a late answer; what came while the process was busy is read first. */
async function soon<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const refuse = (): void => reject(new Error(`no answer within ${answerMs} ms`))
  const timer = setTimeout(() => setImmediate(refuse), answerMs)
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for no row: two processes that wake together each find the other gone. */
async function announceProcess({ queries }: Database, process: string, nowAt: number) {
  const goneAt = nowAt - announcedMs
  await sql`INSERT INTO serving_processes (id, seen_at) VALUES (${process}, ${nowAt})
    ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`.execute(queries)
  const { rows } = await sql<{ others: string; before: string }>`
    WITH gone AS (
      DELETE FROM serving_processes WHERE id IN (SELECT id FROM serving_processes
        WHERE seen_at <= ${goneAt} AND id <> ${process} FOR UPDATE SKIP LOCKED)
    ), over AS (
      DELETE FROM client_quotas WHERE key IN (SELECT key FROM client_quotas WHERE until <= ${nowAt}
        ORDER BY until LIMIT 10000 FOR UPDATE SKIP LOCKED)
    )
    SELECT count(*) AS others, count(*) FILTER (WHERE id < ${process}) AS before
      FROM serving_processes WHERE seen_at > ${goneAt} AND id <> ${process}`.execute(queries)
  return { count: 1 + Number(rows[0]?.others ?? 0), before: Number(rows[0]?.before ?? 0) }
}

/** In the order of keys: two processes never wait for each other. */
function statement(asked: readonly Waiting[], nowAt: number) {
  const column = <Value>(of: (one: Waiting, windowMs: number) => Value): readonly Value[] =>
    asked.map((one) => of(one, windowOf(one.tier)))
  const slotAt = (windowMs: number): number => Math.ceil((nowAt * slotsOfWindow) / windowMs)
  return sql<Grant>`
    INSERT INTO client_quotas AS known (key, slot, over, quota, wanted, granted, used, slots, counts, until)
    SELECT key, slot, over, quota, wanted, least(wanted, quota), least(wanted, quota),
      ARRAY[slot], ARRAY[least(wanted, quota)], until
    FROM unnest(${column(({ key }) => key)}::text[], ${column((_, ms) => slotAt(ms))}::bigint[],
      ${column((_, ms) => Math.floor((nowAt * slotsOfWindow) / ms) - slotsOfWindow)}::bigint[],
      ${column(({ tier }) => tier.quota)}::integer[], ${column(({ settle }) => settle.length)}::integer[],
      ${column((_, ms) => slotEndsAt(ms, slotAt(ms)))}::bigint[]) AS asked (key, slot, over, quota, wanted, until)
    ORDER BY key
    ON CONFLICT (key) DO UPDATE SET (slot, over, quota, wanted, until, granted, used, slots, counts) = (
      WITH kept AS (
        SELECT one.slot, one.count FROM unnest(known.slots, known.counts) AS one (slot, count)
        WHERE one.slot > excluded.over AND one.slot <= excluded.slot + ${slotsOfWindow}::integer
      ), passing AS (
        SELECT coalesce(sum(count), 0)::integer AS used,
          least(excluded.wanted, greatest(0, excluded.quota - coalesce(sum(count), 0)))::integer AS granted FROM kept
      ), by_slot AS (
        SELECT slot, sum(count)::integer AS count
        FROM (TABLE kept UNION ALL SELECT excluded.slot, granted FROM passing WHERE granted > 0) AS every_one
        GROUP BY slot
      )
      SELECT excluded.slot, excluded.over, excluded.quota, excluded.wanted, excluded.until, granted, used + granted,
        (SELECT array_agg(slot ORDER BY slot) FROM by_slot), (SELECT array_agg(count ORDER BY slot) FROM by_slot)
      FROM passing
    )
    RETURNING key, granted, used, slots[1] AS oldest`
}
