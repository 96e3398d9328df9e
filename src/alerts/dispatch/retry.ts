/**
 * When to try again: soon at first, then as often as the night allows, once more before it ends, and never
 * after.
 */
import { secondMs } from '../../common/time.ts'
import { retryRules } from '../rules.ts'

export interface FailedAttempt {
  /** 1 after the first failure. */
  readonly attempt: number
  readonly now: number
  /** The earliest coldest hour still to come among the nights of the message [ms since epoch], or null. */
  readonly coldestAt: number | null
  /** When the message expires [ms since epoch]. */
  readonly endsAt: number
  /** What the receiver asked for [s], or null. */
  readonly afterSeconds: number | null
  /** 0…1, for the jitter. */
  readonly seededRandom: number
}

/**
 * The instant of the next attempt. An attempt that would come after the end is moved to shortly before it,
 * whatever the receiver asked for. Null where that moment has passed.
 */
export function nextAttemptAt(failed: FailedAttempt): number | null {
  const { now, afterSeconds, endsAt, seededRandom } = failed
  const delay = delayMs(failed) * (1 - retryRules.jitterFraction * seededRandom)
  const asked = afterSeconds === null ? 0 : afterSeconds * secondMs
  const at = now + Math.round(Math.max(delay, asked))
  if (at < endsAt) return at
  const { lastTryMs } = retryRules
  if (now >= endsAt - 2 * lastTryMs) return null
  return endsAt - Math.round(lastTryMs * (1 + seededRandom))
}

function delayMs({ attempt, now, coldestAt }: FailedAttempt): number {
  const first = retryRules.firstDelaysMs[attempt - 1]
  if (first !== undefined) return first
  if (coldestAt === null) return retryRules.farMs
  // An hour's wait must not run far into the last twelve hours.
  const untilNear = coldestAt - retryRules.nearFromMs - now
  return Math.min(retryRules.farMs, Math.max(untilNear, retryRules.nearMs))
}
