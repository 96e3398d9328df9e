import { BoundedMap } from '../common/bounded-map.ts'
import { portionsOf } from '../common/portions-of.ts'
import { dayMs, minuteMs } from '../common/time.ts'
import { takeTurn } from '../common/turns.ts'
import type { RecordedPoint, Sensor } from './ports.ts'
import { endedNights, storeReadingNights } from './reading-nights.ts'
import type { ReadingStore } from './reading-ports.ts'
import type { RecordStore } from './record-ports.ts'
import type { IssueLookup } from './submit.ts'

/** Clocks of processes that share a store may differ by this much [ms]. */
const slackMs = minuteMs
/** More sensors than this are looked at again in each round, which changes nothing. */
const maxRemembered = 50_000
const followedAtOnce = 100

/** Finds readings since the last look; the first look only sets the start. */
export function createNewsRound(
  { receivedSince }: Pick<ReadingStore, 'receivedSince'>,
  follow: (sensorSeqs: readonly number[]) => Promise<void>,
  clock: () => number
): () => Promise<void> {
  const followed = new BoundedMap<number, number>(maxRemembered)
  let lookedAt = clock()
  return async () => {
    const at = clock()
    const found = await receivedSince(Math.min(at, lookedAt) - slackMs)
    // In the same millisecond more may have come after the look.
    const news = found.filter(
      ({ seq, receivedAt }) => followed.get(seq) !== receivedAt || receivedAt >= lookedAt
    )
    for (const some of portionsOf(news, followedAtOnce)) {
      await follow(some.map(({ seq }) => seq))
      for (const { seq, receivedAt } of some) followed.set(seq, receivedAt)
    }
    lookedAt = at
  }
}

const maxAtOnce = 200

/** Over the sensors read in the last day: a night that ends without further readings is stored after sunrise. */
export function createReadingRound(
  store: RecordStore
): (now: number, issues: IssueLookup) => Promise<readonly RecordedPoint[]> {
  const done = new BoundedMap<number, string>(maxRemembered)
  return async (now, issues) => {
    const span = { from: now - dayMs, until: now }
    const due: { readonly sensor: Sensor; readonly date: string }[] = []
    for (const sensor of await store.readSince(span.from)) {
      const date = endedNights(sensor.point, span, now).at(-1)?.date ?? ''
      if (done.get(sensor.seq) !== date) due.push({ sensor, date })
      await takeTurn()
    }
    const changed: RecordedPoint[] = []
    for (const some of portionsOf(due, maxAtOnce)) {
      const sensors = some.map(({ sensor }) => sensor)
      changed.push(...(await storeReadingNights({ store, issues, now }, sensors, span)))
      for (const { sensor, date } of some) {
        done.delete(sensor.seq)
        done.set(sensor.seq, date)
      }
    }
    return changed
  }
}
