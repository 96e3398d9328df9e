import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import type { LearnedSite } from '../forecasts/ports.ts'
import { distanceKm } from '../places/distance.ts'
import { stationsNear } from './evenings.ts'
import { airAt } from './how-cold.ts'
import { recordedPoint } from './issued-run.ts'
import type { Learning } from './learning.ts'

type At = Parameters<Learning['ownersNear']>[0]

/** @param clientOf What subscriptions know of an owner: thermometers know the key, or the one subscription. */
export function ownThermometers(learning: Learning, clientOf: (owner: string) => string) {
  const { ownEvenings, missed } = learning
  const isOf = (owners: readonly string[], owner: string | null): boolean =>
    owner !== null && owners.includes(clientOf(owner))
  const missedNear = (at: At) => missed.near(recordedPoint(at))
  return {
    isAny: (): boolean => ownEvenings.isAny() || missed.isAny(),
    owners: (at: At): readonly string[] => {
      const owners = [...learning.ownersNear(at), ...missedNear(at).map(({ owner }) => owner)]
      return [...new Set(owners)].map(clientOf)
    },
    learned: (forecast: ForecastSnapshot, owners: readonly string[]): LearnedSite | null => {
      const owner = learning.ownersNear(forecast).find((one) => isOf(owners, one))
      return owner === undefined ? forecast.learned : learning.own(forecast, owner)
    },
    silentSince: (at: At, owners: readonly string[]): number | null => {
      const silent = missedNear(at).filter(({ owner }) => isOf(owners, owner))
      return silent.length === 0 ? null : Math.max(...silent.map(({ lastAt }) => lastAt))
    },
    measured: (forecast: ForecastSnapshot, owners: readonly string[]) =>
      measured(learning, forecast, (owner) => isOf(owners, owner))
  }
}

/** What those that follow tonight have read last, else when the missed ones were heard; the nearest of them. */
function measured(
  { evenings, ownEvenings, missed }: Learning,
  forecast: ForecastSnapshot,
  isTheirs: (owner: string | null) => boolean
) {
  const site = recordedPoint(forecast)
  const around = stationsNear(site, [...ownEvenings.around(site), ...evenings.around(site)])
  const following = around.flatMap(({ at, owner, readings }) => {
    const last = readings.at(-1)
    if (at.kind === 'airport' || last === undefined || !isTheirs(owner)) return []
    return [{ point: at.point, measuredAt: last.at, temperatureC: last.temperatureC }]
  })
  const silent = missed
    .near(site)
    .flatMap(({ owner, point, lastAt }) =>
      isTheirs(owner) ? [{ point, measuredAt: lastAt, temperatureC: null }] : []
    )
  const heard = following.length > 0 ? following : silent
  const [nearest] = heard.toSorted(
    (one, other) => distanceKm(site, one.point) - distanceKm(site, other.point)
  )
  if (nearest === undefined) return null
  const { measuredAt, temperatureC } = nearest
  const foretoldC = airAt(forecast, measuredAt)
  return { measuredAt, temperatureC, foretoldC: Number.isNaN(foretoldC) ? null : foretoldC }
}
