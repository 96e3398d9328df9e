/**
 * A cache bounded by bytes that a sweep does not empty: what is asked for once, as by a client that goes over a map or
 * a round that refreshes all watched places, takes a quarter of it and pushes out nothing that is asked for again and
 * again. Johnson and Shasha, "2Q: A low overhead high performance buffer management replacement algorithm" (VLDB 1994).
 */
import { BoundedMap } from '../common/bounded-map.ts'
import { recentlyUsed } from '../common/recently-used.ts'

export interface SweepProofCache<Value extends object> {
  readonly get: (key: string) => Value | undefined
  /** Does not count as asking. */
  readonly peek: (key: string) => Value | undefined
  readonly set: (key: string, value: Value) => void
  readonly delete: (key: string) => void
  readonly entries: () => Iterable<[string, Value]>
  readonly size: () => number
}

interface Newcomer<Value> {
  readonly value: Value
  /** How many had come before it. */
  readonly number: number
}

/** The share of all bytes for what has been asked for once. */
const newcomersShare = 1 / 4
/** One question asks for its entry several times, while so many others may come: more are not answered at once. */
const comeMeanwhile = 100
/** Of each that was dropped before it was asked for again the key is remembered, one for so many bytes of the cache. */
const bytesPerDropped = 8000

/**
 * @param sizeOf The bytes that a value takes. @throws {RangeError} where a quarter of `mostBytes` is less than a byte.
 */
export function createSweepProofCache<Value extends object>(
  mostBytes: number,
  sizeOf: (value: Value) => number
): SweepProofCache<Value> {
  const dropped = new BoundedMap<string, true>(Math.max(1, Math.floor(mostBytes / bytesPerDropped)))
  const newcomersBytes = Math.floor(mostBytes * newcomersShare)
  const newcomers = recentlyUsed<Newcomer<Value>>(newcomersBytes, {
    sizeOf: ({ value }) => sizeOf(value),
    dropped: (key) => dropped.set(key, true)
  })
  const regulars = recentlyUsed<Value>(mostBytes - newcomersBytes, { sizeOf })
  let came = 0
  return {
    get(key) {
      const regular = regulars.get(key)
      if (regular !== undefined) return regular
      const newcomer = newcomers.get(key)
      if (newcomer === undefined) return undefined
      if (came - newcomer.number > comeMeanwhile) {
        newcomers.delete(key)
        regulars.set(key, newcomer.value)
      }
      return newcomer.value
    },
    peek: (key) => regulars.peek(key) ?? newcomers.peek(key)?.value,
    set(key, value) {
      if (regulars.has(key) || dropped.delete(key)) regulars.set(key, value)
      else newcomers.set(key, { value, number: newcomers.peek(key)?.number ?? came++ })
    },
    delete(key) {
      newcomers.delete(key)
      regulars.delete(key)
    },
    *entries() {
      for (const [key, { value }] of newcomers.entries()) yield [key, value]
      yield* regulars.entries()
    },
    size: () => newcomers.size + regulars.size
  }
}
