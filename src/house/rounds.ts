/** Work that goes on by itself: each piece at once and then again and again, never two of a kind at a time, never taking the process down. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Report } from '../outlook/ports.ts'

export interface Round {
  readonly everyMs: number
  /** Long work looks at `stopping` between its steps. */
  readonly work: (stopping: AbortSignal) => Promise<unknown>
}

/** Starts every round; `stop` resolves when what was under way has ended. */
export function startRounds(
  rounds: readonly Round[],
  report: Report
): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController()
  const running = rounds.map((round) => repeat(round, stopping.signal, report))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    }
  }
}

async function repeat({ everyMs, work }: Round, stopping: AbortSignal, report: Report): Promise<void> {
  while (!stopping.aborted) {
    try {
      await work(stopping)
    } catch (error) {
      report('round_failed', { message: error instanceof Error ? error.message : String(error) })
    }
    await wait(everyMs, undefined, { signal: stopping, ref: false }).catch(() => undefined)
  }
}
