import { secondMs } from '../../common/time.ts'
import type { ClaimedMessage, RecordedOutcome, Recording } from '../outbox-ports.ts'
import { retryRules } from '../rules.ts'

/** Outcomes are recorded after this many, or this long after the first [ms]: well before a lease ends. */
const recordEvery = 8192
const recordWithinMs = 1000

export class Outcomes {
  readonly #now: () => number
  #gathered: Recording[] = []
  #since = 0

  constructor(now: () => number) {
    this.#now = now
  }

  get isEmpty(): boolean {
    return this.#gathered.length === 0
  }

  /** Whether many outcomes wait, or the first has waited long enough. */
  get isDue(): boolean {
    if (this.isEmpty) return false
    return this.#gathered.length >= recordEvery || this.#now() - this.#since >= recordWithinMs
  }

  add(claimed: ClaimedMessage, outcome: RecordedOutcome): void {
    if (this.isEmpty) this.#since = this.#now()
    this.#gathered.push({ claimed, outcome })
  }

  /** The message goes back to be claimed after `inMs`; null: at once, with its old due time. */
  addUntried(claimed: ClaimedMessage, inMs: number | null): void {
    const nextAttemptAt = inMs === null ? null : this.#now() + inMs
    this.add(claimed, { kind: 'retry', nextAttemptAt, reason: 'not_tried_yet', untried: true })
  }

  takeAll(): readonly Recording[] {
    return this.#gathered.splice(0)
  }

  putBack(recordings: readonly Recording[]): void {
    this.#gathered = [...recordings, ...this.#gathered]
  }
}

interface FailedAttempt {
  readonly attempt: number
  readonly now: number
  /** The earliest coldest hour still to come among its nights; null: none. */
  readonly coldestAt: number | null
  readonly endsAt: number
  /** What the receiver asked for [s]. */
  readonly afterSeconds: number | null
  readonly seededRandom: number
}

/** The next attempt: as the night allows, the last shortly before its end, whatever the receiver asked; then null. */
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
