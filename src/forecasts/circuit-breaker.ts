/** A circuit breaker: pauses a source that keeps failing, and lets one request through as a trial. Pure. */
import { minuteMs } from '../common/time.ts'

/** Closed while `openUntil` is null; half-open after it [ms since epoch]: one request is the trial. */
export interface Circuit {
  readonly openUntil: number | null
  /** A trial is running until `openUntil`. */
  readonly isOnTrial: boolean
  readonly failedTrials: number
  readonly failuresInRow: number
  /** Outcomes of the last minute, counted in buckets of `bucketMs`. */
  readonly recent: readonly Bucket[]
}

interface Bucket {
  readonly number: number
  readonly failed: number
  readonly answered: number
}

export type CircuitState = 'closed' | 'open' | 'half_open'

const bucketMs = 5_000
/** Failures are compared with successes of the same minute: a burst that half succeeds is not an outage. */
const buckets = 12
const fewestFailures = 5
/** The source is paused for 30 s · 2ⁿ after the nth failed trial, at most ten minutes. */
const firstPauseMs = 30_000
const longestPauseMs = 10 * minuteMs
/** How long a pause that a source asks for is respected at most; after that one request may try again. */
const longestAskedMs = 30 * minuteMs
/** No attempt takes longer; until then all other requests wait for the outcome of the trial. */
const trialMs = 10_000

export const closedCircuit: Circuit = {
  openUntil: null,
  isOnTrial: false,
  failedTrials: 0,
  failuresInRow: 0,
  recent: []
}

/** Until when nothing may be asked [ms since epoch]; null = now. */
export function blockedUntil({ openUntil }: Circuit, now: number): number | null {
  return pauseUntil(openUntil, now)
}

/** The end of a pause while it is in the future, else null; a later end than any pause has is due to a wrong clock. */
export function pauseUntil(until: number | null, now: number): number | null {
  return until !== null && until > now && until <= now + longestAskedMs ? until : null
}

export function circuitState(circuit: Circuit, now: number): CircuitState {
  if (circuit.openUntil === null) return 'closed'
  return circuit.isOnTrial || blockedUntil(circuit, now) === null ? 'half_open' : 'open'
}

/** A request is sent; call this only where nothing blocks it. On a half-open circuit it is the trial. */
export function afterStart(circuit: Circuit, now: number): Circuit {
  return circuit.openUntil === null ? circuit : { ...circuit, isOnTrial: true, openUntil: now + trialMs }
}

/** The request that was started says nothing about the source: a trial is free for the next request. */
export function afterNothing(circuit: Circuit, now: number): Circuit {
  return circuit.isOnTrial ? { ...circuit, isOnTrial: false, openUntil: now } : circuit
}

/** The source answered: an open circuit closes, and earlier failures no longer count. */
export function afterAnswer(circuit: Circuit, now: number): Circuit {
  if (circuit.openUntil !== null) return closedCircuit
  return { ...circuit, failuresInRow: 0, recent: counted(circuit.recent, now, { failed: 0, answered: 1 }) }
}

/** @param askedMs The pause that the source asked for [ms]; null: it was not a refusal for our rate */
export function afterFailure(circuit: Circuit, now: number, askedMs: number | null): Circuit {
  const failuresInRow = circuit.failuresInRow + 1
  const recent = counted(circuit.recent, now, { failed: 1, answered: 0 })
  const next = { ...circuit, failuresInRow, recent }
  const pauseMs = (trials: number): number =>
    Math.max(pauseAfter(trials), Math.min(askedMs ?? 0, longestAskedMs))
  if (circuit.isOnTrial) {
    const failedTrials = circuit.failedTrials + 1
    return { ...next, failedTrials, isOnTrial: false, openUntil: now + pauseMs(failedTrials) }
  }
  // A request sent before the circuit opened adds nothing, unless the source names a pause.
  if (circuit.openUntil !== null && askedMs === null) return next
  const opens = askedMs !== null || failuresInRow >= fewestFailures || maxFailed(recent)
  return opens
    ? { ...next, openUntil: Math.max(circuit.openUntil ?? 0, now + pauseMs(circuit.failedTrials)) }
    : next
}

/** 30 s · 2ⁿ, at most ten minutes [ms]. */
export function pauseAfter(trials: number): number {
  return Math.min(firstPauseMs * 2 ** trials, longestPauseMs)
}

/** How long a pause that a source asked for is respected [ms]. */
export function respectedPause(askedMs: number): number {
  return Math.min(askedMs, longestAskedMs)
}

function maxFailed(recent: readonly Bucket[]): boolean {
  const failed = recent.reduce((sum, bucket) => sum + bucket.failed, 0)
  const answered = recent.reduce((sum, bucket) => sum + bucket.answered, 0)
  return failed >= fewestFailures && failed >= answered
}

function counted(
  recent: readonly Bucket[],
  now: number,
  { failed, answered }: Omit<Bucket, 'number'>
): readonly Bucket[] {
  const number = Math.floor(now / bucketMs)
  const last = recent.at(-1)
  if (last?.number === number)
    return [
      ...recent.slice(0, -1),
      { number, failed: last.failed + failed, answered: last.answered + answered }
    ]
  const young = recent.filter((bucket) => bucket.number > number - buckets && bucket.number < number)
  return [...young, { number, failed, answered }]
}
