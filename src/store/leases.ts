/** Leases: one process at a time does a task (poll a bot, evaluate), until it stops renewing. */
import { sql } from 'kysely'
import { hourMs } from '../common/time.ts'
import type { Database } from './database.ts'

export interface Leases {
  /** Takes or prolongs; false while another holder's lease runs. */
  readonly hold: (lease: {
    readonly name: string
    readonly holder: string
    readonly now: number
    readonly until: number
  }) => Promise<boolean>
  /** Those of these names that were not released, also where they ran out. */
  readonly named: (
    names: readonly string[]
  ) => Promise<readonly { readonly name: string; readonly holder: string; readonly until: number }[]>
  /** Until when it runs, by the clock of its holder [ms since epoch]; null where it was released. */
  readonly until: (name: string) => Promise<number | null>
  /** Releases early; does nothing where another holder has it. */
  readonly release: (name: string, holder: string) => Promise<void>
}

/** No lease is longer: one that runs beyond it was taken by a clock that has been set back since. */
const longestMs = hourMs

/** Leases on an opened database. */
export function leases(database: Database): Leases {
  return {
    hold: async ({ name, holder, now, until }) => {
      const held = await sql`insert into leases (name, holder, until) values (${name}, ${holder}, ${until})
        on conflict (name) do update set holder = excluded.holder, until = excluded.until
        where leases.holder = excluded.holder or leases.until <= ${now} or leases.until > ${until + longestMs}`.execute(
        database.queries
      )
      return (held.numAffectedRows ?? 0n) > 0n
    },
    named: (names) =>
      database.queries
        .selectFrom('leases')
        .select(['name', 'holder', 'until'])
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
        .where('name', '=', name)
        .where('holder', '=', holder)
        .execute()
    }
  }
}
