/** Whose share of a source's budget each watched place counts towards. */
import { reportedError } from '../../common/reported-error.ts'
import { hourMs } from '../../common/time.ts'
import type { SharingPlace } from '../../forecasts/fair-pace.ts'
import type { Report } from '../../forecasts/ports.ts'
import type { Alerts } from '../alerts.ts'
import type { PlaceWatcher } from '../store-ports.ts'

export type PlaceShare = Pick<SharingPlace, 'network' | 'isConfirmed' | 'since'>

export interface SharesDeps {
  readonly alerts: {
    readonly subscriptions: Pick<Alerts['subscriptions'], 'watchers'>
    readonly channels: Alerts['channels']
  }
  readonly clock: () => number
  readonly report: Report
  /** Hashes of the operator's own keys: each of their places has a share. */
  readonly operators?: () => Promise<ReadonlySet<string>>
}

export const shareOfItsOwn: PlaceShare = { network: null, isConfirmed: true, since: 0 }

/** The network that watches the fewest counts: no other delays the place. Without watchers: its own. */
export function sharesOf(
  watchers: readonly PlaceWatcher[],
  operators: ReadonlySet<string>
): ReadonlyMap<string, PlaceShare> {
  const places = new Map<string, Set<string>>()
  for (const { network, location } of watchers)
    places.set(network, (places.get(network) ?? new Set()).add(location))
  const sizeOf = ({ network }: PlaceWatcher): number => places.get(network)?.size ?? 0
  const isBetter = (one: PlaceWatcher, other: PlaceWatcher): boolean =>
    one.isConfirmed === other.isConfirmed ? sizeOf(one) < sizeOf(other) : one.isConfirmed
  const best = new Map<string, PlaceWatcher>()
  const owned = new Set<string>()
  for (const watcher of watchers) {
    const { location, network } = watcher
    if (operators.has(network)) owned.add(location)
    const known = best.get(location)
    if (known === undefined || isBetter(watcher, known)) best.set(location, watcher)
  }
  return new Map(
    [...best].map(([location, { network, isConfirmed, since }]) => [
      location,
      owned.has(location) ? shareOfItsOwn : { network, isConfirmed, since }
    ])
  )
}

export function fetchedChannelsOf(channels: Alerts['channels']): readonly string[] {
  return [...channels.values()].filter(({ pushes }) => !pushes).map(({ id }) => id)
}

const readEveryMs = hourMs / 6

/** If the shares cannot be read, the last ones stay. */
export function createPlaceShares({
  alerts,
  clock,
  report,
  operators
}: SharesDeps): (locations: readonly string[]) => Promise<(location: string) => PlaceShare> {
  let known: ReadonlyMap<string, PlaceShare> = new Map()
  let readAt = Number.NEGATIVE_INFINITY
  return async (locations) => {
    const now = clock()
    const isOld = now - readAt >= readEveryMs || now < readAt
    if (isOld || locations.some((location) => !known.has(location)))
      try {
        const watchers = await alerts.subscriptions.watchers(fetchedChannelsOf(alerts.channels))
        known = sharesOf(watchers, (await operators?.()) ?? new Set())
        readAt = now
      } catch (error) {
        report('store_failed', reportedError(error))
      }
    return (location) => known.get(location) ?? shareOfItsOwn
  }
}
