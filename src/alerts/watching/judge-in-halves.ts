/** Evaluates many places, or profiles, together: one that cannot be evaluated holds no other back. */
import { reportedError } from '../../common/reported-error.ts'
import { isFieldLocation } from '../../weather/field.ts'

export interface Fault {
  readonly error: unknown
}

/** Where this many fail, each alone, it is not because of places. */
export const mostFaults = 200

/**
 * By portion; where that fails in halves: only those that fail wait for the next round.
 * @param limits.mayGoOn asked before each portion with the last fault; null: nothing has failed
 * @returns the first fault
 */
export async function judgeInHalves<One>(
  judge: (some: readonly One[]) => Promise<unknown>,
  portions: readonly (readonly One[])[],
  { mayGoOn }: { readonly mayGoOn: (error: unknown) => boolean }
): Promise<Fault | null> {
  const open = portions.toReversed()
  let first: Fault | null = null
  let last: Fault | null = null
  let alone = 0
  while (alone < mostFaults && mayGoOn(last?.error ?? null)) {
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

const mostNamed = 3

/** The slug of a field says where it lies: fields are counted, not named. */
export function missedPlaces(missed: Pick<ReadonlyMap<string, unknown>, 'keys' | 'size'>, error: unknown) {
  const named = [...missed.keys()].filter((location) => !isFieldLocation(location)).slice(0, mostNamed)
  return { places: missed.size, named, ...reportedError(error) }
}
