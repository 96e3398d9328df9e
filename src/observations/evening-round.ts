/** Stores what evening updates make of tonight, wherever a thermometer could tell afterwards what they gained. */
import { BoundedMap } from '../common/bounded-map.ts'
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import type { Point } from '../weather/point.ts'
import { airportPoint } from './airports.ts'
import { eveningNight } from './evening-record.ts'
import type { TonightStations } from './evenings.ts'
import type { RecordedPoint } from './ports.ts'
import { boxAround, reachOf } from './reach.ts'
import type { RecordStore } from './record-ports.ts'

interface EveningRoundDeps {
  readonly store: RecordStore
  /** The stored forecast of a point, without asking a source. */
  readonly stored: (point: Point) => Promise<ForecastSnapshot | null>
}

/** Points whose last night is remembered. */
const mostRemembered = 20_000

/** A round over the recorded points near sensors, and over the airports' own points. */
export function createEveningRound({
  store,
  stored
}: EveningRoundDeps): (stations: TonightStations, now: number) => Promise<void> {
  const done = new BoundedMap<string, string>(mostRemembered)
  const pointsOf = async (stations: TonightStations): Promise<ReadonlyMap<string, Point>> => {
    const points = new Map<string, Point>()
    for (const { at } of stations.values()) {
      const near = at.kind === 'airport' ? [airportPoint(at.airport, '')] : await around(store, at.point)
      for (const point of near) points.set(point.key, point)
    }
    return points
  }
  return async (stations, now) => {
    for (const point of (await pointsOf(stations)).values()) {
      const snapshot = await stored(point)
      const night = snapshot === null ? null : eveningNight(snapshot, now)
      if (night === null || done.get(point.key) === night.date) continue
      await store.saveEvenings([night])
      done.delete(point.key)
      done.set(point.key, night.date)
    }
  }
}

async function around(store: RecordStore, sensorAt: RecordedPoint): Promise<readonly Point[]> {
  const recorded = await store.pointsIn(boxAround(sensorAt))
  return recorded
    .filter((point) => point.pointKey === sensorAt.pointKey || reachOf(sensorAt, point) !== null)
    .map(({ pointKey: key, ...position }) => ({ ...position, key }))
}
