/** Stores what evening updates make of tonight, wherever a thermometer could tell afterwards what they gained. */
import { BoundedMap } from '../common/bounded-map.ts'
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import { measuredPointKey, type Point } from '../weather/point.ts'
import { airportPoint } from './airports.ts'
import { isAt } from './around.ts'
import { eveningNight } from './evening-record.ts'
import type { TonightStations } from './evenings.ts'
import type { RecordedPoint } from './ports.ts'
import { boxAround, reachOf } from './reach.ts'
import type { RecordStore } from './record-ports.ts'

interface EveningRoundDeps {
  readonly store: RecordStore
  /** Asks no source. */
  readonly stored: (point: Point) => Promise<ForecastSnapshot | null>
}

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
      if (at.kind === 'airport') {
        const point = airportPoint(at.airport, '')
        points.set(point.key, point)
      } else for (const [pointKey, point] of await around(store, at.point)) points.set(pointKey, point)
    }
    return points
  }
  return async (stations, now) => {
    for (const [pointKey, point] of await pointsOf(stations)) {
      const snapshot = await stored(point)
      const night = snapshot === null ? null : eveningNight(snapshot, now)
      if (night === null || done.get(pointKey) === night.date) continue
      await store.saveEvenings([{ ...night, pointKey }])
      done.delete(pointKey)
      done.set(pointKey, night.date)
    }
  }
}

async function around(
  store: RecordStore,
  sensorAt: RecordedPoint
): Promise<readonly (readonly [pointKey: string, point: Point])[]> {
  const recorded = await store.pointsIn(boxAround(sensorAt))
  return recorded
    .filter((point) => isAt({ point: sensorAt }, point) || reachOf(sensorAt, point) !== null)
    .map(({ pointKey, ...position }) => [
      pointKey,
      { ...position, key: measuredPointKey(pointKey) ?? pointKey }
    ])
}
