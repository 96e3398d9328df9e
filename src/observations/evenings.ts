/** The thermometers that follow tonight, in memory, so that an answer can look them up without waiting. */
import { BoundedMap } from '../common/bounded-map.ts'
import type { LearnedSite } from '../forecasts/ports.ts'
import type { EveningStation } from '../frost/evening-station.ts'
import { nearAirport } from './airports.ts'
import type { RecordedPoint } from './ports.ts'
import { reachOf } from './reach.ts'
import type { Airport } from './reading-ports.ts'

/** A thermometer with its readings of the last hours, by time; never empty. */
export interface TonightStation {
  readonly name: string
  /** Whose sensor it is; null: an airport. */
  readonly owner: string | null
  /** An airport is heard further than a sensor. */
  readonly at:
    | { readonly kind: 'sensor'; readonly point: RecordedPoint }
    | { readonly kind: 'airport'; readonly airport: Airport }
  readonly halfResolutionC: number
  readonly readings: EveningStation['readings']
}

type Site = Pick<RecordedPoint, 'pointKey' | 'lat' | 'lon' | 'elevation'>

/** By a key of their own: a sensor's number or an airport's code. */
export type TonightStations = ReadonlyMap<string, TonightStation>

export interface Evenings {
  /** Replaces all thermometers. */
  readonly set: (stations: TonightStations) => void
  /** Replaces those of some keys; one that is not among the stations is removed. */
  readonly replace: (keys: readonly string[], stations: TonightStations) => void
  /**
   * What was learned at a site, with the thermometers near it; itself where there are none. The same object until one of the two
   * changes.
   */
  readonly joined: (site: Site, learned: LearnedSite | null) => LearnedSite | null
  /** Whether there is one anywhere. */
  readonly isAny: () => boolean
  /** Those that may be within reach of a site; `stationsNear` decides. */
  readonly around: (site: Pick<Site, 'lat'>) => readonly TonightStation[]
  /** Grows whenever a thermometer near a latitude has another newest reading. */
  readonly version: (point: Pick<Site, 'lat'>) => number
}

/** Wider than the reach of an airport, so that three bands hold every thermometer near a point. */
const bandDegrees = 0.5
/** Points whose thermometers are remembered. */
const mostRemembered = 20_000
/** The nearest: enough to find those that lie, and one to count where these say nothing. */
const mostStations = 10

const nothingLearned: LearnedSite = {
  ...{ biasC: 0, siteVarianceC2: null, plantBiasC: 0, plantVarianceC2: null },
  ...{ offset: null, nights: 0, seasonal: null }
}

interface Joined {
  readonly learned: LearnedSite | null
  readonly version: number
  readonly site: LearnedSite | null
}

export function createEvenings(): Evenings {
  let all: TonightStations = new Map()
  let bands: ReadonlyMap<number, readonly TonightStation[]> = new Map()
  const versions = new Map<number, number>()
  const remembered = new BoundedMap<string, Joined>(mostRemembered)
  const versionAt = ({ lat }: Pick<Site, 'lat'>) => versions.get(bandOf(lat)) ?? 0
  const around = ({ lat }: Pick<Site, 'lat'>): readonly TonightStation[] => {
    const band = bandOf(lat)
    return bands.size === 0 ? [] : [band - 1, band, band + 1].flatMap((one) => bands.get(one) ?? [])
  }
  const set = (stations: TonightStations): void => {
    const changed = [...new Set([...all.keys(), ...stations.keys()])].filter(
      (key) => stateOf(all.get(key)) !== stateOf(stations.get(key))
    )
    const moved = changed.flatMap((key) => [all.get(key), stations.get(key)])
    for (const band of new Set(moved.flatMap((one) => (one === undefined ? [] : [bandOf(latOf(one))])))) {
      for (const near of [band - 1, band, band + 1]) versions.set(near, (versions.get(near) ?? 0) + 1)
    }
    all = stations
    bands = Map.groupBy(stations.values(), (station) => bandOf(latOf(station)))
  }
  return {
    set,
    replace: (keys, stations) =>
      set(new Map([...[...all].filter(([key]) => !keys.includes(key)), ...stations])),
    isAny: () => all.size > 0,
    around,
    version: versionAt,
    joined(site, learned) {
      if (bands.size === 0) return learned
      const version = versionAt(site)
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
 * What was learned at a site, with those of some thermometers that are near it; itself where none is.
 * @param own More of them, which count for their owner alone.
 */
export function withStations(
  site: Site,
  learned: LearnedSite | null,
  { shared, own }: { readonly shared: readonly TonightStation[]; readonly own: readonly TonightStation[] }
): LearnedSite | null {
  const owned = reached(site, own).map((station) => ({ ...station, isOwn: true }))
  const evening = nearest([...reached(site, shared), ...owned])
  return evening.length === 0 ? learned : { ...(learned ?? nothingLearned), evening }
}

/** Those of some thermometers that are within reach of a site. */
export function stationsNear(site: Site, stations: readonly TonightStation[]): readonly TonightStation[] {
  return stations.filter((station) => reachTo(site, station) !== null)
}

function reached(site: Site, stations: readonly TonightStation[]): readonly EveningStation[] {
  return stations.flatMap((station) => {
    const reach = reachTo(site, station)
    const { name, halfResolutionC, readings } = station
    return reach === null ? [] : [{ name, halfResolutionC, readings, ...reach }]
  })
}

function nearest(stations: readonly EveningStation[]): readonly EveningStation[] {
  return stations.toSorted((one, other) => one.distanceKm - other.distanceKm).slice(0, mostStations)
}

type Reach = Pick<EveningStation, 'distanceKm' | 'heightDifferenceM'>

function reachTo(site: Site, { at }: TonightStation): Reach | null {
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

function bandOf(lat: number): number {
  return Math.floor(lat / bandDegrees)
}

function latOf({ at }: TonightStation): number {
  return at.kind === 'airport' ? at.airport.lat : at.point.lat
}

/** What of a thermometer may move an answer. */
export function stateOf(station: TonightStation | undefined): string | null {
  if (station === undefined) return null
  const values = station.readings.map(({ at, temperatureC }) => `${at} ${temperatureC}`)
  return `${station.name} ${latOf(station)} ${values.join(' ')}`
}
