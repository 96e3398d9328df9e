/** What a channel remembers of a lasting fault on the operator's side, so that nobody is told "subscribed" while nothing can arrive. */
import type { Clock } from '../alerts/ports.ts'

export interface Trouble {
  /** The server refused what the operator configured; `sentence` is for the subscriber and names nothing secret. */
  readonly met: (sentence: string) => void
  /** The server accepted something: all is well. */
  readonly over: () => void
  /** The sentence, or null where nothing is known against the channel. */
  readonly known: () => string | null
}

/** Nothing is tried for this long after such a refusal, so that it may have been mended without our knowing [ms]. */
const rememberedMs = 600_000

/** A memory with nothing in it. */
export function createTrouble(clock: Clock): Trouble {
  let met: { readonly sentence: string; readonly at: number } | null = null
  return {
    met: (sentence) => {
      met = { sentence, at: clock() }
    },
    over: () => {
      met = null
    },
    known: () => {
      const ageMs = met === null ? null : clock() - met.at
      // What a clock that was ahead has left would otherwise stand for as long as it was ahead.
      return met !== null && ageMs !== null && ageMs >= 0 && ageMs < rememberedMs ? met.sentence : null
    }
  }
}
