/** Repeated background work: one run after the other, stoppable; its errors do not end the process. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/** Waits [ms] or until `stopping`; a test passes its own, which follows the test's clock. */
export type Pause = (milliseconds: number, stopping: AbortSignal, name: string) => Promise<void>

export const realPause: Pause = (milliseconds, stopping) =>
  delay(milliseconds, undefined, { signal: stopping, ref: false }).catch(() => undefined)

export interface Repeating {
  /** Runs as soon as the current run has ended. */
  readonly wake: () => void
  /** No more runs; resolves when the current run has ended. */
  readonly stop: () => Promise<void>
}

export interface RepeatingWork {
  readonly name: string
  /** From the end of a run to the beginning of the next [ms]. */
  readonly pauseMs: () => number
  /** Resolves with `idle` where there was nothing to do here: that says neither that it succeeds nor that it fails. */
  readonly work: (signal: AbortSignal) => Promise<unknown>
  readonly report: (event: string, details: Readonly<Record<string, unknown>>) => void
  /** Called after every run that was neither idle nor ended by `stop`, with its error, or null. */
  readonly ended?: ((round: string, failure: unknown) => void) | undefined
  readonly pause?: Pause
}

export function repeat(repeating: RepeatingWork): Repeating {
  const { name, pauseMs, work, report, ended, pause = realPause } = repeating
  const ending = new AbortController()
  let waiting: AbortController | null = null
  let again = false
  let underWay: Promise<void> | null = null

  const run = (): void => {
    if (ending.signal.aborted) return
    if (underWay !== null) {
      again = true
      return
    }
    waiting?.abort()
    again = false
    underWay = work(ending.signal)
      .then(
        (outcome) => {
          if (outcome !== 'idle') ended?.(name, null)
        },
        (error: unknown) => {
          if (ending.signal.aborted) return
          report('round_failed', { round: name, error: nameOf(error), err: error })
          ended?.(name, error)
        }
      )
      .finally(() => {
        underWay = null
        if (ending.signal.aborted) return
        if (again) setImmediate(() => again && run())
        else wait()
      })
  }
  const wait = (): void => {
    const mine = new AbortController()
    waiting = mine
    void pause(pauseMs(), mine.signal, name).then(() => mine.signal.aborted || run())
  }
  run()
  // A request that wakes it is not the one it works for.
  const outside = AsyncLocalStorage.snapshot()
  return {
    wake: () => outside(run),
    async stop() {
      ending.abort()
      waiting?.abort()
      await underWay
    }
  }
}

/** Name and message: errors of this code base contain no secret and no address. */
function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
