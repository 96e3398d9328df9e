/** What the answers of a receiver have shown, and how many attempts it may have running; pure. */

/**
 * `unknown`: not tried yet. `healthy`: answers within `slowMs`. `slow`: answers, but takes longer. `silent`:
 * has not answered for `slowMs`.
 */
export type ReceiverHealth = 'unknown' | 'healthy' | 'slow' | 'silent'

export interface ReceiverState {
  readonly health: ReceiverHealth
  /** How many attempts may run at a time. */
  readonly width: number
  /** Recent mean time of an attempt [ms]; null before the first. */
  readonly meanMs: number | null
  /** When it last answered quickly or settled a message [ms since epoch]. */
  readonly answeredAt: number
}

export interface HealthRules {
  /** An answer that takes longer is slow [ms]. */
  readonly slowMs: number
  /** The most attempts that a receiver may have running, however quickly it answers. */
  readonly widest: number
  /** The most attempts to a slow receiver, if it is one of the operator's own; to any other one. */
  readonly slowWidest: number
}

export interface FinishedAttempt {
  /** The receiver accepted the message or refused it for good. */
  readonly settled: boolean
  readonly tookMs: number
  /** When it ended [ms since epoch]. */
  readonly at: number
}

/** Weight of the observed pace against the next answer: it averages over about ten answers. */
const fading = 0.9

/** Before the first attempt of a delivery; `isProven`: it answered the last attempt of an earlier one. */
export function firstState(isProven: boolean): ReceiverState {
  const health = isProven ? 'healthy' : 'unknown'
  return { health, width: 1, meanMs: null, answeredAt: Number.NEGATIVE_INFINITY }
}

/** Whether it answered the last attempt. */
export function isProven({ health }: ReceiverState): boolean {
  return health === 'healthy' || health === 'slow'
}

/**
 * After an attempt. A receiver that has just answered other attempts is not silent, however long a single
 * message took: one mail server carries many messages.
 */
export function afterAttempt(
  before: ReceiverState,
  { settled, tookMs, at }: FinishedAttempt,
  rules: HealthRules
): ReceiverState {
  const isQuick = tookMs < rules.slowMs
  const answeredAt = isQuick || settled ? at : before.answeredAt
  const meanMs = meanAfter(before, tookMs, isQuick)
  if (at - answeredAt >= rules.slowMs) return { health: 'silent', width: 1, meanMs, answeredAt }
  const health = meanMs < rules.slowMs ? 'healthy' : 'slow'
  return { health, width: widthAfter(before.width, isQuick, settled, rules), meanMs, answeredAt }
}

/** Times measured while it did not answer say nothing about its present pace. */
function meanAfter({ meanMs, health }: ReceiverState, tookMs: number, isQuick: boolean): number {
  if (meanMs === null || (health === 'silent' && isQuick)) return tookMs
  return fading * meanMs + (1 - fading) * tookMs
}

function widthAfter(
  width: number,
  isQuick: boolean,
  settled: boolean,
  { widest, slowWidest }: HealthRules
): number {
  if (isQuick) return Math.min(2 * width, widest)
  return settled && width < slowWidest ? width + 1 : width
}
