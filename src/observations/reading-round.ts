/** Nights that end without another reading: stored soon after sunrise. */
import { BoundedMap } from '../common/bounded-map.ts'
import { dayMs } from '../weather/time.ts'
import type { RecordedPoint, Sensor } from './ports.ts'
import { endedNights, storeReadingNights } from './reading-nights.ts'
import type { RecordStore } from './record-ports.ts'
import type { IssueLookup } from './submit.ts'

/** More sensors than this are looked at again in each round, which changes nothing. */
const mostRemembered = 50_000

/** A round over the sensors that were read in the last day; each night of each is looked at once. */
export function createReadingRound(
  store: RecordStore
): (now: number, issues: IssueLookup) => Promise<readonly RecordedPoint[]> {
  const done = new BoundedMap<number, string>(mostRemembered)
  return async (now, issues) => {
    const span = { from: now - dayMs, until: now }
    const lastNight = (sensor: Sensor) => endedNights(sensor.point, span, now).at(-1)?.date ?? ''
    const due = (await store.readSince(span.from)).flatMap((sensor) => {
      const date = lastNight(sensor)
      return done.get(sensor.seq) === date ? [] : [{ sensor, date }]
    })
    const changed = await storeReadingNights(
      { store, issues, now },
      due.map(({ sensor }) => sensor),
      span
    )
    for (const { sensor, date } of due) {
      done.delete(sensor.seq)
      done.set(sensor.seq, date)
    }
    return changed
  }
}
