/** Learns again at one point: for everyone, and for each key whose sensors do not count for everyone. */
import { nightsOfRecord } from '../frost/sensor-watch.ts'
import { measuredPointKey } from '../weather/point.ts'
import { isAt, measuredSince, sensorsAround, sinceDate, surroundings } from './around.ts'
import { eveningLogWidth } from './evening-record.ts'
import type { Knowledge } from './knowledge.ts'
import { type LearnedPlace, learnedPlace } from './learned-place.ts'
import { measuredNights } from './place-verification.ts'
import type { RecordedPoint, Sensor } from './ports.ts'
import type { RecordStore } from './record-ports.ts'
import type { SensorRecord } from './sensor-record.ts'
import { isShared, type Sharing } from './sharing.ts'

interface LearnAtDeps {
  readonly store: RecordStore
  readonly knowledge: Knowledge
  readonly sharing: Sharing
  readonly isNamed: (point: RecordedPoint) => boolean
  readonly synthetic: boolean
  readonly now: number
}

export async function learnAt(deps: LearnAtDeps, point: RecordedPoint): Promise<void> {
  const { store, sharing, knowledge } = deps
  const sensors = await sensorsAround(store, point, () => true)
  const around = await surroundings(deps, point, sensors)
  // What anyone is shown at a field has a record apart.
  const isAnybodys = deps.isNamed(point) || measuredPointKey(point.pointKey) !== null
  const here = sensors.filter((sensor) => isAnybodys && isAt(sensor, point))
  const guests = here.filter(({ isOperators }) => !isOperators)
  const judged = deps.isNamed(point) ? around.sensors : await sinceMeasured(deps, around, guests)
  const evenings = sensors.length === 0 ? [] : await store.evenings(point.pointKey, sinceDate(deps.now))
  // Without a record a sensor teaches only its owner, even the operator.
  const countsForAll = (one: SensorRecord) => isShared(one.sensor, sharing) && isProven(one)
  const shared = judged.filter(countsForAll)
  // Stored evenings are those that are shown to everyone: thermometers that count for one owner alone say nothing of
  // them.
  const cameC = measuredNights(shared, { kind: 'air_2m', exposure: 'ground' })
  const width = evenings.length === 0 ? {} : { eveningLogWidth: eveningLogWidth(evenings, cameC) }
  const at = { lat: point.lat, lon: point.lon, elevation: point.elevation }
  const learnedFrom = (records: readonly SensorRecord[]): LearnedPlace | null => {
    const learned = learnedPlace(records, around.issued, point)
    return learned === null ? null : { ...learned, ...width, at }
  }
  const learnedByAll = learnedFrom(shared)
  const others = judged.filter((one) => !countsForAll(one))
  const own = new Map<string, LearnedPlace>()
  for (const owner of new Set(others.map((one) => one.sensor.owner))) {
    const its = others.filter((one) => one.sensor.owner === owner)
    const learned = learnedFrom([...shared, ...its])
    const proven = learnedFrom([...shared, ...its.filter(isProven)])
    if (learned !== null) own.set(owner, its.every(isProven) ? learned : { ...learned, proven })
  }
  const isOpen = deps.isNamed(point) || here.some((sensor) => isShared(sensor, sharing))
  const compared = judged.filter(({ sensor, nights }) => here.includes(sensor) && nights.length > 0)
  const measuredBy = new Set(compared.map(({ sensor }) => sensor.owner))
  knowledge.set({ point, isOpen, measuredBy, shared: learnedByAll, own })
}

async function sinceMeasured(
  deps: LearnAtDeps,
  { point, sensors }: Awaited<ReturnType<typeof surroundings>>,
  here: readonly Sensor[]
): Promise<readonly SensorRecord[]> {
  const bySeq = new Map<number, SensorRecord>()
  for (const its of Map.groupBy(here, ({ owner }) => owner).values()) {
    const around = await surroundings(deps, point, its, measuredSince(point, its))
    for (const one of around.sensors) bySeq.set(one.sensor.seq, one)
  }
  return sensors.map((one) => bySeq.get(one.sensor.seq) ?? one)
}

function isProven({ nights, believedDates }: SensorRecord): boolean {
  return nights.filter(({ date }) => believedDates.has(date)).length >= nightsOfRecord
}
