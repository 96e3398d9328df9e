/**
 * Preloaded into a service with `--expose-gc`: at SIGUSR2 it collects and prints what is alive then, as `live 1234567`
 * [bytes]. Without code, which V8 compiles and drops as it sees fit.
 */
import { setImmediate } from 'node:timers/promises'
import { getHeapSpaceStatistics } from 'node:v8'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  process.on('SIGUSR2', async () => {
    // What one collection finds dead is given back by the next: buffers outside the heap above all.
    for (let round = 0; round < 3; round += 1) {
      globalThis.gc?.()
      await setImmediate()
    }
    const data = getHeapSpaceStatistics().filter(({ space_name }) => !/code|trusted/.test(space_name))
    const heap = data.reduce((sum, { space_used_size }) => sum + space_used_size, 0)
    console.log(`live ${heap + process.memoryUsage().arrayBuffers}`)
  })
}
