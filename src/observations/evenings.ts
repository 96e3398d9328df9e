/** The thermometers that follow tonight, in memory, so that an answer can look them up without waiting. */
import { BoundedMap } from '../common/bounded-map.ts'
import type { LearnedSite } from '../forecasts/ports.ts'
import type { EveningStation } from '../frost/evening-station.ts'
import type { Airport } from '../weather/airport.ts'
import type { LatLon } from '../weather/point.ts'
import { airportReachKm, nearAirport } from './airports.ts'
import type { RecordedPoint } from './ports.ts'
import { cellOf, cellsWithin, reachKm, reachOf } from './reach.ts'

export interface TonightStation
  extends Pick<
    EveningStation,
    'name' | 'record' | 'law' | 'own' | 'sharing' | 'halfResolutionC' | 'readings'
  > {
  /** Whose sensor it is; null: an airport. */
  readonly owner: string | null
  /** An airport is heard further than a sensor. */
  readonly at:
    | { readonly kind: 'sensor'; readonly point: RecordedPoint }
    | { readonly kind: 'airport'; readonly airport: Airport }
}

type Site = Pick<RecordedPoint, 'pointKey' | 'lat' | 'lon' | 'elevation'>

/** Keys: a sensor's number or an airport's code. */
export type TonightStations = ReadonlyMap<string, TonightStation>

const maxRemembered = 20_000
/** The nearest: enough to find faulty ones, and one to count where these say nothing. */
const maxStations = 10

const nothingLearned: LearnedSite = {
  biasC: 0,
  siteVarianceC2: null,
  plantBiasC: 0,
  plantVarianceC2: null,
  offset: null,
  nights: 0,
  seasonal: null
}

/** A thermometer with a number that changes whenever what it has measured does. */
interface Followed {
  readonly station: TonightStation
  readonly change: number
}

interface Cell {
  version: number
  readonly followed: Map<string, Followed>
}

export function createEvenings() {
  const all = new Map<string, Followed>()
  const cells = new Map<number, Cell>()
  const remembered = new BoundedMap<
    string,
    { readonly learned: LearnedSite | null; readonly version: number; readonly site: LearnedSite | null }
  >(maxRemembered)
  let changes = 0
  const followedAround = (site: LatLon): readonly Followed[] => [
    ...(cells.get(cellOf(site))?.followed.values() ?? [])
  ]
  /** Stations that may be within reach of a site; `stationsNear` decides. */
  const around = (site: LatLon) => followedAround(site).map(({ station }) => station)
  const inCells = (station: TonightStation, hasChanged: boolean, change: (cell: Cell) => void): void => {
    for (const number of cellsOf(station)) {
      const cell = cells.getOrInsertComputed(number, () => ({ version: 0, followed: new Map() }))
      if (hasChanged) cell.version += 1
      change(cell)
    }
  }
  const follow = (key: string, station: TonightStation | undefined): void => {
    const before = all.get(key)
    const hasChanged = !isAlike(before?.station, station)
    if (before !== undefined) inCells(before.station, hasChanged, ({ followed }) => followed.delete(key))
    all.delete(key)
    if (station === undefined) return
    const change = before === undefined || hasChanged ? ++changes : before.change
    all.set(key, { station, change })
    inCells(station, hasChanged, ({ followed }) => followed.set(key, { station, change }))
  }
  /** Replaces those of some keys; one that is not among the stations is removed. */
  const replace = (keys: Iterable<string>, stations: TonightStations): void => {
    for (const key of new Set([...keys, ...stations.keys()])) follow(key, stations.get(key))
  }
  return {
    set: (stations: TonightStations) => replace(all.keys(), stations),
    replace,
    isAny: () => all.size > 0,
    around,
    /** Grows whenever a thermometer that may be within reach of a point has another newest reading. */
    version: (point: LatLon) => cells.get(cellOf(point))?.version ?? 0,
    /** Changes with readings within reach of a site (of unknown height: all around); empty where there is none. */
    state: (site: Site) =>
      followedAround(site)
        .filter(({ station }) => site.elevation === null || reachTo(site, station) !== null)
        .map(({ change }) => change)
        .sort()
        .join(' '),
    /** The site with the thermometers near; itself without any. The same object until one of the two changes. */
    joined(site: Site, learned: LearnedSite | null): LearnedSite | null {
      const cell = cells.get(cellOf(site))
      if (cell === undefined || cell.followed.size === 0) return learned
      const { version } = cell
      const known = remembered.get(site.pointKey)
      if (known?.learned === learned && known.version === version) return known.site
      const joined = withStations(site, learned, { shared: around(site), own: [] })
      remembered.delete(site.pointKey)
      remembered.set(site.pointKey, { learned, version, site: joined })
      return joined
    }
  }
}

/**
 * What was learned, with thermometers near a site; unchanged without any.
 * @param own Further ones, which count for their owner alone.
 */
export function withStations(
  site: Site,
  learned: LearnedSite | null,
  { shared, own }: { shared: readonly TonightStation[]; own: readonly TonightStation[] }
): LearnedSite | null {
  const owned = reached(site, own).map((station) => ({ ...station, isOwn: true }))
  const evening = [...reached(site, shared), ...owned].toSorted(compareStations).slice(0, maxStations)
  return evening.length === 0 ? learned : { ...(learned ?? nothingLearned), evening }
}

export function stationsNear(site: Site, stations: readonly TonightStation[]): readonly TonightStation[] {
  return stations.filter((station) => reachTo(site, station) !== null)
}

function reached(site: Site, stations: readonly TonightStation[]): readonly EveningStation[] {
  return stations.flatMap((station) => {
    const reach = reachTo(site, station)
    const { name, record, law = null, own = null, sharing, halfResolutionC, readings } = station
    const isAirport = station.at.kind === 'airport'
    const known = sharing === undefined ? {} : { sharing }
    return reach === null
      ? []
      : [{ name, isAirport, record, law, own, ...known, halfResolutionC, readings, ...reach }]
  })
}

/** The order is complete, because the map's changes with each reading: at one distance the newer reading is first. */
function compareStations(one: EveningStation, other: EveningStation): number {
  const byReading = (other.readings.at(-1)?.at ?? 0) - (one.readings.at(-1)?.at ?? 0)
  return one.distanceKm - other.distanceKm || byReading || (one.name < other.name ? -1 : 1)
}

function reachTo(
  site: Site,
  { at }: TonightStation
): Pick<EveningStation, 'distanceKm' | 'heightDifferenceM'> | null {
  if (at.kind === 'airport') {
    const near = nearAirport(site, at.airport)
    if (near === null) return null
    return { distanceKm: near.distanceKm, heightDifferenceM: near.heightDifferenceM }
  }
  const distanceKm = reachOf(site, at.point)
  if (distanceKm === null) return null
  const { elevation } = at.point
  return {
    distanceKm,
    heightDifferenceM: elevation === null || site.elevation === null ? 0 : elevation - site.elevation
  }
}

function cellsOf(station: TonightStation): readonly number[] {
  return cellsWithin(positionOf(station), station.at.kind === 'airport' ? airportReachKm : reachKm)
}

function positionOf({ at }: TonightStation): LatLon {
  return at.kind === 'airport' ? at.airport : at.point
}

function isAlike(one: TonightStation | undefined, other: TonightStation | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  const [from, to] = [positionOf(one), positionOf(other)]
  const { readings } = other
  return (
    one.name === other.name &&
    one.law === other.law &&
    JSON.stringify([one.own, one.sharing]) === JSON.stringify([other.own, other.sharing]) &&
    one.record?.usualC === other.record?.usualC &&
    one.record?.sigmaC === other.record?.sigmaC &&
    from.lat === to.lat &&
    from.lon === to.lon &&
    one.readings.length === readings.length &&
    one.readings.every(({ at, temperatureC }, index) => {
      const its = readings[index]
      return its?.at === at && its.temperatureC === temperatureC
    })
  )
}
