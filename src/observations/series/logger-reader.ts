/** Reads loggers' files outside the service's thread: few at once, and none for long. */
import { Worker } from 'node:worker_threads'
import { codeExtension } from '../../common/code-extension.ts'
import { secondMs } from '../../common/time.ts'
import type { LoggerFile, readLogger } from './logger-file.ts'

export interface LoggerJob {
  readonly bytes: Uint8Array
  readonly asked: Parameters<typeof readLogger>[1]
}

type ReadLogger =
  | LoggerFile
  /** Other files are being read. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'too_slow' }

const maxAtOnce = 2
const longestMs = 15 * secondMs
const resourceLimits = { maxOldGenerationSizeMb: 192 }

export function createLoggerReader() {
  let underWay = 0
  return async (job: LoggerJob): Promise<ReadLogger> => {
    if (underWay >= maxAtOnce) return { kind: 'busy' }
    underWay += 1
    try {
      return await readInThread(job)
    } finally {
      underWay -= 1
    }
  }
}

function readInThread(job: LoggerJob): Promise<ReadLogger> {
  const thread = new Worker(new URL(`./logger-thread${codeExtension}`, import.meta.url), {
    workerData: job,
    resourceLimits
  })
  const timer = setTimeout(() => void thread.terminate(), longestMs)
  return new Promise<ReadLogger>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => resolve({ kind: 'too_slow' }))
  }).finally(() => clearTimeout(timer))
}
