/** The thermometers of API keys and of subscriptions, as far as subscriptions are judged by them. */
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import type { LearnedSite } from '../forecasts/ports.ts'
import type { Learning } from './learning.ts'

type At = Parameters<Learning['ownersNear']>[0]

/** @param clientOf What subscriptions know of an owner: thermometers know the key, or the one subscription. */
export function ownThermometers(learning: Learning, clientOf: (owner: string) => string) {
  return {
    isAny: learning.ownEvenings.isAny,
    owners: (at: At): readonly string[] => learning.ownersNear(at).map(clientOf),
    learned: (forecast: ForecastSnapshot, client: string): LearnedSite | null => {
      const owner = learning.ownersNear(forecast).find((one) => clientOf(one) === client)
      return owner === undefined ? forecast.learned : learning.own(forecast, owner)
    }
  }
}
