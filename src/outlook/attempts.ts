/** Who may be asked when: a (source, point) that failed is left alone for a while, and a source that keeps failing is too. */
import type { SourceError, SourceErrorKind } from '../sources/source.ts'
import type { Clock } from './ports.ts'

/** 30 s · 2ⁿ, at most 10 minutes. */
const firstPauseMs = 30_000
const longestPauseMs = 600_000
/** While a closed source is tried again, everybody else waits for what comes of it: no longer than an attempt can take. */
const trialMs = 10_000
/** So many failures in a row, at whatever points, close a source: it is not the point's fault then. */
const failuresThatClose = 5
const mostPoints = 20_000

interface Pause {
  readonly failures: number
  readonly until: number
}

/** How and when a source gave nothing. */
export interface SourceFailure {
  readonly kind: SourceErrorKind
  /** For the operator, in English. */
  readonly message: string
  /** [ms since epoch] */
  readonly at: number
}

export interface SourceState {
  /** Failures in a row over all points. */
  readonly failures: number
  /** Closed until [ms since epoch], or null. */
  readonly closedUntil: number | null
  /** Stays when answers come again; null where none was. */
  readonly lastFailure: SourceFailure | null
  readonly lastAnswerAt: number | null
}

export interface Attempts {
  /** When this source may be asked for this point: null = now, else [ms since epoch]. */
  readonly pausedUntil: (sourceId: string, pointKey: string) => number | null
  /** To be told as soon as a source is chosen: of one that was closed, one question at a time is enough. */
  readonly begun: (sourceId: string) => void
  readonly succeeded: (sourceId: string, pointKey: string) => void
  /** One request failed, for one point or for several at once: one failure of the source, a pause for each point. */
  readonly failed: (sourceId: string, pointKeys: readonly string[], error: SourceError) => void
  /** A probe of the demo failed: told in `stateOf`, but nobody has to wait for it, because probes go past all pauses. */
  readonly probeFailed: (sourceId: string, error: SourceError) => void
  readonly stateOf: (sourceId: string) => SourceState
}

const untried: SourceState = {
  failures: 0,
  closedUntil: null,
  lastFailure: null,
  lastAnswerAt: null
}

export function createAttempts(clock: Clock): Attempts {
  const points = new Map<string, Pause>()
  const states = new Map<string, SourceState>()
  // Counted by themselves: else the hours without a network would close a source at its first failure after them.
  const failedProbes = new Map<string, number>()
  const stateOf = (sourceId: string): SourceState => states.get(sourceId) ?? untried

  return {
    stateOf(sourceId) {
      const state = stateOf(sourceId)
      return { ...state, failures: state.failures + (failedProbes.get(sourceId) ?? 0) }
    },
    pausedUntil(sourceId, pointKey) {
      const now = clock()
      const until = Math.max(
        points.get(`${sourceId} ${pointKey}`)?.until ?? 0,
        stateOf(sourceId).closedUntil ?? 0
      )
      return until > now ? until : null
    },
    begun(sourceId) {
      const state = stateOf(sourceId)
      if (state.failures >= failuresThatClose)
        states.set(sourceId, { ...state, closedUntil: clock() + trialMs })
    },
    succeeded(sourceId, pointKey) {
      points.delete(`${sourceId} ${pointKey}`)
      failedProbes.delete(sourceId)
      states.set(sourceId, { ...stateOf(sourceId), failures: 0, closedUntil: null, lastAnswerAt: clock() })
    },
    failed(sourceId, pointKeys, error) {
      const now = clock()
      const asked = (error.retryAfterSeconds ?? 0) * 1000
      for (const key of pointKeys.map((pointKey) => `${sourceId} ${pointKey}`)) {
        const failures = (points.get(key)?.failures ?? 0) + 1
        points.delete(key)
        points.set(key, { failures, until: now + Math.max(asked, pause(failures)) })
        if (points.size > mostPoints) forgetOldest(points)
      }
      states.set(sourceId, afterFailure(stateOf(sourceId), error, now))
    },
    probeFailed(sourceId, error) {
      if (error.kind !== 'not_covered') failedProbes.set(sourceId, (failedProbes.get(sourceId) ?? 0) + 1)
      states.set(sourceId, { ...stateOf(sourceId), lastFailure: failureOf(error, clock()) })
    }
  }
}

function afterFailure(state: SourceState, error: SourceError, now: number): SourceState {
  // A point the source does not cover says nothing about the source's health.
  const failures = error.kind === 'not_covered' ? state.failures : state.failures + 1
  const closedFor =
    error.kind === 'rate_limited'
      ? Math.max((error.retryAfterSeconds ?? 0) * 1000, firstPauseMs)
      : failures >= failuresThatClose && error.kind !== 'not_covered'
        ? pause(failures - failuresThatClose + 1)
        : 0
  return {
    failures,
    closedUntil: closedFor > 0 ? now + closedFor : state.closedUntil,
    lastFailure: failureOf(error, now),
    lastAnswerAt: state.lastAnswerAt
  }
}

function failureOf({ kind, message }: SourceError, at: number): SourceFailure {
  return { kind, message, at }
}

function pause(failures: number): number {
  return Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs)
}

function forgetOldest(points: Map<string, Pause>): void {
  const oldest = points.keys().next()
  if (!oldest.done) points.delete(oldest.value)
}
