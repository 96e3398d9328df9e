/**
 * Remembers a lasting fault on the operator's side, so that subscribing is refused while nothing can arrive.
 */
import type { Clock } from '../alerts/ports.ts'
import { minuteMs } from '../common/time.ts'

export interface Trouble {
  /**
   * The server refused what the operator configured; `sentence` is for the subscriber and contains no secret.
   */
  readonly met: (sentence: string) => void
  /** The server accepted something: the fault is over. */
  readonly over: () => void
  /** The sentence, or null where no fault is known. */
  readonly known: () => string | null
}

/** Nothing is tried for this long after such a refusal; by then it may have been repaired [ms]. */
const rememberedMs = 10 * minuteMs

/** Nothing is remembered yet. */
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
      // A time from a clock that was ahead would otherwise hold for as long as the clock was ahead.
      return met !== null && ageMs !== null && ageMs >= 0 && ageMs < rememberedMs ? met.sentence : null
    }
  }
}
