/** What names a request to the operator: its id, and when it came. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'

export interface Trace {
  /** As in `X-Request-Id`. */
  readonly requestId: string
  /** Of the monotonic clock [ms]. */
  readonly startedAt: number
}

/** Counts an answer and logs it; without a trace its duration is not known. */
export type CountAnswer = (operation: string, status: number, trace?: Trace) => void

const traces = new WeakMap<IncomingMessage, Trace>()
const current = new AsyncLocalStorage<Trace>()

/** Begins the trace of a request; called once, where it comes in. */
export function beginTrace(request: IncomingMessage, requestId: string): void {
  traces.set(request, { requestId, startedAt: performance.now() })
}

/** The trace of a request; undefined where none was begun, as for one that could not be read. */
export function traceOf(request: IncomingMessage): Trace | undefined {
  return traces.get(request)
}

/** Runs work whose events in the log are the request's. */
export function within<Result>(trace: Trace, work: () => Result): Result {
  return current.run(trace, work)
}

/** As `within`, for a request whose trace may not have been begun. */
export function withinRequest<Result>(request: IncomingMessage, work: () => Result): Result {
  const trace = traceOf(request)
  return trace === undefined ? work() : within(trace, work)
}

/** The id of the request that the caller works for; undefined for what the service does by itself. */
export function currentRequestId(): string | undefined {
  return current.getStore()?.requestId
}
