import { BoundedMap } from '../common/bounded-map.ts'
import { hourMs } from '../common/time.ts'
import type { Sensor } from './ports.ts'
import type { SensorRecord } from './sensor-record.ts'
import type { TonightDeps } from './tonight-stations.ts'

const mostKnown = 20_000

/**
 * Once an hour (judging reads a year of nights), and once accepted again. A liar's record stays: its newest nights,
 * perhaps the tenth, were deleted.
 */
export function createStationRecords(
  judge: (sensor: Sensor) => Promise<SensorRecord | undefined>,
  clock: () => number
): TonightDeps['recordOf'] {
  const known = new BoundedMap<
    number,
    Pick<Sensor, 'acceptedAfterDate'> & Pick<SensorRecord, 'record'> & { readonly at: number }
  >(mostKnown)
  return async (sensor) => {
    const at = clock()
    const { seq, acceptedAfterDate, lie } = sensor
    const before = known.get(seq)
    const isSame = before?.acceptedAfterDate === acceptedAfterDate
    const isFresh = before !== undefined && at - before.at < hourMs && at >= before.at
    if (before !== undefined && isSame && (isFresh || lie !== null)) return before.record
    const record = (await judge(sensor))?.record ?? null
    known.set(seq, { at, acceptedAfterDate, record })
    return record
  }
}
