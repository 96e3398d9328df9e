import { workerData } from 'node:worker_threads'
import type { ObserveJob } from './job.ts'
import { runObserveJob, terminalOutputs } from './run-job.ts'

process.exitCode = await runObserveJob(workerData as ObserveJob, process.env, terminalOutputs())
