/** Preloaded into a service with `--expose-gc`: at SIGUSR2 it collects and prints what is alive then, as `live 1234567` [bytes]. */
import { setImmediate } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  process.on('SIGUSR2', async () => {
    // What one collection finds dead is given back by the next: buffers outside the heap above all.
    for (let round = 0; round < 3; round += 1) {
      globalThis.gc?.()
      await setImmediate()
    }
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    console.log(`live ${heapUsed + arrayBuffers}`)
  })
}
