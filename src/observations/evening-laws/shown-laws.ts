import { dayMs } from '../../common/time.ts'
import { servedEveningLaw } from '../../frost/evening/evening-law.ts'
import { type EveningsLearned, firstDayOf, givenEveningLaw, weekOf } from '../../frost/evening/own-law.ts'
import type { GroundPoint } from '../../weather/point.ts'
import { civilDate } from '../../weather/zone-clock.ts'
import { airportReachKm, createAirportFinder } from '../airports.ts'
import type { Sensor } from '../ports.ts'
import { boxAround } from '../reach.ts'
import type { AirportStore, EveningLawStore } from '../reading-ports.ts'
import { idOf } from './evening-laws.ts'

export interface ShownEveningLaw {
  readonly station: string
  readonly nights: number
  readonly lastDate: string
  /** How much of what is given is its own, 0…1; 0 before ten nights. */
  readonly share: number
  /** Nights with an own law, and their mean CRPS two hours after sunset by readings alone [°C]. */
  readonly judged: {
    readonly nights: number
    readonly usualCrpsC: number
    readonly givenCrpsC: number
  } | null
}

interface Around {
  readonly store: Pick<AirportStore, 'airportsIn'> & Pick<EveningLawStore, 'eveningLaws'>
  readonly site: GroundPoint
  /** Sensors that count for the requester, under the names that the requester sees. */
  readonly sensors: readonly { readonly sensor: Sensor; readonly name: string }[]
  readonly now: number
}

/** Airports near, nearest first, then sensors; none of which nothing was learned. */
export async function shownEveningLaws({
  store,
  site,
  sensors,
  now
}: Around): Promise<readonly ShownEveningLaw[]> {
  const near = createAirportFinder(await store.airportsIn(boxAround(site, airportReachKm)))(site)
  const names = new Map([
    ...near.map(({ airport }) => [airport.icao, airport.name] as const),
    ...sensors.map(({ sensor, name }) => [String(sensor.seq), name] as const)
  ])
  const stored = await store.eveningLaws([...names.keys()])
  const world = idOf(servedEveningLaw)
  const byStation = new Map(stored.filter((one) => one.world === world).map((one) => [one.station, one]))
  return [...names].flatMap(([key, station]) => {
    const its = byStation.get(key)
    return its === undefined ? [] : [shown(station, JSON.parse(its.learned) as EveningsLearned, now)]
  })
}

function shown(station: string, learned: EveningsLearned, now: number): ShownEveningLaw {
  const { nights, day, gained } = learned
  const { share } = givenEveningLaw(learned, servedEveningLaw, firstDayOf(weekOf(Math.floor(now / dayMs))))
  const { nights: judged, usualCrpsC, crpsC } = gained
  return {
    station,
    nights,
    lastDate: civilDate(day),
    share,
    judged:
      judged === 0 ? null : { nights: judged, usualCrpsC: usualCrpsC / judged, givenCrpsC: crpsC / judged }
  }
}
