/** Quotas in PostgreSQL, for processes that share one without Redis. */
import { sql } from 'kysely'
import { slotEndsAt, slotsAt, slotsOfWindow } from '../common/window-slots.ts'
import type { QuotaGrant, QuotaRequest, SharedQuotas } from '../http/quota-ports.ts'
import type { Database } from './database.ts'

interface Taken {
  readonly key: string
  readonly granted: number
  readonly used: number
  readonly oldest: string
}

/**
 * One statement for all clients of a question, in the order of their keys, so that two processes never wait for
 * each other. The tables are not logged: they are empty after a crash of the server, which gives every client a
 * new window.
 */
export function postgresQuotas(database: Database): SharedQuotas {
  return {
    async take(requests, nowAt) {
      const rows = requests.map((request) => {
        const { slot, over } = slotsAt(request.windowMs, nowAt)
        return { ...request, slot, over, until: slotEndsAt(request.windowMs, slot) }
      })
      const { rows: taken } = await statement(rows).execute(database.queries)
      const byKey = new Map(taken.map((one) => [one.key, one]))
      return requests.map((request) => grantOf(request, byKey.get(request.key)))
    },
    async announce(process, nowAt, goneAt) {
      await sql`
        INSERT INTO serving_processes (id, seen_at) VALUES (${process}, ${nowAt})
        ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at
      `.execute(database.queries)
      // A statement of its own that waits for no row: two processes that wake together each find the other gone.
      const { rows } = await sql<{ others: string; before: string }>`
        WITH gone AS (
          DELETE FROM serving_processes WHERE id IN (SELECT id FROM serving_processes
            WHERE seen_at <= ${goneAt} AND id <> ${process} FOR UPDATE SKIP LOCKED)
        ), over AS (
          DELETE FROM client_quotas WHERE key IN (SELECT key FROM client_quotas WHERE until <= ${nowAt}
            ORDER BY until LIMIT 10000 FOR UPDATE SKIP LOCKED)
        )
        SELECT count(*) AS others, count(*) FILTER (WHERE id < ${process}) AS before
          FROM serving_processes WHERE seen_at > ${goneAt} AND id <> ${process}
      `.execute(database.queries)
      return { count: 1 + Number(rows[0]?.others ?? 0), before: Number(rows[0]?.before ?? 0) }
    }
  }
}

interface Row extends QuotaRequest {
  readonly slot: number
  readonly over: number
  readonly until: number
}

/** The slots of a row that are in the window still, with as many of the wanted requests as the quota leaves. */
function statement(rows: readonly Row[]) {
  const column = <Key extends keyof Row>(name: Key) => rows.map((row) => row[name])
  return sql<Taken>`
    INSERT INTO client_quotas AS known (key, slot, over, quota, wanted, granted, used, slots, counts, until)
    SELECT key, slot, over, quota, wanted, least(wanted, quota), least(wanted, quota),
      ARRAY[slot], ARRAY[least(wanted, quota)], until
    FROM unnest(${column('key')}::text[], ${column('slot')}::bigint[], ${column('over')}::bigint[],
      ${column('quota')}::integer[], ${column('wanted')}::integer[], ${column('until')}::bigint[])
      AS asked (key, slot, over, quota, wanted, until)
    ORDER BY key
    ON CONFLICT (key) DO UPDATE SET (slot, over, quota, wanted, until, granted, used, slots, counts) = (
      SELECT excluded.slot, excluded.over, excluded.quota, excluded.wanted, excluded.until,
        passing.granted, passing.used + passing.granted, counted.slots, counted.counts
      FROM (
        SELECT left_over.used, least(excluded.wanted, greatest(0, excluded.quota - left_over.used))::integer AS granted
        FROM (
          SELECT coalesce(sum(count), 0)::integer AS used FROM unnest(known.slots, known.counts) AS one (slot, count)
          WHERE one.slot > excluded.over AND one.slot <= excluded.slot + ${slotsOfWindow}::integer
        ) AS left_over
      ) AS passing, LATERAL (
        SELECT array_agg(slot ORDER BY slot) AS slots, array_agg(count ORDER BY slot) AS counts
        FROM (
          SELECT slot, sum(count)::integer AS count
          FROM (
            SELECT one.slot, one.count FROM unnest(known.slots, known.counts) AS one (slot, count)
            WHERE one.slot > excluded.over AND one.slot <= excluded.slot + ${slotsOfWindow}::integer
            UNION ALL SELECT excluded.slot, passing.granted WHERE passing.granted > 0
          ) AS every_one
          GROUP BY slot
        ) AS by_slot
      ) AS counted
    )
    RETURNING key, granted, used, slots[1] AS oldest`
}

function grantOf({ windowMs }: QuotaRequest, taken: Taken | undefined): QuotaGrant {
  if (taken === undefined) throw new Error('PostgreSQL left out a client')
  const { granted, used, oldest } = taken
  return { granted, used, freeAt: slotEndsAt(windowMs, Number(oldest)) }
}
