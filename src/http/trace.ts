import { AsyncLocalStorage } from 'node:async_hooks'

export interface Trace {
  readonly requestId: string
  /** Start by the monotonic clock [ms]. */
  readonly startedAt: number
}

/** Counts an answer and logs it; without a trace its duration is not known. */
export type CountAnswer = (operation: string, status: number, trace?: Trace) => void

const current = new AsyncLocalStorage<Trace>()

export function runWithTrace<Result>(trace: Trace, work: () => Result): Result {
  return current.run(trace, work)
}

/** The id of the request that the caller works for; undefined for what the service does by itself. */
export function currentRequestId(): string | undefined {
  return current.getStore()?.requestId
}
