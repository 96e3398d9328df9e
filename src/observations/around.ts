import { dayMs } from '../common/time.ts'
import { measuredPointKey } from '../weather/point.ts'
import { civilDate } from '../weather/zone-clock.ts'
import type { RecordedPoint, Sensor } from './ports.ts'
import { apartByHeight, boxAround, nearestOf, reachOf } from './reach.ts'
import type { RecordStore } from './record-ports.ts'
import { issuesToLearnFrom, sensorRecord } from './sensor-record.ts'

/** Raw readings; the nights that follow from them stay. */
const readingsStoredMs = 30 * dayMs

/** Two winters and springs, should the law of all that own ones depart from become another one. */
const eveningsStoredDays = 730

export async function forgetOld(store: RecordStore, now: number): Promise<void> {
  await store.forgetBefore(sinceDate(now), now)
  await store.forgetReadings(now - readingsStoredMs)
  await store.forgetAirportReports(now - readingsStoredMs)
  await store.forgetEveningStates(Math.floor(now / dayMs) - eveningsStoredDays)
  // Last: where a month cannot be prepared, its nights have a partition of their own.
  await store.prepareMonths(new Date(now).toISOString().slice(0, 10))
}

/** Older nights are neither learned from nor scored: after a year a source is no longer the same [days]. */
const nightsStoredDays = 400

/** The first date that is still used. @param from What is before it is not shown [ms since epoch] */
export function sinceDate(now: number, from = 0): string {
  return civilDate(Math.floor(Math.max(now - nightsStoredDays * dayMs, from) / dayMs))
}

export type Site = Pick<RecordedPoint, 'pointKey' | 'lat' | 'lon' | 'elevation' | 'isOwn'>

/** An instant after every other [ms since epoch]. */
const never = Number.MAX_SAFE_INTEGER

export interface FoundRecord {
  readonly point: RecordedPoint | null
  /** Otherwise the nearest named place whose record would be used if its height were alike; null: none. */
  readonly otherHeight: RecordedPoint | null
  /** From when on the record may be used [ms since epoch]; 0: all of it, `never`: nothing. */
  readonly from: number
}

/**
 * The site's own point, else one at its coordinates, else the nearest within reach: named, measured by a sensor that
 * counts, or the asking subscriber's field. No answer tells what others watch or measure, so a measured point has a
 * record apart from a field's, from its first measurement on.
 */
export async function findRecord(
  {
    store,
    isNamed
  }: Pick<RecordedPoints, 'isNamed'> & {
    store: Pick<RecordStore, 'pointsIn' | 'sensorsIn' | 'isIssuedSince'>
  },
  site: Site,
  counts: (sensor: Sensor) => boolean
): Promise<FoundRecord> {
  const box = boxAround(site)
  const [points, sensors] = await Promise.all([store.pointsIn(box), store.sensorsIn(box)])
  const measuring = sensors.filter(counts)
  const open: RecordedPoint[] = []
  const since = new Map<RecordedPoint, number>()
  for (const point of points) {
    const from = isNamed(point) || isOwnOf(site, point) ? 0 : measuredSince(point, measuring)
    if (from > 0 && !(from < never && (await store.isIssuedSince(point.pointKey, from)))) continue
    open.push(point)
    since.set(point, from)
  }
  const here = open.filter(({ lat, lon }) => lat === site.lat && lon === site.lon)
  const own =
    here.find((point) => point.pointKey === site.pointKey) ??
    here.find((point) => measuredPointKey(point.pointKey) === site.pointKey)
  const reach = (point: RecordedPoint) => reachOf(site, point)
  const point = own ?? nearestOf(here, reach) ?? nearestOf(open, reach)
  const otherHeight =
    point === null ? nearestOf(open.filter(isNamed), (one) => apartByHeight(site, one)) : null
  return { point, otherHeight, from: point === null ? never : (since.get(point) ?? 0) }
}

/** When the first of these sensors began to measure at the point of a record [ms since epoch]; `never`: none does. */
export function measuredSince(
  { pointKey }: Pick<RecordedPoint, 'pointKey'>,
  sensors: readonly Sensor[]
): number {
  const measured = measuredPointKey(pointKey)
  const here = sensors.filter(({ point }) => point.pointKey === measured)
  return Math.min(never, ...here.map(({ firstSeenAt }) => firstSeenAt))
}

/** The point of a sensor as its owner sees it: a subscriber's may be in the field. */
export async function siteOf(
  store: Pick<RecordStore, 'isFieldOf'>,
  { owner, point }: Pick<Sensor, 'owner' | 'point'>
): Promise<RecordedPoint> {
  return owner.startsWith('sub_') && (await store.isFieldOf(owner, point)) ? { ...point, isOwn: true } : point
}

export function isOwnOf(
  site: Pick<Site, 'pointKey' | 'isOwn'>,
  { pointKey }: Pick<RecordedPoint, 'pointKey'>
): boolean {
  return site.isOwn === true && site.pointKey === pointKey
}

export interface RecordedPoints {
  readonly store: RecordStore
  readonly isNamed: (point: Pick<RecordedPoint, 'pointKey'>) => boolean
}

/** Whether a sensor is at exactly a point, or at that of a record. */
export function isAt(
  { point }: Pick<Sensor, 'point'>,
  { pointKey }: Pick<RecordedPoint, 'pointKey'>
): boolean {
  return point.pointKey === (measuredPointKey(pointKey) ?? pointKey)
}

export async function sensorsAround(
  store: RecordStore,
  site: Site,
  counts: (sensor: Sensor) => boolean
): Promise<readonly Sensor[]> {
  const sensors = await store.sensorsIn(boxAround(site))
  return sensors.filter(
    (sensor) => counts(sensor) && (isAt(sensor, site) || reachOf(site, sensor.point) !== null)
  )
}

/** Judges sensors against the forecasts of a point. @param from See `RecordAt`. */
export async function surroundings(
  asked: { readonly store: RecordStore; readonly synthetic: boolean; readonly now: number },
  point: RecordedPoint,
  sensors: readonly Sensor[],
  from = 0
) {
  const since = sinceDate(asked.now)
  const issued = await asked.store.issued(point.pointKey, asked.synthetic, since, from)
  const seqs = sensors.map((sensor) => sensor.seq)
  const observations = Map.groupBy(await asked.store.observations(seqs, since), (one) => one.sensorSeq)
  const issues = issuesToLearnFrom(issued)
  return {
    point,
    issued,
    sensors: sensors.map((sensor) => sensorRecord(sensor, observations.get(sensor.seq) ?? [], issues))
  }
}
