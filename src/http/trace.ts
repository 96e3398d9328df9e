import { AsyncLocalStorage } from 'node:async_hooks'

export interface Trace {
  readonly requestId: string
  /** Start by the monotonic clock [ms]. */
  readonly startedAt: number
}

/** Counts an answer and logs it; without a trace its duration is not known. */
export type CountAnswer = (operation: string, status: number, trace?: Trace) => void

/** Of the id alone: timers of a connection keep what is stored, and would keep its last request and answer. */
const current = new AsyncLocalStorage<Trace['requestId']>()

export function runWithId<Result>({ requestId }: Trace, work: () => Result): Result {
  return current.run(requestId, work)
}

/** The id of the request that the caller works for; undefined for what the service does by itself. */
export function currentRequestId(): string | undefined {
  return current.getStore()
}
