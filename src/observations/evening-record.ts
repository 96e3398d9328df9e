import { BoundedMap } from '../common/bounded-map.ts'
import { hourMs } from '../common/time.ts'
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import { comingWindows, nightsIn, siteSettings } from '../forecasts/frost-view.ts'
import { widthAfter } from '../frost/learned-site.ts'
import { measuredPointKey, type Point } from '../weather/point.ts'
import { airportPoint } from './airports.ts'
import { isAt } from './around.ts'
import type { TonightStations } from './evenings.ts'
import type { EveningNight, RecordedPoint } from './ports.ts'
import { boxAround, reachOf } from './reach.ts'
import type { RecordStore } from './record-ports.ts'

/** Stores what evening updates make of tonight, wherever a thermometer could show afterwards what they gained. */

interface EveningRoundDeps {
  readonly store: RecordStore
  /** Asks no source. */
  readonly stored: (point: Point) => Promise<ForecastSnapshot | null>
}

const maxRemembered = 20_000

export function createEveningRound({
  store,
  stored
}: EveningRoundDeps): (stations: TonightStations, now: number) => Promise<void> {
  const done = new BoundedMap<string, string>(maxRemembered)
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

/** Time after sunset, as in the benches of the method: later an update knows more, but growers can do less [ms]. */
const afterSunsetMs = 2 * hourMs
/** A process that was not running then looks for this much longer [ms]. */
const latestMs = 2 * hourMs

/** Tonight with and without measurements, from two hours after sunset; null before, later, and if nothing moved it. */
function eveningNight(snapshot: ForecastSnapshot, now: number): EveningNight | null {
  const [window] = comingWindows(snapshot, now, 1)
  const sunsetAt = window?.sunsetAt ?? null
  if (window === undefined || sunsetAt === null) return null
  if (now < sunsetAt + afterSunsetMs || now >= sunsetAt + afterSunsetMs + latestMs) return null
  const settings = siteSettings(snapshot)
  if ((settings.evening ?? []).length === 0) return null
  const [updated] = nightsIn(snapshot, [window], now, settings)
  const [forecast] = nightsIn(snapshot, [window], now, { ...settings, evening: [] })
  if (updated?.state !== 'known' || forecast?.state !== 'known' || updated.updatedBy === undefined)
    return null
  return {
    pointKey: snapshot.point.key,
    date: window.date,
    measuredAt: updated.updatedBy.measuredAt,
    forecast: { minimumC: forecast.airTemperatureMinC, sigmaC: forecast.sigmaAirC },
    updated: { minimumC: updated.airTemperatureMinC, sigmaC: updated.sigmaAirC }
  }
}

/** A place may have another thermometer near it than those that it was learned with. */
const greatestLogWidth = 0.5

/** Added to ln σ of evening updates so that they hold four minima of five; −0.5…0.5. Both arguments by date. */
export function eveningLogWidth(
  evenings: readonly EveningNight[],
  measured: ReadonlyMap<string, { readonly minimumC: number }>
): number {
  return evenings.reduce((logWidth, { date, updated }) => {
    const cameC = measured.get(date)?.minimumC
    if (cameC === undefined) return logWidth
    const wider = widthAfter(logWidth, { errorC: cameC - updated.minimumC, sigmaC: updated.sigmaC })
    return Math.max(-greatestLogWidth, Math.min(greatestLogWidth, wider))
  }, 0)
}
