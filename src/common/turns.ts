/** Turns for other work on the service's one thread during a long computation, so that no request waits for its end. */

/** Computations hold the thread for so long together [ms]; what one call needs beyond that comes on top. */
const mostMs = 5
let beganAt = performance.now()

/** To be awaited after each part of a computation: other work has its turn once 5 ms have passed since its last one. */
export async function takeTurn(): Promise<void> {
  if (performance.now() - beganAt < mostMs) return
  await new Promise((resolve) => setImmediate(resolve))
  beganAt = performance.now()
}
