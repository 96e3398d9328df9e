/** Work that goes on by itself: one run after the other, never two at once, stoppable, and never the end of the process. */

export interface Repeating {
  /** Runs as soon as the run under way has ended. */
  readonly nudge: () => void
  /** Runs no more; resolves when the run under way has ended. */
  readonly stop: () => Promise<void>
}

export interface RepeatingWork {
  readonly name: string
  /** From the end of a run to the beginning of the next [ms]. */
  readonly pauseMs: () => number
  readonly work: (signal: AbortSignal) => Promise<void>
  readonly report: (event: string, details: Readonly<Record<string, unknown>>) => void
}

/** Begins at once. */
export function repeat({ name, pauseMs, work, report }: RepeatingWork): Repeating {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let again = false
  let underWay: Promise<void> | null = null

  const run = (): void => {
    if (ending.signal.aborted) return
    if (underWay !== null) {
      again = true
      return
    }
    if (timer !== null) clearTimeout(timer)
    again = false
    underWay = work(ending.signal)
      .catch((error: unknown) => {
        if (!ending.signal.aborted) report('round_failed', { round: name, error: nameOf(error) })
      })
      .finally(() => {
        underWay = null
        if (ending.signal.aborted) return
        timer = setTimeout(run, again ? 0 : pauseMs())
        timer.unref()
      })
  }
  run()
  return {
    nudge: run,
    async stop() {
      ending.abort()
      if (timer !== null) clearTimeout(timer)
      await underWay
    }
  }
}

/** Name and message: what our rooms throw holds no secret and no address. */
function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
