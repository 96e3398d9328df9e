/** How the app waits between two runs of the same work. */
import { setTimeout as wait } from 'node:timers/promises'

/** Waits [ms] or until `stopping`; a test passes its own, which follows the test's clock. */
export type Pause = (milliseconds: number, stopping: AbortSignal, name: string) => Promise<void>

export const realPause: Pause = (milliseconds, stopping) =>
  wait(milliseconds, undefined, { signal: stopping, ref: false }).catch(() => undefined)
