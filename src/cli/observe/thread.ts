/** The thread that imports: its own heap is bounded, so that a file of any length needs the same memory. */
import { Worker } from 'node:worker_threads'
import { codeExtension } from '../../common/code-extension.ts'
import type { ObserveJob } from './job.ts'

/**
 * Rows live for a moment; a small nursery keeps them from spreading over the memory. Measured: 10 million rows within
 * 200 MB.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 }

/** Runs a job in a thread of its own; answers the exit status. */
export async function runInThread(job: ObserveJob): Promise<number> {
  const thread = new Worker(new URL(`./thread-main${codeExtension}`, import.meta.url), {
    workerData: job,
    resourceLimits
  })
  return new Promise((resolve, reject) => {
    thread.on('error', reject)
    thread.on('exit', resolve)
  })
}
