/**
 * The database's time: machines that share a database compare instants that their own clocks have written
 * into it.
 */
import type { Registry } from 'prom-client'
import { secondMs } from '../common/time.ts'
import { gauge } from '../http/metrics.ts'
import { type Language, wordsIn } from '../language/language.ts'
import type { Store } from '../store/open.ts'
import type { Finding } from './finding.ts'

type AnyStore = Pick<Store, 'engine' | 'database'>

/** Retries and reminders come earlier or later by so much (docs/alerts.md); NTP keeps a clock far closer. */
const mostMs = 5000

/**
 * Whether this machine's clock [ms since epoch] agrees with the database's; empty for SQLite, which has no
 * clock of its own.
 */
export async function databaseClock(
  store: AnyStore,
  clock: () => number,
  lang: Language = 'en'
): Promise<readonly Finding[]> {
  if (store.engine === 'sqlite') return []
  const aheadMs = await aheadOfDatabaseMs(store, clock)
  const words = wordsIn(lang).doctor
  const subject = words.subjects.clock
  const seconds = (Math.abs(aheadMs) / secondMs).toFixed(1)
  if (Math.abs(aheadMs) <= mostMs)
    return [{ severity: 'good', subject, text: words.clockNear(seconds), remedy: null }]
  return [
    {
      severity: 'fault',
      subject,
      text: aheadMs > 0 ? words.clockAhead(seconds) : words.clockBehind(seconds),
      remedy: words.clockFarRemedy
    }
  ]
}

/**
 * The difference is asked for at each scrape, so that a clock which runs away while the process works is seen. It has
 * no value while the database does not answer, and there is none for SQLite.
 */
export function registerDatabaseClock(registry: Registry, store: AnyStore, clock: () => number): void {
  if (store.engine === 'sqlite') return
  const help = "By how much this machine's clock is ahead of the database's [s]; negative: behind."
  gauge(registry, 'ayaz_database_clock_difference_seconds', help, async (set) =>
    set({}, (await aheadOfDatabaseMs(store, clock)) / secondMs)
  )
}

/** Negative: behind. The duration of the query is not a difference: only what lies outside it counts. */
async function aheadOfDatabaseMs({ database }: AnyStore, clock: () => number): Promise<number> {
  const askedAt = clock()
  const { now } = await database.queries
    .selectNoFrom(({ fn }) => fn<Date>('clock_timestamp').as('now'))
    .executeTakeFirstOrThrow()
  const answeredAt = clock()
  return Math.max(askedAt - now.getTime(), 0) + Math.min(answeredAt - now.getTime(), 0)
}
