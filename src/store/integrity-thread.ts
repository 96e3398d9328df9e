import { parentPort, workerData } from 'node:worker_threads'
import { findingsIn } from './integrity.ts'

parentPort?.postMessage(findingsIn(String(workerData)))
