/** The thermometers of API keys, as far as the subscriptions made with them are judged by them. */
import type { Keys } from '../alerts/ports.ts'
import type { OwnThermometers } from '../alerts/watching/watched-forecasts.ts'
import { clientOfKey } from '../http/client-key.ts'
import type { Learning } from '../observations/learning.ts'

/** Subscriptions know the hash of the client that made them, thermometers the key that sends their readings. */
export function ownThermometers(learning: Learning, { hash }: Pick<Keys, 'hash'>): OwnThermometers {
  const clientOf = (owner: string) => hash(clientOfKey(owner))
  return {
    isAny: learning.ownEvenings.isAny,
    owners: (at) => learning.ownersNear(at).map(clientOf),
    learned: (forecast, client) => {
      const owner = learning.ownersNear(forecast).find((one) => clientOf(one) === client)
      return owner === undefined ? forecast.learned : learning.own(forecast, owner)
    }
  }
}
