/** Work that goes on by itself: each piece at once and then again and again, never two of a kind at a time, never taking the process down. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Report } from '../outlook/ports.ts'

export interface Round {
  readonly everyMs: number
  /** Long work looks at `stopping` between its steps. */
  readonly work: (stopping: AbortSignal) => Promise<unknown>
}

/** Waits so long [ms], or until `stopping`; a test gives its own, which follows the test's clock. */
export type Pause = (milliseconds: number, stopping: AbortSignal) => Promise<void>

export const realPause: Pause = (milliseconds, stopping) =>
  wait(milliseconds, undefined, { signal: stopping, ref: false }).catch(() => undefined)

/** Starts every round; `stop` resolves when what was under way has ended. */
export function startRounds(
  rounds: readonly Round[],
  report: Report,
  pause: Pause = realPause
): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController()
  const running = rounds.map((round) => repeat(round, stopping.signal, { report, pause }))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    }
  }
}

async function repeat(
  { everyMs, work }: Round,
  stopping: AbortSignal,
  { report, pause }: { readonly report: Report; readonly pause: Pause }
): Promise<void> {
  while (!stopping.aborted) {
    try {
      await work(stopping)
    } catch (error) {
      report('round_failed', { message: error instanceof Error ? error.message : String(error) })
    }
    await pause(everyMs, stopping)
  }
}
