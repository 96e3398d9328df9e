/** The thread that reads a file: a year of readings takes a second, and requests do not wait for it. */
import { parentPort, workerData } from 'node:worker_threads'
import { readLines } from '../../common/text-lines.ts'
import { readLogger } from './logger-file.ts'
import type { LoggerJob } from './logger-reader.ts'

const { bytes, asked } = workerData as LoggerJob
const pieces = async function* () {
  yield bytes
}
parentPort?.postMessage(await readLogger(readLines(pieces), asked))
