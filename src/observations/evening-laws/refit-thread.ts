/** The thread that learns evenings: a thousand thermometers take seconds, and requests do not wait for it. */
import { parentPort, workerData } from 'node:worker_threads'
import { type RefitJob, refit } from './night-of-evenings.ts'

parentPort?.postMessage(refit(workerData as RefitJob))
