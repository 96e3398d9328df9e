/** The thermometers of API keys, as far as the subscriptions made with them are judged by them. */
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import type { LearnedSite } from '../forecasts/ports.ts'
import type { Learning } from './learning.ts'

type At = Parameters<Learning['ownersNear']>[0]

/** @param clientOf What subscriptions know of the client that has a key: thermometers know the key. */
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
