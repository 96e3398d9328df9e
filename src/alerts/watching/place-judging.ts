import { reportedError } from '../../common/reported-error.ts'
import { hourMs } from '../../common/time.ts'
import { takeTurn } from '../../common/turns.ts'
import type { Report } from '../../forecasts/ports.ts'
import { isFieldLocation } from '../../weather/field.ts'
import { type Place, pointOf } from '../../weather/point.ts'
import type { Alerts } from '../alerts.ts'
import { evaluatePlaces } from '../evaluate.ts'
import type { PlaceRecord, WatchedWeather } from './place-records.ts'

/* Evaluates many places, or profiles, together: one that cannot be evaluated holds no other back. */

export interface Fault {
  readonly error: unknown
}

/** Where this many places fail, each evaluated alone, the fault is not in the places. */
const maxFaults = 200

/**
 * Portion by portion; one that fails in halves: only those that fail wait for the next round.
 * @param limits.mayGoOn asked before each portion with the last fault; null: nothing has failed
 * @returns the first fault
 */
export async function judgeInHalves<One>(
  judge: (some: readonly One[]) => Promise<unknown>,
  portions: readonly (readonly One[])[],
  { mayGoOn }: { mayGoOn: (error: unknown) => boolean }
): Promise<Fault | null> {
  const open = portions.toReversed()
  let first: Fault | null = null
  let last: Fault | null = null
  let alone = 0
  while (alone < maxFaults && mayGoOn(last?.error ?? null)) {
    const some = open.pop()
    if (some === undefined) break
    const fault = await faultOf(judge(some))
    if (fault !== null) {
      first ??= fault
      last = fault
      const half = Math.ceil(some.length / 2)
      if (some.length > 1) open.push(some.slice(half), some.slice(0, half))
      else alone += 1
    }
  }
  return first
}

async function faultOf(action: Promise<unknown>): Promise<Fault | null> {
  return action.then(
    () => null,
    (error: unknown) => ({ error })
  )
}

const maxNamed = 3

/** The slug of a field says where it is: fields are counted, not named. */
export function missedPlaces(missed: Pick<ReadonlyMap<string, unknown>, 'keys' | 'size'>, error: unknown) {
  const named = [...missed.keys()].filter((location) => !isFieldLocation(location)).slice(0, maxNamed)
  return { places: missed.size, named, ...reportedError(error) }
}

export interface JudgingDeps {
  readonly alerts: Alerts
  readonly weather: WatchedWeather
  readonly clock: () => number
  readonly report: Report
  /** The database is away: no place has anything to do with it. */
  readonly isUnavailable: (error: unknown) => boolean
  readonly evaluated?: (locations: readonly string[]) => void
  /** Called at the end of a round: `places` if it failed because of a few, else `evaluate`; null: nothing failed. */
  readonly ended?: (work: 'evaluate' | 'places', failure: unknown) => void
}

export interface LastEvaluation {
  readonly at: number
  readonly places: number
  readonly milliseconds: number
}

interface PlaceJudging {
  readonly last: () => LastEvaluation | null
  /** Forgets all other places. */
  readonly watch: (watched: ReadonlyMap<string, Place>) => void
  readonly judge: (locations: readonly string[]) => Promise<void>
  readonly forget: (location: string) => void
  /** Reports places that could not be evaluated. @throws the fault, where it is not because of a few */
  readonly conclude: (fault: Fault | null) => void
}

export function createPlaceJudging(
  deps: JudgingDeps,
  records: { readonly of: (location: string) => PlaceRecord }
): PlaceJudging {
  const judged = new Map<string, string>()
  const missed = new Set<string>()
  let last: LastEvaluation | null = null
  let places: ReadonlyMap<string, Place> = new Map()
  return {
    last: () => last,
    watch(watched) {
      places = watched
      for (const known of [judged, missed])
        for (const location of known.keys()) if (!places.has(location)) known.delete(location)
    },
    async judge(locations) {
      const states = new Map<string, string>()
      for (const location of locations) {
        const state = stateOf(deps, records.of(location), places.get(location))
        if (judged.get(location) !== state) states.set(location, state)
        await takeTurn()
      }
      if (states.size === 0) return
      const fresh = [...states.keys()]
      const at = deps.clock()
      const began = performance.now()
      for (const location of fresh) missed.add(location)
      await evaluatePlaces(deps.alerts, fresh)
      for (const [location, state] of states) {
        judged.set(location, state)
        missed.delete(location)
      }
      deps.evaluated?.(fresh)
      last = { at, places: fresh.length, milliseconds: Math.round(performance.now() - began) }
    },
    forget: (location) => void judged.delete(location),
    conclude(fault) {
      const isOfPlaces =
        fault === null ||
        (missed.size < Math.min(places.size / 2, maxFaults) && !deps.isUnavailable(fault.error))
      deps.ended?.(isOfPlaces ? 'places' : 'evaluate', fault?.error ?? null)
      if (fault === null) return
      if (!isOfPlaces) throw fault.error
      deps.report('places_not_evaluated', missedPlaces(missed, fault.error))
    }
  }
}

/** What ended since the last time, while others are under way. What fails is repeated with the whole batch. */
export function judgeMeanwhile(judge: PlaceJudging['judge']) {
  let waiting: string[] = []
  let running: Promise<void> | null = null
  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const some = waiting
      waiting = []
      await judge(some).catch(() => undefined)
    }
    running = null
  }
  return {
    add(location: string): void {
      waiting.push(location)
      running ??= Promise.resolve().then(run)
    },
    settled: async (): Promise<void> => running ?? undefined
  }
}

/** Changes with run, confirmation, what was learned or measured nearby, and the hour: another night may be near. */
function stateOf({ clock, weather }: JudgingDeps, record: PlaceRecord, place: Place | undefined): string {
  const { run, confirmedAt } = record
  const known = place === undefined ? 0 : weather.learning.version(place)
  const own = place === undefined ? '' : weather.learning.ownState(pointOf(place))
  return `${run} ${confirmedAt} ${known} ${own} ${Math.floor(clock() / hourMs)}`
}
