import { sql } from 'kysely'
import { hourMs } from '../common/time.ts'
import type { Database } from './database.ts'

export interface Leases {
  /** Holds it for `until` − `now`; false: another holder's lease runs. */
  readonly hold: (lease: {
    readonly name: string
    readonly holder: string
    readonly now: number
    readonly until: number
  }) => Promise<boolean>
  /** Leases not released, even if they ran out; `until` by the clock of `now`. */
  readonly named: (
    names: readonly string[],
    now: number
  ) => Promise<readonly { readonly name: string; readonly holder: string; readonly until: number }[]>
  /** When the lease ends; it changes when the lease is prolonged; null: released. */
  readonly until: (name: string) => Promise<number | null>
  /** Ends it early; does nothing where another process holds it. */
  readonly release: (name: string, holder: string) => Promise<void>
}

/** The longest lease; a longer one was taken by a clock that has since been set back. */
const longestMs = hourMs

export function leases(database: Database): Leases {
  return {
    hold: async ({ name, holder, now, until }) => {
      const time = database.dialect.leaseTime(now)
      const held =
        await sql`insert into leases (name, holder, until) values (${name}, ${holder}, ${time} + ${until - now})
        on conflict (name) do update set holder = excluded.holder, until = excluded.until
        where leases.holder = excluded.holder or leases.until <= ${time}
          or leases.until > excluded.until + ${longestMs}`.execute(database.queries)
      return (held.numAffectedRows ?? 0n) > 0n
    },
    named: (names, now) =>
      database.queries
        .selectFrom('leases')
        .select(['name', 'holder'])
        .select(sql<number>`until - ${database.dialect.leaseTime(now)} + ${now}`.as('until'))
        .where('name', 'in', names)
        .execute(),
    until: async (name) => {
      const row = await database.queries
        .selectFrom('leases')
        .select('until')
        .where('name', '=', name)
        .executeTakeFirst()
      return row?.until ?? null
    },
    release: async (name, holder) => {
      await database.queries
        .deleteFrom('leases')
        .where((is) => is.and({ name, holder }))
        .execute()
    }
  }
}
