/** Outcomes that are not recorded yet: they are recorded many at a time. */
import type { ClaimedMessage, RecordedOutcome, Recording } from '../outbox-ports.ts'

/**
 * Outcomes are recorded once there are so many, or once the first has waited so long [ms]: well before a
 * lease ends.
 */
const recordEvery = 8192
const recordWithinMs = 1000

export class Outcomes {
  readonly #now: () => number
  #gathered: Recording[] = []
  /** When the first of them was added [ms since epoch]. */
  #since = 0

  constructor(now: () => number) {
    this.#now = now
  }

  get isEmpty(): boolean {
    return this.#gathered.length === 0
  }

  /** Many wait, or the first has waited long enough. */
  get isDue(): boolean {
    if (this.isEmpty) return false
    return this.#gathered.length >= recordEvery || this.#now() - this.#since >= recordWithinMs
  }

  add(claimed: ClaimedMessage, outcome: RecordedOutcome): void {
    if (this.isEmpty) this.#since = this.#now()
    this.#gathered.push({ claimed, outcome })
  }

  /**
   * The message goes back unchanged, to be claimed again after `inMs`; null: at once, with its old due time.
   */
  addUntried(claimed: ClaimedMessage, inMs: number | null): void {
    const nextAttemptAt = inMs === null ? null : this.#now() + inMs
    this.add(claimed, { kind: 'retry', nextAttemptAt, reason: 'not_tried_yet', untried: true })
  }

  takeAll(): readonly Recording[] {
    return this.#gathered.splice(0)
  }

  /** These could not be recorded. */
  putBack(recordings: readonly Recording[]): void {
    this.#gathered = [...recordings, ...this.#gathered]
  }
}
