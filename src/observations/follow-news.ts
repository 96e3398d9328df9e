import { BoundedMap } from '../common/bounded-map.ts'
import { minuteMs } from '../common/time.ts'
import type { NightRecord } from './night-record.ts'
import type { ReadingStore } from './reading-ports.ts'

/** Clocks of processes that share a store may differ by this much [ms]. */
const slackMs = minuteMs
/** More sensors than this are followed again and again, which changes nothing. */
const mostRemembered = 50_000
const mostAtOnce = 100

/** Since the last look; the first time since now. */
export function createNewsRound(
  { receivedSince }: Pick<ReadingStore, 'receivedSince'>,
  follow: NightRecord['follow'],
  clock: () => number
): () => Promise<void> {
  const followed = new BoundedMap<number, number>(mostRemembered)
  let lookedAt = clock()
  return async () => {
    const at = clock()
    const found = await receivedSince(Math.min(at, lookedAt) - slackMs)
    // In the same millisecond more may have come after the look.
    const news = found.filter(
      ({ seq, receivedAt }) => followed.get(seq) !== receivedAt || receivedAt >= lookedAt
    )
    for (let from = 0; from < news.length; from += mostAtOnce) {
      const some = news.slice(from, from + mostAtOnce)
      await follow(some.map(({ seq }) => seq))
      for (const { seq, receivedAt } of some) followed.set(seq, receivedAt)
    }
    lookedAt = at
  }
}
