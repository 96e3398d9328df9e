export interface ReceiverState {
  /**
   * `unknown`: not tried. `healthy`: answers within `slowMs`; `slow`: takes longer; `silent`: no answer for `slowMs`.
   */
  readonly health: 'unknown' | 'healthy' | 'slow' | 'silent'
  readonly width: number
  /** Recent mean time of an attempt; null before the first. */
  readonly meanMs: number | null
  /** When it last answered quickly or settled a message. */
  readonly answeredAt: number
}

export interface HealthRules {
  readonly slowMs: number
  /** Most attempts at a time, however quickly the receiver answers. */
  readonly widest: number
  /** Most attempts at a time to a slow receiver of the operator's; to any other. */
  readonly slowWidest: number
}

export interface FinishedAttempt {
  /** Accepted, or refused for good. */
  readonly settled: boolean
  readonly tookMs: number
  readonly at: number
}

/** Averages the observed pace over about ten answers. */
const fading = 0.9

/** `isProven`: it answered the last attempt of an earlier delivery. */
export function firstState(isProven: boolean): ReceiverState {
  const health = isProven ? 'healthy' : 'unknown'
  return { health, width: 1, meanMs: null, answeredAt: Number.NEGATIVE_INFINITY }
}

export function isProven({ health }: ReceiverState): boolean {
  return health === 'healthy' || health === 'slow'
}

/** A receiver that has just answered others is not silent, however long one message took: think of a mail server. */
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

/** Times while it did not answer say nothing about its pace. */
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
