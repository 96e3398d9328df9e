import type { Clock, LearnedAt, LearnedSite, Report } from '../forecasts/ports.ts'
import type { LatLon, Point } from '../weather/point.ts'
import { createAirportBiases } from './airport-bias.ts'
import { createEvenings, stationsNear, withStations } from './evenings.ts'
import { recordedPoint } from './issued-run.ts'
import { createKnowledge, type Knowledge } from './knowledge.ts'
import type { LearnedPlace } from './learned-place.ts'
import type { IssuedNightStore } from './ports.ts'
import { createRunRecorder, type RecorderDeps } from './run-recorder.ts'
import { createMissed } from './silent-sensors.ts'
import { createSourceKnowledge } from './source-knowledge.ts'

type Evenings = ReturnType<typeof createEvenings>

export interface Learning {
  readonly knowledge: Knowledge
  readonly sources: ReturnType<typeof createSourceKnowledge>
  readonly airportBiases: ReturnType<typeof createAirportBiases>
  /** What an owner (null: everyone) is given at a forecast's point and source; null: nothing. */
  readonly learnedFor: (forecast: ForecastAt, owner: string | null) => LearnedPlace | null
  readonly evenings: Evenings
  /** Thermometers that follow tonight for their owner alone. */
  readonly ownEvenings: Evenings
  readonly missed: ReturnType<typeof createMissed>
  readonly shared: LearnedAt
  /** Grows whenever `shared` may give something else for a point: what was computed before is then out of date. */
  readonly version: (point: LatLon) => number
  /** The owners with a thermometer near a forecast's point that follows tonight for them alone. */
  readonly ownersNear: (at: PlaceAt) => readonly string[]
  /** An owner's `/verification`: what was learned for it, with the thermometers of all and its own. */
  readonly own: (at: ForecastAt, owner: string) => LearnedSite | null
  /** Changes with what thermometers near it measure for their owners alone; empty where there is none. */
  readonly ownState: (point: Point) => string
  readonly recorder: ReturnType<typeof createRunRecorder>
}

type PlaceAt = Parameters<typeof recordedPoint>[0]
type ForecastAt = Parameters<LearnedAt>[0]

interface LearningDeps {
  readonly store: IssuedNightStore
  readonly recordedAs: RecorderDeps['recordedAs']
  readonly clock: Clock
  readonly report: Report
}

export function openLearning(deps: LearningDeps): Learning {
  const knowledge = createKnowledge()
  const sources = createSourceKnowledge()
  const airportBiases = createAirportBiases()
  const evenings = createEvenings()
  const ownEvenings = createEvenings()
  const learnedFor = (at: ForecastAt, owner: string | null) => {
    const site = recordedPoint(at)
    return airportBiases.applied(sources.applied(knowledge.find(site, owner), at.source.id), site)
  }
  const ownNear = (at: PlaceAt) => stationsNear(recordedPoint(at), ownEvenings.around(at.point))
  return {
    knowledge,
    sources,
    airportBiases,
    learnedFor,
    evenings,
    ownEvenings,
    missed: createMissed(),
    recorder: createRunRecorder({ ...deps, learned: (snapshot) => learnedFor(snapshot, null) }),
    shared: (at) => evenings.joined(recordedPoint(at), learnedFor(at, null)),
    version: (point) =>
      knowledge.version(point) + evenings.version(point) + sources.version() + airportBiases.version(),
    ownersNear: (at) => [...new Set(ownNear(at).flatMap(({ owner }) => owner ?? []))],
    own: (at, owner) => {
      const site = recordedPoint(at)
      const stations = ownEvenings.around(site).filter((station) => station.owner === owner)
      return withStations(site, learnedFor(at, owner), { shared: evenings.around(site), own: stations })
    },
    ownState: ({ key: pointKey, ...position }) => ownEvenings.state({ pointKey, ...position })
  }
}
