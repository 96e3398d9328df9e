/** A (source, point) that failed is paused for a while, and so is a source that keeps failing. */
import { BoundedMap } from '../common/bounded-map.ts'
import { secondMs } from '../common/time.ts'
import type { SourceError, SourceErrorKind } from '../sources/source.ts'
import {
  afterAnswer,
  afterFailure,
  afterNothing,
  afterStart,
  blockedUntil,
  type Circuit,
  type CircuitState,
  circuitState,
  closedCircuit,
  pauseAfter,
  pauseUntil,
  respectedPause
} from './circuit-breaker.ts'
import { type RequesterKind, requesters } from './gate.ts'
import type { Clock, PointPause } from './ports.ts'

const maxPoints = 20_000

export interface SourceFailure {
  readonly kind: SourceErrorKind
  /** For the operator, in English. */
  readonly message: string
  /** [ms since epoch] */
  readonly at: number
}

interface SourceState {
  readonly failures: number
  /** Visitors' requests are not sent until then [ms since epoch], or null. */
  readonly closedUntil: number | null
  /** Stays when answers come again; null before the first failure. */
  readonly lastFailure: SourceFailure | null
  readonly lastAnswerAt: number | null
}

interface RequesterCircuits {
  /** When this source may be asked for this point: null: now, else [ms since epoch]. */
  readonly pausedUntil: (sourceId: string, pointKey: string) => number | null
  /** Call it as a request is sent: on a half-open circuit it is the trial, and no other is sent meanwhile. */
  readonly started: (sourceId: string) => void
  /** The request was not sent after all, or given up for a reason of our own: its trial is free for the next one. */
  readonly notAsked: (sourceId: string) => void
  readonly succeeded: (sourceId: string, pointKey: string) => void
  /** For one point or several: one failure of the source, a pause for each point. */
  readonly failed: (sourceId: string, pointKeys: readonly string[], error: SourceError) => void
}

/**
 * Each kind of requester has its own circuits and pauses. An answer and a 429 with `Retry-After` count for all, a
 * failure of the service's few requests for visitors too; one for visitors may be due to their number and counts for
 * them alone.
 */
export interface SourceCircuits {
  readonly by: (requester: RequesterKind) => RequesterCircuits
  /** Visitors' pause for a point, also one that is over; null where the source answered last. */
  readonly pauseOf: (sourceId: string, pointKey: string) => PointPause | null
  /** Takes over visitors' pause from other processes; null: they know of none. */
  readonly takeOver: (sourceId: string, pointKey: string, pause: PointPause | null) => void
  /** Shown in `stateOf`, but it pauses nothing: the demo's probes ignore pauses. */
  readonly probeFailed: (sourceId: string, error: SourceError) => void
  readonly stateOf: (sourceId: string) => SourceState
  readonly circuitOf: (sourceId: string, requester: RequesterKind) => CircuitState
}

interface CircuitStates {
  readonly clock: Clock
  readonly points: Map<string, PointPause>
  readonly circuits: Map<string, Circuit>
  readonly states: Map<string, Omit<SourceState, 'closedUntil'>>
  /** Counted separately: hours without a network are not failures of the source. */
  readonly failedProbes: Map<string, number>
}

export function createSourceCircuits(clock: Clock): SourceCircuits {
  const deps: CircuitStates = {
    clock,
    points: new BoundedMap(maxPoints),
    circuits: new Map(),
    states: new Map(),
    failedProbes: new Map()
  }
  const views = { visitor: circuitsBy(deps, 'visitor'), watched: circuitsBy(deps, 'watched') }
  return {
    by: (requester) => views[requester],
    pauseOf: (sourceId, pointKey) => deps.points.get(pauseKey('visitor', sourceId, pointKey)) ?? null,
    takeOver(sourceId, pointKey, pause) {
      const key = pauseKey('visitor', sourceId, pointKey)
      const [own, now] = [deps.points.get(key)?.until ?? 0, clock()]
      // The source has answered another process since.
      if (pause === null && own <= now) deps.points.delete(key)
      // A pause set by a clock that is ahead does not count.
      const isSound = pause !== null && (pause.until <= now || pauseUntil(pause.until, now) !== null)
      if (isSound && pause.until > own) deps.points.set(key, pause)
    },
    circuitOf: (sourceId, requester) => circuitState(circuitOf(deps, sourceId, requester), clock()),
    stateOf(sourceId) {
      const state = stateOf(deps, sourceId)
      const failures = state.failures + (deps.failedProbes.get(sourceId) ?? 0)
      return { ...state, failures, closedUntil: blockedUntil(circuitOf(deps, sourceId, 'visitor'), clock()) }
    },
    probeFailed(sourceId, error) {
      const { failedProbes, states } = deps
      if (error.kind !== 'not_covered') failedProbes.set(sourceId, (failedProbes.get(sourceId) ?? 0) + 1)
      states.set(sourceId, { ...stateOf(deps, sourceId), lastFailure: failureOf(error, clock()) })
    }
  }
}

function circuitsBy(deps: CircuitStates, requester: RequesterKind): RequesterCircuits {
  const { clock, points } = deps
  return {
    pausedUntil(sourceId, pointKey) {
      const now = clock()
      const circuit = blockedUntil(circuitOf(deps, sourceId, requester), now)
      const point = pauseUntil(points.get(pauseKey(requester, sourceId, pointKey))?.until ?? null, now)
      return point === null ? circuit : Math.max(point, circuit ?? 0)
    },
    started(sourceId) {
      const circuit = circuitOf(deps, sourceId, requester)
      deps.circuits.set(`${requester} ${sourceId}`, afterStart(circuit, clock()))
    },
    notAsked: (sourceId) =>
      changeCircuit(deps, { sourceId, requester }, (circuit) => afterNothing(circuit, clock())),
    succeeded(sourceId, pointKey) {
      for (const one of requesters) {
        points.delete(pauseKey(one, sourceId, pointKey))
        changeCircuit(deps, { sourceId, requester: one }, (circuit) => afterAnswer(circuit, clock()))
      }
      deps.failedProbes.delete(sourceId)
      deps.states.set(sourceId, { ...stateOf(deps, sourceId), failures: 0, lastAnswerAt: clock() })
    },
    failed: (sourceId, pointKeys, error) => {
      for (const key of pointKeys) pausePoint(deps, affected(requester, error), { sourceId, key, error })
      countFailure(deps, requester, { sourceId, error })
    }
  }
}

function affected(requester: RequesterKind, error: SourceError): readonly RequesterKind[] {
  // Visitors of several processes may exceed a minute's limit alone; only a named pause is for all.
  const isForAll = error.kind === 'rate_limited' && error.retryAfterSeconds !== null
  return requester === 'watched' || isForAll ? requesters : [requester]
}

interface Failure {
  readonly sourceId: string
  readonly error: SourceError
}

function pausePoint(
  { clock, points }: CircuitStates,
  concerned: readonly RequesterKind[],
  { sourceId, key: pointKey, error }: Failure & { key: string }
): void {
  const asked = respectedPause((error.retryAfterSeconds ?? 0) * secondMs)
  for (const key of concerned.map((one) => pauseKey(one, sourceId, pointKey))) {
    const failures = (points.get(key)?.failures ?? 0) + 1
    points.delete(key)
    points.set(key, { failures, until: clock() + Math.max(asked, pauseAfter(failures - 1)) })
  }
}

function countFailure(deps: CircuitStates, requester: RequesterKind, { sourceId, error }: Failure): void {
  const now = deps.clock()
  const state = stateOf(deps, sourceId)
  // A point that the source does not cover says nothing against its health: it has answered.
  const isAnswer = error.kind === 'not_covered'
  const askedMs = error.kind === 'rate_limited' ? (error.retryAfterSeconds ?? 0) * secondMs : null
  for (const one of affected(requester, error)) {
    changeCircuit(deps, { sourceId, requester: one }, (circuit) =>
      isAnswer ? afterAnswer(circuit, now) : afterFailure(circuit, now, askedMs)
    )
  }
  const failures = isAnswer ? state.failures : state.failures + 1
  deps.states.set(sourceId, { ...state, failures, lastFailure: failureOf(error, now) })
}

function changeCircuit(
  deps: CircuitStates,
  { sourceId, requester }: { sourceId: string; requester: RequesterKind },
  change: (circuit: Circuit) => Circuit
): void {
  deps.circuits.set(`${requester} ${sourceId}`, change(circuitOf(deps, sourceId, requester)))
}

function circuitOf({ circuits }: CircuitStates, sourceId: string, requester: RequesterKind): Circuit {
  return circuits.get(`${requester} ${sourceId}`) ?? closedCircuit
}

function stateOf({ states }: CircuitStates, sourceId: string): Omit<SourceState, 'closedUntil'> {
  return states.get(sourceId) ?? { failures: 0, lastFailure: null, lastAnswerAt: null }
}

function pauseKey(requester: RequesterKind, sourceId: string, pointKey: string): string {
  return `${requester} ${sourceId} ${pointKey}`
}

function failureOf({ kind, message }: SourceError, at: number): SourceFailure {
  return { kind, message, at }
}
