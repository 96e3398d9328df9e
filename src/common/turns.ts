/** Turns for other work on the service's one thread during a long computation, so that no request waits for its end. */

/** Time for which computations hold the thread together [ms]; one call may exceed it. */
const maxMs = 5
let beganAt = performance.now()
/** Computations that wait; one continues after each turn of other work. */
const waiting: (() => void)[] = []

/** Awaited after each part of a computation: other work has its turn once 5 ms have passed since its last one. */
export async function takeTurn(): Promise<void> {
  if (!isTurnOver()) return
  await new Promise<void>((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(goOn)
  })
}

/** Whether other work is due; for computations that begin many at once, each of which asks just before it computes. */
export function isTurnOver(): boolean {
  return waiting.length > 0 || performance.now() - beganAt >= maxMs
}

function goOn(): void {
  beganAt = performance.now()
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(goOn)
}
