/** Nights that end without another reading: stored soon after sunrise. */
import { BoundedMap } from '../common/bounded-map.ts'
import { dayMs } from '../common/time.ts'
import { takeTurn } from '../common/turns.ts'
import type { RecordedPoint, Sensor } from './ports.ts'
import { endedNights, storeReadingNights } from './reading-nights.ts'
import type { RecordStore } from './record-ports.ts'
import type { IssueLookup } from './submit.ts'

/** More sensors than this are looked at again in each round, which changes nothing. */
const mostRemembered = 50_000

const mostAtOnce = 200

/** A round over the sensors that were read in the last day; each night of each is looked at once. */
export function createReadingRound(
  store: RecordStore
): (now: number, issues: IssueLookup) => Promise<readonly RecordedPoint[]> {
  const done = new BoundedMap<number, string>(mostRemembered)
  return async (now, issues) => {
    const span = { from: now - dayMs, until: now }
    const due: { readonly sensor: Sensor; readonly date: string }[] = []
    for (const sensor of await store.readSince(span.from)) {
      const date = endedNights(sensor.point, span, now).at(-1)?.date ?? ''
      if (done.get(sensor.seq) !== date) due.push({ sensor, date })
      await takeTurn()
    }
    const changed: RecordedPoint[] = []
    for (let from = 0; from < due.length; from += mostAtOnce) {
      const some = due.slice(from, from + mostAtOnce)
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
