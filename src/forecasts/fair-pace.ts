/** Networks share a budget that is too small for all places (max-min fair): each delays only its own. Pure. */
import { dayMs } from '../common/time.ts'
import { looksPerDay, type Pace, type PaceBudget, type PacedPlace, paceOf } from './pace.ts'

export interface SharingPlace extends PacedPlace {
  /** The network whose share the place counts towards; null: the place has a separate share. */
  readonly network: string | null
  /** False where nothing shows that anyone reads its messages: it comes after all others. */
  readonly isConfirmed: boolean
  /** A network's lowest places come first. */
  readonly since: number
}

interface FairPace<Place> extends Pace<Place> {
  /** Places beyond what their network's share carries at the source's own period; empty if the budget carries all. */
  readonly beyond: readonly Place[]
}

/** @param carried How many places the day's budget carries at the source's own period */
export function fairPaceOf<Place extends SharingPlace>(
  places: readonly Place[],
  budget: PaceBudget,
  carried: number
): FairPace<Place> {
  if (places.length <= carried) return { ...paceOf(places, budget), beyond: [] }
  const confirmed = places.filter(({ isConfirmed }) => isConfirmed)
  const networks = inNetworks(confirmed)
  const share = fairShare(
    networks.map(({ length }) => length),
    carried
  )
  const looks = share * (dayMs / budget.updatePeriodMs)
  const shared = networks.map((network) => ({ size: network.length, ...upTo(network, looks) }))
  const paces = withinShares(shared, share, budget)
  const left = Math.max(0, budget.left - sum(paces, (pace) => claimOf(pace, budget)))
  const rest = paceOf(
    shared.flatMap((network) => network.rest),
    { ...budget, left }
  )
  const unconfirmed = paceOf(
    places.filter(({ isConfirmed }) => !isConfirmed),
    { ...budget, left: Math.max(0, left - claimOf(rest, budget)) }
  )
  const all = [...paces, rest, unconfirmed]
  return {
    due: all.flatMap(({ due }) => due),
    leftOut: all.flatMap(({ leftOut }) => leftOut),
    periodMs: (paces[0] ?? unconfirmed).periodMs,
    missing: sum(all, ({ missing }) => missing),
    // Visitors need not leave what only a network beyond its share asks for.
    needed: sum(paces, ({ needed }) => needed),
    wantedUnits: sum(paces, ({ wantedUnits }) => wantedUnits),
    beyond: [
      ...(networks.length > 1 ? networks.flatMap((network) => network.slice(Math.max(1, share))) : []),
      ...places.filter(({ isConfirmed }) => !isConfirmed)
    ]
  }
}

/** The same limit for every network, as the budget allows at the source's period; infinite where it allows all. */
export function fairShare(sizes: readonly number[], carried: number): number {
  let rest = carried
  for (const [index, size] of sizes.toSorted((a, b) => a - b).entries()) {
    const share = rest / (sizes.length - index)
    if (size > share) return share
    rest -= size
  }
  return Number.POSITIVE_INFINITY
}

function inNetworks<Place extends SharingPlace>(places: readonly Place[]): readonly (readonly Place[])[] {
  const networks = Map.groupBy<unknown, Place>(places, (place) => place.network ?? place)
  const urgency = ({ isRead, isRisky }: Place): number => (isRead ? 0 : 2) + (isRisky ? 0 : 1)
  return [...networks.values()].map((network) =>
    network.toSorted((a, b) => urgency(a) - urgency(b) || a.since - b.since)
  )
}

function upTo<Place extends SharingPlace>(network: readonly Place[], looks: number) {
  let needed = 0
  const end = network.findIndex(({ isRisky }) => {
    needed += isRisky ? looksPerDay : 1
    return needed > looks
  })
  const most = end < 0 ? network.length : Math.max(1, end)
  return { within: network.slice(0, most), rest: network.slice(most) }
}

/** Small networks first; those with more than the share get equal parts of the rest. Equal sizes have a common pace. */
function withinShares<Place extends PacedPlace>(
  networks: readonly { readonly size: number; readonly within: readonly Place[] }[],
  share: number,
  budget: PaceBudget
): readonly Pace<Place>[] {
  const bySize = Map.groupBy(networks, ({ size }) => size)
  let { left } = budget
  let waiting = networks.length
  return [...bySize]
    .toSorted(([a], [b]) => a - b)
    .map(([size, alike]) => {
      const part = size <= share ? left : (left * alike.length) / waiting
      const pace = paceOf(
        alike.flatMap(({ within }) => within),
        { ...budget, left: part }
      )
      left -= Math.min(part, claimOf(pace, budget))
      waiting -= alike.length
      return pace
    })
}

/** What is left to those before until the day ends [units]: all planned refreshes, and looks that may come between. */
function claimOf({ due, wantedUnits, needed }: Pace<unknown>, { cost }: PaceBudget): number {
  return Math.max(due.length * cost, wantedUnits + needed * cost)
}

function sum<One>(all: readonly One[], of: (one: One) => number): number {
  return all.reduce((total, one) => total + of(one), 0)
}
